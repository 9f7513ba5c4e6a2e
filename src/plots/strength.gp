# Strength against the processor time of a move, on a logarithmic scale, with 95 % intervals; agents of one kind, such as ab
# with several depths, are joined by a line.
#
# SPDX-License-Identifier: MIT
kind_of(name) = strstrt(name, ':') ? name[1:strstrt(name, ':') - 1] : name
is_of(kind) = kind_of(strcol('agent')) eq kind
stats $data using (column('elo_low')) nooutput
lowest = STATS_min
stats $data using (column('elo_high')) nooutput
highest = STATS_max
stats $data using (column('processor_ms')) nooutput
shortest = STATS_min > 0 ? STATS_min : 0.0001
longest = STATS_max
room = 0.12 * (highest - lowest + 1)
spent(r) = larger(column('processor_ms'), shortest)

eval picture(column_width, 6.2, 8)
set title title noenhanced
set xlabel 'processor time of a move (ms)'
set ylabel 'strength (Elo)'
set logscale x
set format x '%g'
set xrange [shortest / 3:longest * 5]
set yrange [lowest - room:highest + room]
set grid ytics linecolor rgb grid_colour linewidth 0.5
unset key
plot for [kind in 'ab mcts'] $data using (is_of(kind) ? spent(0) : NaN):(column('elo')) with lines dashtype 2 \
         linecolor rgb guide_colour, \
     $data using (spent(0)):(column('elo')):(column('elo_low')):(column('elo_high')) with yerrorbars pointtype 7 \
         pointsize 0.5 * thick linecolor rgb konane_colour, \
     $data using (spent(0)):(column('elo')):(strcol('agent')) with labels left offset 0.8, -0.5 font small noenhanced
