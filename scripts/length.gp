# How long games on 8x8 are: share of the games by number of jumps, random play as an area, other agents against themselves
# as lines, each with 95 % intervals.
#
#   gnuplot -e "data='data'; stem='data/length'" scripts/length.gp
#
# Reads data/selfplay_lengths.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

lengths = data . '/selfplay_lengths.csv'
agents = other_agents(lengths)
names = (has_agent(lengths, 'random') ? 'random ' : '') . agents

array games[words(names)]
do for [i = 1:words(names)] {
    games[i] = real(system("awk -F, '/^#/ { next } !header++ { for (i = 1; i <= NF; i++) at[$i] = i; next } " \
        . "$3 == \"" . word(names, i) . "\" { n += $at[\"count\"] } END { print n }' " . lengths))
}
games_of(name) = place_in(names, name) ? games[place_in(names, name)] : 1 # of no agent, where none is there
at(name) = strcol(3) eq name ? column('jumps') : NaN
share(name) = 100 * column('share')
low(name) = share_low(column('share'), games_of(name))
high(name) = share_high(column('share'), games_of(name))

set xlabel 'jumps in a game'
set ylabel 'share of the games (%)'
set xrange [20:60]
set yrange [0:*]
set xtics 20, 10
set mxtics 2
set key top left samplen 3 spacing 1.1 Left reverse

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 5.8
    plot for [name in (has_agent(lengths, 'random') ? 'random' : '')] \
             lengths using (at(name)):(share(name)) with boxes fillcolor rgb area_colour title name, \
         for [name in agents] lengths using (at(name)):(low(name)):(high(name)) \
             with filledcurves fillcolor rgb agent_colour(name) fillstyle transparent solid 0.15 notitle, \
         for [name in agents] lengths using (at(name)):(share(name)) with linespoints linewidth 1.2 \
             dashtype agent_dash(name) pointtype agent_mark(name) pointsize 0.4 pointinterval 2 \
             linecolor rgb agent_colour(name) title name
    unset output
}
