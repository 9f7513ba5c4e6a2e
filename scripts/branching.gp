# Branching factor by ply on 8x8, for each player to move: agents against themselves, means with their 95 % intervals,
# and the quartiles of random play.
#
#   gnuplot -e "data='data'; stem='data/branching'" scripts/branching.gp
#
# Reads data/selfplay_plies.csv; writes stem.pdf and stem.png. A ply is drawn if at least 1 % of the games reach it.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

plies = data . '/selfplay_plies.csv'
agents = other_agents(plies)
names = (has_agent(plies, 'random') ? 'random ' : '') . agents

# Games of each agent, to leave out the plies that few of them reach.
array games[words(names)]
do for [i = 1:words(names)] {
    games[i] = most_of(plies, word(names, i), 'n')
}
games_of(name) = place_in(names, name) ? games[place_in(names, name)] : 1 # of no agent, where none is there
# The plies of one player: whoever begins has the odd ones.
at(name, parity) = strcol(3) eq name && column('n') >= 0.01 * games_of(name) \
    && int(column('ply')) % 2 == parity ? column('ply') : NaN
half(n) = half_of_mean(column('sd'), column(n))
set datafile missing NaN # a line continues across the plies of the other player

set xrange [0:60]
set yrange [0:17]
set xtics 0, 10
set mxtics 2
set ytics 0, 4
set mytics 4
set ylabel 'legal jumps' offset 0.5
set grid ytics linecolor rgb grid_colour linewidth 0.5

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 9.6
    set multiplot
    do for [parity = 1:0:-1] {
        set size 1, 0.5
        set origin 0, parity == 1 ? 0.5 : 0
        set lmargin 7.5
        set rmargin 1.5
        set tmargin 1.6
        set bmargin parity == 1 ? 1.8 : 3.2
        set title (parity == 1 ? 'Black to move' : 'White to move') offset 0, -0.8
        set xlabel parity == 1 ? '' : 'ply (plies 1 and 2 are the removals)' offset 0, 0.4
        set format x parity == 1 ? '' : '%g'
        if (parity == 1) { set key top right samplen 3 spacing 1 Left reverse font small } else { unset key }
        plot for [name in (has_agent(plies, 'random') ? 'random' : '')] \
                 plies using (at(name, parity)):(column('q1')):(column('q3')) with filledcurves \
                 fillcolor rgb area_colour title (name eq '' ? '' : name . ', quartiles'), \
             for [name in names] plies using (at(name, parity)):(column('mean') - half('n')):(column('mean') + half('n')) \
                 with filledcurves fillcolor rgb agent_colour(name) fillstyle transparent solid 0.3 notitle, \
             for [name in names] plies using (at(name, parity)):(column('mean')) with linespoints linewidth 1.2 \
                 dashtype agent_dash(name) pointtype agent_mark(name) pointinterval 5 \
                 pointsize (name eq 'random' ? 0 : 0.45) linecolor rgb agent_colour(name) title name
    }
    unset multiplot
    unset output
}
