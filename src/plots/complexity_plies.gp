# The game tree by ply: above, how many sequences of moves there are and how many games are over after so many; below, the
# legal moves in a sequence drawn uniformly among all, with the quartiles of the largest board as a band.
#
# SPDX-License-Identifier: MIT
dash_of(i) = int(word('1 2 4 3', 1 + (i - 1) % 4)) # beside the shades, which differ little
ply_of(i) = column('series') == i ? column('ply') : NaN
stats $data using (column('sequences_log10')) nooutput
highest = STATS_max
stats $data using (column('ply')) nooutput
last = STATS_max
stats $data using (column('branching_q3')) nooutput
widest = STATS_max
eval picture(column_width, 9.6, 8)
set xrange [0:last + 1]
set mxtics 2
set grid ytics linecolor rgb grid_colour linewidth 0.5
set multiplot title title noenhanced
do for [part = 1:0:-1] {
    set lmargin at screen (is_slides && part == 0 ? 0.53 : is_slides ? 0.07 : 0.13)
    set rmargin at screen (is_slides && part == 1 ? 0.47 : is_slides ? 0.94 : 0.97)
    set tmargin at screen top * (is_slides || part == 1 ? 0.96 : 0.50)
    set bmargin at screen top * (is_slides ? 0.18 : part == 1 ? 0.555 : 0.09)
    set xlabel (part == 1 && !is_slides ? '' : 'ply, removals included')
    set format x (part == 1 && !is_slides ? '' : '%g')
    if (part == 1) {
        set yrange [0:(is_slides ? 1.8 : 1.35) * highest]
        set ylabel 'decimal logarithm' offset 0.5
        set key top left samplen 3 spacing 1 Left reverse font small noenhanced maxrows (is_slides ? 12 : 4)
        plot for [i = 1:n] $data using (ply_of(i)):(column('sequences_log10')) with lines linewidth 1.2 \
                 dashtype dash_of(i) linecolor rgb board_colour(i, n) title names[i], \
             for [i = 1:n] $data using (ply_of(i)):(column('games_log10')) with points pointtype board_mark(i) \
                 pointsize 0.35 * thick linecolor rgb board_colour(i, n) notitle, \
             NaN with lines linewidth 1.2 linecolor rgb guide_colour title 'sequences of moves', \
             NaN with points pointtype 6 pointsize 0.35 * thick linecolor rgb guide_colour title 'games that are over'
    } else {
        set yrange [0:1.1 * widest]
        set ylabel 'legal moves' offset 0.5
        unset key
        plot $data using (ply_of(n)):(column('branching_q1')):(column('branching_q3')) with filledcurves \
                 fillcolor rgb area_colour notitle, \
             for [i = 1:n] $data using (ply_of(i)):(column('branching')) with lines linewidth 1.2 \
                 dashtype dash_of(i) linecolor rgb board_colour(i, n) notitle
    }
}
unset multiplot
