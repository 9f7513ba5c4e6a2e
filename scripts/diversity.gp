# How many different exact values the sets of so many stones have, on boards of four and more rows.
#
#   gnuplot -e "data='data'; stem='data/diversity'" scripts/diversity.gp
#
# Reads data/values_stones.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

stones = data . '/values_stones.csv'
boards = system("awk -F, '!/^#/ && $1 >= 4 && $1 != \"rows\" { n[$1 \"x\" $2] = $1 * $2 } END { for (b in n) print n[b], b }' " . stones . " | sort -n | awk '{ print $2 }'")
colours = '#999999 #e8862e #3c8a4e #b02a2a #1b3a6b'
marks = '4 6 8 7 5'
at(b) = sprintf('%s', strcol(1) . 'x' . strcol(2)) eq b ? column(3) : NaN

set xlabel 'stones'
set ylabel 'different values'
set xrange [0:*]
set logscale y
set yrange [0.8:*]
set format y '10^{%T}'
set xtics 0, 5 out nomirror
set mxtics 5
set ytics 10 out nomirror
set mytics 1
set border 3
set grid ytics linecolor rgb '#dddddd' linewidth 0.5
set key top left samplen 2.5 spacing 1.1 Left reverse

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 5.8cm font 'DejaVu Sans,8' linewidth 1
    } else {
        set terminal pngcairo size 1032, 696 font 'DejaVu Sans,19' linewidth 2.2
    }
    set output stem . '.' . format
    plot for [i = 1:words(boards)] stones using (at(word(boards, i))):5 with linespoints linewidth 1 \
        pointtype int(word(marks, i)) pointsize 0.65 linecolor rgb word(colours, i) title word(boards, i)
    unset output
}
