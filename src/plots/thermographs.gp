# Thermographs of positions; the value grows to the left, and where the walls are one, the right one lies on the wider left
# one.
#
# SPDX-License-Identifier: MIT
is_of(i, wall) = column('series') == i && strcol('wall') eq wall
across = n == 1 ? 1 : n <= 4 ? 2 : n <= 9 ? 3 : 4
down = int(ceil(1.0 * n / across))

eval picture(across == 1 ? 8.6 : 4.3 * across, 3.6 * down + 0.8, 8)
set ytics 0, 1
set mytics 2
set xtics 1
set mxtics 2
unset key
gap = 1.0 / (3.6 * down + 0.8) # a centimetre
set multiplot title title noenhanced
do for [i = 1:n] {
    x = (i - 1) % across
    y = (i - 1) / across
    panel_height = top * (1 - 0.8 * gap) / down
    set lmargin at screen (x + 0.24) / across
    set rmargin at screen (x + 0.93) / across
    set tmargin at screen top - y * panel_height - (is_slides ? 0.17 : 0.14) * panel_height
    set bmargin at screen top - (y + 1) * panel_height + (is_slides ? 0.33 : 0.24) * panel_height
    set autoscale
    stats $data using (column('series') == i ? column('x') : NaN) nooutput
    set xrange [STATS_max + 0.5:STATS_min - 0.5]
    set yrange [0:*]
    set title names[i] noenhanced offset 0, -0.6
    set xlabel (i + across > n ? 'value (moves of Black)' : '') offset 0, 0.4
    set ylabel (x == 0 ? 'temperature (moves)' : '') offset 0.5, 0
    plot $data using (is_of(i, 'left') ? column('x') : NaN):(column('temperature')) with lines linewidth 3 \
             linecolor rgb black_colour, \
         $data using (is_of(i, 'right') ? column('x') : NaN):(column('temperature')) with lines linewidth 1.5 \
             linecolor rgb white_colour
}
# The legend, below all of them.
set lmargin at screen 0.02
set rmargin at screen 0.98
set bmargin at screen 0.005
set tmargin at screen 0.8 * gap
unset title
unset border
unset tics
unset xlabel
unset ylabel
set key center center maxrows 1 samplen 2.5 Left reverse font small
set xrange [0:1]
set yrange [0:1]
plot keyentry with lines linewidth 3 linecolor rgb black_colour title 'left wall: Black moves first', \
     keyentry with lines linewidth 1.5 linecolor rgb white_colour title 'right wall: White moves first', \
     NaN notitle
unset multiplot
