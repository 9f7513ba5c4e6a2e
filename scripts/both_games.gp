# Konane and Italian draughts on 8x8 side by side: legal moves of the player to move by ply, and the share of the games
# that get there, with 95 % intervals. Random play, alpha-beta to a depth of four, and ten championship games of draughts.
#
#   gnuplot -e "data='data'; stem='data/both_games'" scripts/both_games.gp
#
# Reads data/selfplay_plies.csv, data/draughts_selfplay_plies.csv and data/draughts_championship_plies.csv; writes
# stem.pdf and stem.png. A ply is drawn if at least 1 % of the games, or three of the ten, reach it.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

konane = data . '/selfplay_plies.csv'
draughts = data . '/draughts_selfplay_plies.csv'
people = data . '/draughts_championship_plies.csv'

# Series 1 to 4: those whose agent is in its file are drawn.
agent(i) = i % 2 ? 'random' : 'ab:4'
file(i) = i <= 2 ? konane : draughts
name(i) = (i <= 2 ? 'Konane, ' : 'draughts, ') . agent(i)
colour(i) = i <= 2 ? konane_colour : draughts_colour
dash(i) = i % 2 ? 1 : 2
array games[4] # of each series, at its first ply
shown = ''
do for [i = 1:4] {
    games[i] = most_of(file(i), agent(i), 'n')
    shown = shown . (games[i] > 0 ? sprintf(' %d', i) : '')
}
shown = shown eq '' ? '1' : shown # a line without points
stats people using (column('n')) nooutput
n_people = STATS_max

share(i) = column('n') / games[i]
at(i) = strcol(3) eq agent(i) && share(i) >= 0.01 ? column('ply') : NaN
half(i) = half_of_mean(column('sd'), column('n'))

set xrange [0:160]
set xtics 0, 20
set mxtics 2
set lmargin 8.5
set rmargin 2
set grid ytics linecolor rgb grid_colour linewidth 0.5

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 9.6
    set multiplot
    set size 1, 0.58
    set origin 0, 0.42
    set format x ''
    unset xlabel
    set ylabel 'legal moves' offset 0.5
    set yrange [0:16]
    set ytics 0, 4
    set key top right samplen 3 spacing 1.1 Left reverse
    plot for [i in shown] file(int(i)) using (at(int(i))):(column('mean') - half(0)):(column('mean') + half(0)) \
             with filledcurves fillcolor rgb colour(int(i)) fillstyle transparent solid 0.25 notitle, \
         for [i in shown] file(int(i)) using (at(int(i))):(column('mean')) with lines linewidth int(i) % 2 ? 2 : 1.3 \
             dashtype dash(int(i)) linecolor rgb colour(int(i)) title name(int(i)), \
         people using (column('ply')):(column('n') >= 3 ? column('mean') - half(0) : NaN):(column('mean') + half(0)) \
             with filledcurves fillcolor rgb people_colour fillstyle transparent solid 0.13 notitle, \
         people using (column('ply')):(column('n') >= 3 ? column('mean') : NaN) with points pointtype 6 pointsize 0.5 \
             linecolor rgb people_colour title 'draughts, championship'
    set size 1, 0.42
    set origin 0, 0
    set format x
    set xlabel 'ply'
    set ylabel 'share of the games (%)' offset 0.5
    set yrange [0:100]
    set ytics 0, 25
    unset key
    plot for [i in shown] file(int(i)) using (at(int(i))):(share_low(share(int(i)), games[int(i)])): \
             (share_high(share(int(i)), games[int(i)])) \
             with filledcurves fillcolor rgb colour(int(i)) fillstyle transparent solid 0.25, \
         for [i in shown] file(int(i)) using (at(int(i))):(100 * share(int(i))) with lines linewidth int(i) % 2 ? 2 : 1.3 \
             dashtype dash(int(i)) linecolor rgb colour(int(i)), \
         people using (column('ply')):(100.0 * column('n') / n_people) with steps linewidth 1.3 \
             linecolor rgb people_colour
    unset multiplot
    unset output
}
