# Thermographs of four positions; the value grows to the left, and where the walls are one, the right one lies on the
# wider left one.
#
#   gnuplot -e "data='data'; stem='data/thermographs'" scripts/thermographs.gp
#
# Reads data/thermographs.csv and draws its first four positions; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

walls = data . '/thermographs.csv'
positions = system("awk -F, '!/^#/ && $1 != \"position\" && !seen[$1]++ { print $1 }' " . walls)
value_of(p) = system(sprintf("awk -F, -v p='%s' '$1 == p { sub(/^[^,]*,/, \"\"); sub(/,[a-z]+,[^,]*,[^,]*$/, \"\"); gsub(/\"/, \"\"); print; exit }' %s", p, walls))
is_of(p, wall) = strcol(1) eq p && strcol(3) eq wall

set ytics 0, 1 out nomirror
set mytics 2
set xtics 1 out nomirror
set mxtics 2
unset key

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 8.0
    set multiplot layout 2, 2 margins 0.12, 0.96, 0.2, 0.93 spacing 0.13, 0.19
    do for [i = 1:4] {
        p = word(positions, i)
        set autoscale
        stats walls using (strcol(1) eq p ? column(4) : NaN) nooutput
        set yrange [0:*]
        set xrange [STATS_max + 0.5:STATS_min - 0.5]
        set title value_of(p) noenhanced offset 0, -0.6
        set xlabel i > 2 ? 'value (moves of Black)' : ''
        set ylabel i % 2 ? 'temperature (moves)' : ''
        plot walls using (is_of(p, 'left') ? column(4) : NaN):5 with lines linewidth 3 linecolor rgb black_colour, \
             walls using (is_of(p, 'right') ? column(4) : NaN):5 with lines linewidth 1.5 linecolor rgb white_colour
    }
    # The legend, below all four.
    set margins screen 0.02, screen 0.98, screen 0.005, screen 0.07
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
    set border 3
    set ytics 0, 1 out nomirror
    set xtics 1 out nomirror
    unset key
    unset multiplot
    unset output
}
