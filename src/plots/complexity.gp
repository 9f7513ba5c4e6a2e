# How large the game is, by cells of the board: decimal logarithms of the number of games, and of positions that can arise,
# from what was found to what was not refuted. The line is the number of all sets of stones with either side to move.
#
# SPDX-License-Identifier: MIT
cells(x) = column('rows') * column('cols')
stats $data using (column('samples')) nooutput
has_states = STATS_max > 0
stats $data using (column('samples') > 0 ? cells(0) : 0) nooutput
last_states = STATS_max
# Boards beyond those whose positions were sampled would press the others to the ground.
is_shown(i) = column('series') == i && (!has_states || cells(0) <= last_states)
stats $data using (is_shown(column('series')) ? cells(0) : NaN) nooutput
smallest = STATS_min
largest = STATS_max
stats $data using (is_shown(column('series')) ? column('games_log10') : NaN) nooutput
most = STATS_max
with_states(i) = column('series') == i && column('samples') > 0
shift(i) = n > 1 ? 0.7 * (i - (n + 1) / 2.0) : 0
game_marks = '7 6 9 8'
of(i) = n > 1 ? ', ' . names[i] : ''
eval picture(column_width, 6.6, 8)
set title title noenhanced
set xlabel 'cells of the board'
set ylabel 'decimal logarithm'
set xrange [smallest - 2:largest + 3]
set yrange [0:1.3 * most]
set grid ytics linecolor rgb grid_colour linewidth 0.5
set mxtics 2
set key top left samplen 2.5 spacing 1.1 Left reverse font small noenhanced
plot x <= last_states + 1 ? log10(2) * (x + 1) : NaN with lines dashtype 2 linecolor rgb guide_colour \
         title (has_states ? 'all sets of stones, either to move' : ''), \
     for [i = 1:n] $data using (is_shown(i) ? cells(0) + shift(i) : NaN):(column('games_log10')) with points \
         pointtype int(word(game_marks, (i - 1) % 4 + 1)) pointsize 0.55 * thick linecolor rgb first_colour \
         title 'games' . of(i), \
     for [i = 1:n] $data using (with_states(i) ? cells(0) + shift(i) : NaN):(column('states_low')):(0): \
         (column('states_high') - column('states_low')) with vectors nohead linewidth (n > 1 && i == 1 ? 3 : 1.5) \
         linecolor rgb second_colour title (has_states ? 'positions that can arise' . of(i) : '')
