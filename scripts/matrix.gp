# Who beats whom on 8x8: the share of games that Black wins, for each pair of agents, as a map with numbers and their 95 %
# intervals (Wilson's). A half is white; the colour of a cell is that of the player who wins more.
#
#   gnuplot -e "data='data'; stem='data/matrix'" scripts/matrix.gp
#
# Reads data/matrix.csv; writes stem.pdf and stem.png. Agents are in the order of the points that they make as Black.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

matrix = data . '/matrix.csv'
agents = system("awk -F, '/^#/ { next } !header++ { for (i = 1; i <= NF; i++) at[$i] = i; next } " \
    . "{ points[$3] += $at[\"black_share\"] } END { for (a in points) print points[a], a }' " \
    . matrix . " | sort -n | cut -d' ' -f2")
n = words(agents)
stats matrix using (column('games')) nooutput
games = STATS_min == STATS_max ? sprintf("%'.0f games in each cell", STATS_min) \
    : sprintf("%'.0f to %'.0f games in each cell", STATS_min, STATS_max)

# The two ends of the interval, in per cent; nothing where there is none, as all games are one and the same.
ends(low, high) = low == low ? sprintf('%.1f–%.1f', 100 * low, 100 * high) : ''
p(c) = column('black_share')

set xrange [0.5:n + 0.5]
set yrange [0.5:n + 0.5]
set cbrange [0:100]
set xlabel 'White' offset 0, 0.3
set ylabel 'Black'
set title games offset 0, -0.6
set tics scale 0
set xtics (word(agents, 1) 1)
set ytics (word(agents, 1) 1)
set for [i = 1:n] xtics add (word(agents, i) i)
set for [i = 1:n] ytics add (word(agents, i) i)
set palette defined (0 white_colour, 50 even_colour, 100 black_colour)
set cblabel 'Black wins (%)'
set cbtics 0, 25
set border 0
unset key

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 7.6
    set xtics font small
    set ytics font small
    plot matrix using (place_in(agents, strcol(4))):(place_in(agents, strcol(3))):(0.5):(0.5):(100 * p(0)) \
             with boxxyerror fillstyle solid noborder fillcolor palette, \
         matrix using (place_in(agents, strcol(4))):(place_in(agents, strcol(3)) + 0.14):(sprintf('%.1f', 100 * p(0))): \
             (on_share_colour(100 * p(0))) with labels textcolor rgb variable, \
         matrix using (place_in(agents, strcol(4))):(place_in(agents, strcol(3)) - 0.22):(ends(column('black_share_low'), column('black_share_high'))): \
             (on_share_colour(100 * p(0))) with labels font tiny textcolor rgb variable
    unset output
}
