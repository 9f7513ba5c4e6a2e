# Who beats whom: the share of games that Black wins (a draw is a half), for each pair of agents, as a map with numbers and
# their 95 % intervals (Wilson's). A half is white; the colour of a cell is that of the player who wins more. Agents are in
# the order of the points that they make as Black.
#
# SPDX-License-Identifier: MIT
stats $data using (column('games')) nooutput
games = STATS_min == STATS_max ? sprintf("%'.0f games in each cell", STATS_min) \
    : sprintf("%'.0f to %'.0f games in each cell", STATS_min, STATS_max)
longest = 0
do for [i = 1:n] { longest = strlen(names[i]) > longest ? strlen(names[i]) : longest }

# The two ends of the interval, in per cent; nothing where there is none, as all games are one and the same.
ends(low, high) = low == low ? sprintf('%.1f–%.1f', 100 * low, 100 * high) : ''
p(c) = column('black_share')

eval picture(smaller(page_of_columns, larger(column_width, 2.6 + 1 * n)), larger(7.6, 1.6 + 1 * n), 8)
set title (has_title ? title . ', ' : '') . games noenhanced offset 0, -0.6
set xrange [0.5:n + 0.5]
set yrange [0.5:n + 0.5]
set cbrange [0:100]
set xlabel 'White' offset 0, 0.3
set ylabel 'Black'
set tics scale 0
set xtics (names[1] 1) font small noenhanced
set ytics (names[1] 1) font small noenhanced
if (longest > 10) { set xtics rotate by 30 right }
set for [i = 1:n] xtics add (names[i] i)
set for [i = 1:n] ytics add (names[i] i)
set palette defined (0 white_colour, 50 even_colour, 100 black_colour)
set cblabel 'Black wins (%)'
set cbtics 0, 25
set border 0
unset key
plot $data using (column('other')):(column('series')):(0.5):(0.5):(100 * p(0)) \
         with boxxyerror fillstyle solid noborder fillcolor palette, \
     $data using (column('other')):(column('series') + 0.14):(sprintf('%.1f', 100 * p(0))):(on_share_colour(100 * p(0))) \
         with labels textcolor rgb variable, \
     $data using (column('other')):(column('series') - 0.22):(ends(column('black_share_low'), column('black_share_high'))): \
         (on_share_colour(100 * p(0))) with labels font tiny textcolor rgb variable
