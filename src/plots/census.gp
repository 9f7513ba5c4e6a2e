# Outcome classes of all sets of stones on one board, by number of stones.
#
# SPDX-License-Identifier: MIT
stats $data using (column('rows') * column('cols')) nooutput
cells = STATS_max
all(r) = column('next_player') + column('previous_player') + column('black') + column('white')
share(part) = 100.0 * part / all(0)
next(r) = column('next_player')
previous(r) = column('previous_player')

eval picture(column_width, 5.8, 8)
set title title noenhanced
set xlabel 'stones'
set ylabel sprintf('sets of stones on %s (%%)', names[1]) noenhanced
set xrange [0:cells]
set yrange [0:100]
set xtics 0, (cells > 20 ? 6 : 2)
set mxtics (cells > 20 ? 6 : 2)
set ytics 0, 25
set bmargin at screen top * 0.3
set key at screen 0.53, screen top * 0.01 bottom center horizontal samplen 1.2 width 0 font small maxrows 2
plot $data using (column('stones')):(0):(share(previous(0))) with filledcurves fillcolor rgb previous_colour \
         title 'previous player (P)', \
     $data using (column('stones')):(share(previous(0))):(share(previous(0) + next(0))) with filledcurves \
         fillcolor rgb next_colour title 'next player (N)', \
     $data using (column('stones')):(share(previous(0) + next(0))):(share(previous(0) + next(0) + column('white'))) \
         with filledcurves fillcolor rgb white_colour title 'White (R)', \
     $data using (column('stones')):(share(previous(0) + next(0) + column('white'))):(100) with filledcurves \
         fillcolor rgb black_colour title 'Black (L)'
