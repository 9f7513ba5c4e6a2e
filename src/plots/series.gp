# Series of games side by side, a row each: the share that Black wins (a draw is a half), jumps in a game, and legal jumps
# at a move, with 95 % intervals.
#
# SPDX-License-Identifier: MIT
longest = 0
do for [i = 1:n] { longest = strlen(names[i]) > longest ? strlen(names[i]) : longest }
longest = longest > 40 ? 40 : longest
row(r) = n + 1 - column('series')
# A round distance of marks on the axis, at most seven of them.
nice(x) = x <= 1 ? 1 : x <= 2 ? 2 : x <= 5 ? 5 : 10
round(x) = nice(x / 10.0 ** floor(log10(x))) * 10 ** floor(log10(x))
array steps[3] = [25, 1, 1]
do for [panel = 2:3] {
    stats $data using (column(panel == 2 ? 'jumps_high' : 'branching_high')) nooutput
    steps[panel] = round(larger(STATS_max, 1) / 6.0)
}
mark_size = n > 20 ? 0.45 : 0.7

eval picture(page_of_columns, 2.6 + 0.5 * n, 8)
left = 0.02 + longest * 0.67 * points / (28.35 * page_width(17.4))
panel_width = (0.98 - left) / 3
low_edge = is_slides ? 0.16 : 1.35 / (2.6 + 0.5 * n)
set yrange [0.4:n + 0.6]
set ytics scale 0 noenhanced
set ytics (names[1] n)
set for [i = 1:n] ytics add (names[i] n + 1 - i)
set border 1
set grid ytics linecolor rgb grid_colour linewidth 0.5
unset key
set multiplot title title noenhanced
set bmargin at screen top * low_edge
set tmargin at screen top - (0.7 / (2.6 + 0.5 * n))
array quantities[3] = ['black_share', 'jumps', 'branching']
array panel_titles[3] = ['won by Black', 'length', 'choice']
array units[3] = ['share of the games (%)', 'jumps in a game', 'legal jumps at a move']
do for [panel = 1:3] {
    quantity = quantities[panel]
    factor = panel == 1 ? 100 : 1
    set lmargin at screen left + (panel - 1) * panel_width
    set rmargin at screen left + (panel - 0.1) * panel_width
    set title panel_titles[panel] offset 0, -0.6
    set xlabel units[panel] offset 0, 0.4
    if (panel == 1) { set xrange [0:100]; set xtics 0, 25 } else { set xrange [0:*]; set xtics 0, steps[panel] }
    if (panel == 1) { set arrow 1 from 50, graph 0 to 50, graph 1 nohead linecolor rgb guide_colour dashtype 2 back }
    plot $data using (factor * column(quantity)):(row(0)):(factor * column(quantity . '_low')): \
             (factor * column(quantity . '_high')) with xerrorbars pointtype 7 pointsize mark_size * thick linewidth 1.2 \
             linecolor rgb first_colour
    unset arrow 1
    set for [i = 1:n] ytics add ('' n + 1 - i)
}
unset multiplot
