# Exact distribution of the length of random games: the share of the games by number of jumps, a line for each board.
#
# SPDX-License-Identifier: MIT
eval picture(column_width, 5.8, 8)
set title title noenhanced
set xlabel 'jumps in a game'
set ylabel 'share of the games (%)'
set xrange [0:*]
set yrange [0:*]
set mxtics 5
set key top right samplen 3 spacing 1.1 Left reverse font small
plot for [i = 1:n] $data using (column('series') == i && strcol('statistic') eq 'length' ? column('at') : NaN): \
    (100 * column('value')) with linespoints linewidth 1 pointtype board_mark(i) pointsize 0.5 * thick \
    linecolor rgb board_colour(i, n) title names[i]
