# Thermographs of four positions; the value grows to the left, and where the walls are one, the right one lies on the
# wider left one.
#
#   gnuplot -e "data='data'; stem='data/thermographs'" scripts/thermographs.gp
#
# Reads data/thermographs.csv and draws its first four positions; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

walls = data . '/thermographs.csv'
positions = system("awk -F, '!/^#/ && $1 != \"position\" && !seen[$1]++ { print $1 }' " . walls)
value_of(p) = system(sprintf("awk -F, -v p='%s' '$1 == p { sub(/^[^,]*,/, \"\"); sub(/,[a-z]+,[^,]*,[^,]*$/, \"\"); gsub(/\"/, \"\"); print; exit }' %s", p, walls))
is_of(p, wall) = strcol(1) eq p && strcol(3) eq wall

set border 3
set ytics 0, 1 out nomirror
set mytics 2
set xtics 1 out nomirror
set mxtics 2
unset key

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 7.2cm font 'DejaVu Sans,8' linewidth 1
    } else {
        set terminal pngcairo size 1032, 864 font 'DejaVu Sans,19' linewidth 2.2
    }
    set output stem . '.' . format
    set multiplot layout 2, 2 margins 0.11, 0.98, 0.13, 0.92 spacing 0.12, 0.2
    do for [i = 1:4] {
        p = word(positions, i)
        set autoscale
        stats walls using (strcol(1) eq p ? column(4) : NaN) nooutput
        set yrange [0:*]
        set xrange [STATS_max + 0.5:STATS_min - 0.5]
        set title value_of(p) noenhanced offset 0, -0.6
        set xlabel i > 2 ? 'value' : ''
        set ylabel i % 2 ? 'temperature' : ''
        plot walls using (is_of(p, 'left') ? column(4) : NaN):5 with lines linewidth 3 linecolor rgb '#1b3a6b', \
             walls using (is_of(p, 'right') ? column(4) : NaN):5 with lines linewidth 1.3 linecolor rgb '#e8862e'
    }
    unset multiplot
    unset output
}
