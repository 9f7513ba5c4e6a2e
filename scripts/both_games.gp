# Konane and Italian draughts on 8x8 side by side: legal moves of the player to move by ply, and the share of the games
# that get there. Random play, alpha-beta to a depth of four, and ten championship games of draughts.
#
#   gnuplot -e "data='data'; stem='data/both_games'" scripts/both_games.gp
#
# Reads data/selfplay_plies.csv, data/draughts_selfplay_plies.csv and data/draughts_championship_plies.csv; writes
# stem.pdf and stem.png. A ply is drawn if at least 1 % of the games, or three of the ten, reach it.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

konane = data . '/selfplay_plies.csv'
draughts = data . '/draughts_selfplay_plies.csv'
people = data . '/draughts_championship_plies.csv'

array games[4] # of each series, at its first ply
do for [i = 1:4] {
    file = i <= 2 ? konane : draughts
    stats file using (strcol(3) eq (i % 2 ? 'random' : 'ab:4') ? column(6) : NaN) nooutput
    games[i] = STATS_max
}
stats people using 6 nooutput
n_people = STATS_max

agent(i) = i % 2 ? 'random' : 'ab:4'
reach(i) = strcol(3) eq agent(i) && column(6) >= 0.01 * games[i] ? 100 * column(6) / games[i] : NaN
moves(i) = reach(i) > 0 ? column(7) : NaN

set border 3
set tics out nomirror
set xrange [0:160]
set xtics 0, 20
set mxtics 2
set lmargin 8.5
set rmargin 2
set grid ytics linecolor rgb '#dddddd' linewidth 0.5

black = '#000000'
blue = '#2f5d9b'

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 9.6cm font 'DejaVu Sans,8' linewidth 1 dashlength 0.6
    } else {
        set terminal pngcairo size 1032, 1152 font 'DejaVu Sans,19' linewidth 2.2 dashlength 0.6
    }
    set output stem . '.' . format
    set multiplot
    set size 1, 0.58
    set origin 0, 0.42
    set format x ''
    unset xlabel
    set ylabel 'legal moves' offset 0.5
    set yrange [0:16]
    set ytics 0, 4
    set key top right samplen 3 spacing 1.1 Left reverse
    plot konane using 5:(moves(1)) with lines linewidth 2 linecolor rgb black title 'Konane, random', \
         konane using 5:(moves(2)) with lines linewidth 1.3 dashtype 2 linecolor rgb black title 'Konane, ab:4', \
         draughts using 5:(moves(3)) with lines linewidth 2 linecolor rgb blue title 'draughts, random', \
         draughts using 5:(moves(4)) with lines linewidth 1.3 dashtype 2 linecolor rgb blue title 'draughts, ab:4', \
         people using 5:(column(6) >= 3 ? column(7) : NaN) with points pointtype 6 pointsize 0.55 \
             linecolor rgb '#c04a1a' title 'draughts, championship'
    set size 1, 0.42
    set origin 0, 0
    set format x
    set xlabel 'ply'
    set ylabel 'share of the games (%)' offset 0.5
    set yrange [0:100]
    set ytics 0, 25
    unset key
    plot konane using 5:(reach(1)) with lines linewidth 2 linecolor rgb black, \
         konane using 5:(reach(2)) with lines linewidth 1.3 dashtype 2 linecolor rgb black, \
         draughts using 5:(reach(3)) with lines linewidth 2 linecolor rgb blue, \
         draughts using 5:(reach(4)) with lines linewidth 1.3 dashtype 2 linecolor rgb blue, \
         people using 5:(100.0 * column(6) / n_people) with steps linewidth 1.3 linecolor rgb '#c04a1a'
    unset multiplot
    unset output
}
