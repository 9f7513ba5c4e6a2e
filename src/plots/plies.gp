# Legal moves by ply, for each player to move: means with their 95 % intervals, and the quartiles of random play. A ply is
# drawn if at least 1 % of the games, and ten (or half of them), reach it.
#
# SPDX-License-Identifier: MIT
array games[n]
do for [i = 1:n] {
    stats $data using (column('series') == i ? column('n') : NaN) nooutput
    games[i] = STATS_max
}
first_line = names[1] eq 'random' ? 2 : 1
is_konane(r) = strcol('rules') eq 'konane' ? 1 : 0
stats $data using (is_konane(0)) nooutput
has_removals = STATS_min == 1
is_reached(i) = column('n') >= larger(0.01 * games[i], smaller(10, games[i] / 2))
reaches(i) = column('series') == i && is_reached(i)
# The plies of one player: whoever begins has the odd ones.
at(i, parity) = reaches(i) && int(column('ply')) % 2 == parity ? column('ply') : NaN
is_shown(r) = is_reached(int(column('series')))
high(r) = larger(column('mean') + half(0), (names[int(column('series'))] eq 'random' ? column('q3') : 0))
half(r) = half_of_mean(column('sd'), column('n'))
set datafile missing NaN # a line continues across the plies of the other player
stats $data using (is_shown(0) ? column('ply') : NaN) nooutput
last_ply = STATS_max
stats $data using (is_shown(0) ? high(0) : NaN) nooutput
most = STATS_max

eval picture(column_width, 9.6, 8)
set xrange [0:last_ply + 1]
set yrange [0:(is_slides ? 1.3 : 1.05) * most]
set mxtics 2
set grid ytics linecolor rgb grid_colour linewidth 0.5
set multiplot title title noenhanced
do for [parity = 1:0:-1] {
    # One below the other, on a slide side by side.
    set lmargin at screen (is_slides && parity == 0 ? 0.53 : is_slides ? 0.07 : 0.11)
    set rmargin at screen (is_slides && parity == 1 ? 0.47 : is_slides ? 0.94 : 0.97)
    set tmargin at screen top * (is_slides || parity == 1 ? 0.955 : 0.49)
    set bmargin at screen top * (is_slides ? 0.18 : parity == 1 ? 0.555 : 0.09)
    set title (has_removals ? (parity == 1 ? 'Black to move' : 'White to move') \
        : (parity == 1 ? 'the player who begins' : 'the other player')) offset 0, -0.8
    is_upper = parity == 1 && !is_slides
    set xlabel (is_upper ? '' : has_removals && !is_slides ? 'ply (plies 1 and 2 are the removals)' : 'ply')
    set ylabel (is_slides && parity == 0 ? '' : 'legal moves') offset 0.5
    set format x (is_upper ? '' : '%g')
    if (parity == 1) { set key top right samplen 3 spacing 1 Left reverse font small } else { unset key }
    plot for [i = 1:first_line - 1] $data using (at(i, parity)):(column('q1')):(column('q3')) with filledcurves \
             fillcolor rgb area_colour title names[i] . ', quartiles', \
         for [i = 1:n] $data using (at(i, parity)):(column('mean') - half(0)):(column('mean') + half(0)) \
             with filledcurves fillcolor rgb agent_colour(i) fillstyle transparent solid 0.3 notitle, \
         for [i = 1:n] $data using (at(i, parity)):(column('mean')) with linespoints linewidth 1.2 \
             dashtype agent_dash(i) pointtype agent_mark(i) pointinterval 5 \
             pointsize (names[i] eq 'random' ? 0 : 0.45 * thick) linecolor rgb agent_colour(i) title names[i]
}
unset multiplot
