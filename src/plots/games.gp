# Several games side by side: legal moves of the player to move by ply, and the share of the games that get there, with
# 95 % intervals. A series of less than 30 games is drawn as marks. A ply is drawn if at least 1 % of the games and ten, or
# three of few, reach it.
#
# SPDX-License-Identifier: MIT
array games[n]
array of_konane[n]
do for [i = 1:n] {
    stats $data using (column('series') == i ? column('n') : NaN) nooutput
    games[i] = STATS_max
    stats $data using (column('series') == i ? (strcol('rules') eq 'konane' ? 1 : 0) : NaN) nooutput
    of_konane[i] = STATS_max
}
is_few(i) = games[i] < 30
colour(i) = is_few(i) ? people_colour : of_konane[i] == 1 ? konane_colour : draughts_colour
# The first series of a game is a whole line, the next ones have dashes.
before(i) = sum [k = 1:i] (of_konane[k] == of_konane[i] && !is_few(k) ? 1 : 0)
dash(i) = before(i) <= 1 ? 1 : before(i)
width(i) = dash(i) == 1 ? 2 : 1.3
share(i) = column('n') / games[i]
is_shown(i) = column('series') == i && (is_few(i) ? column('n') >= 3 : column('n') >= larger(0.01 * games[i], 10))
at(i) = is_shown(i) ? column('ply') : NaN
half(r) = half_of_mean(column('sd'), column('n'))
is_any(r) = is_shown(int(column('series')))
stats $data using (is_any(0) ? column('ply') : NaN) nooutput
last_ply = STATS_max
stats $data using (is_any(0) ? column('mean') + (is_few(int(column('series'))) ? 0 : half(0)) : NaN) nooutput
most = STATS_max

eval picture(column_width, 9.6, 8)
set xrange [0:last_ply]
set mxtics 2
set grid ytics linecolor rgb grid_colour linewidth 0.5
set lmargin at screen 0.13
set rmargin at screen 0.96
set multiplot title title noenhanced
set tmargin at screen top * 0.98
set bmargin at screen top * 0.47
set format x ''
set ylabel 'legal moves' offset 0.5
set yrange [0:most * (1 + 0.07 * n)]
set key top right samplen 3 spacing 1.1 Left reverse font small
plot for [i = 1:n] $data using (at(i)):(column('mean') - half(0)):(column('mean') + half(0)) with filledcurves \
         fillcolor rgb colour(i) fillstyle transparent solid (is_few(i) ? 0.13 : 0.25) notitle, \
     for [i = 1:n] $data using (at(i)):(is_few(i) ? NaN : column('mean')) with lines linewidth width(i) \
         dashtype dash(i) linecolor rgb colour(i) title (is_few(i) ? '' : names[i]), \
     for [i = 1:n] $data using (at(i)):(is_few(i) ? column('mean') : NaN) with points pointtype 6 \
         pointsize 0.5 * thick linecolor rgb colour(i) title (is_few(i) ? names[i] : '')
set tmargin at screen top * 0.42
set bmargin at screen top * 0.095
set format x
set xlabel 'ply'
set ylabel 'share of the games (%)' offset 0.5
set yrange [0:100]
set ytics 0, 25
unset key
plot for [i = 1:n] $data using (is_few(i) ? NaN : at(i)):(share_low(share(i), games[i])):(share_high(share(i), games[i])) \
         with filledcurves fillcolor rgb colour(i) fillstyle transparent solid 0.25, \
     for [i = 1:n] $data using (is_few(i) ? NaN : at(i)):(100 * share(i)) with lines linewidth width(i) dashtype dash(i) \
         linecolor rgb colour(i), \
     for [i = 1:n] $data using (is_few(i) && column('series') == i ? column('ply') : NaN):(100.0 * share(i)) with steps \
         linewidth 1.3 linecolor rgb colour(i)
unset multiplot
