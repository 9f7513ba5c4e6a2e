# Branching factor by ply on 8x8: random play with its quartiles, and the means of other agents, each against itself.
#
#   gnuplot -e "data='data'; stem='data/branching'" scripts/branching.gp
#
# Reads data/selfplay_plies.csv; writes stem.pdf and stem.png. A ply is drawn if at least 1 % of the games reach it.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

plies = data . '/selfplay_plies.csv'
agents = 'greedy ab:2 ab:4 mcts:200'
colours = '#1b3a6b #e8862e #b02a2a #3c8a4e'
dashes = '2 4 3 5'
marks = '6 8 4 10'

# Games at the first jump of each agent, to leave out the plies that few games reach.
array games[5]
names = 'random ' . agents
do for [i = 1:5] {
    name = word(names, i)
    stats plies using (strcol(3) eq name ? column(6) : NaN) nooutput
    games[i] = STATS_max
}
is_drawn(i) = strcol(3) eq word(names, i) && column(6) >= 0.01 * games[i]
at(i) = is_drawn(i) ? column(5) : NaN

set xlabel 'ply (plies 1 and 2 are the removals)'
set ylabel 'legal jumps of the player to move'
set xrange [0:60]
set yrange [0:16]
set xtics 0, 10 out nomirror
set mxtics 2
set ytics 0, 4 out nomirror
set mytics 4
set border 3
set grid ytics linecolor rgb '#dddddd' linewidth 0.5
set key top right samplen 3 spacing 1.1 Left reverse
set style fill solid noborder

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 6.2cm font 'DejaVu Sans,8' linewidth 1 dashlength 0.6
    } else {
        set terminal pngcairo size 1032, 744 font 'DejaVu Sans,19' linewidth 2.2 dashlength 0.6
    }
    set output stem . '.' . format
    plot plies using (at(1)):10:12 with filledcurves fillcolor rgb '#d9d9d9' title 'random, quartiles', \
         plies using (at(1)):7 with lines linewidth 2 linecolor rgb 'black' title 'random, mean', \
         for [i = 1:4] plies using (at(i + 1)):7 with linespoints linewidth 1 dashtype int(word(dashes, i)) \
             pointtype int(word(marks, i)) pointinterval 6 pointsize 0.45 linecolor rgb word(colours, i) \
             title word(agents, i)
    unset output
}
