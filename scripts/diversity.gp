# How many different exact values the sets of so many stones have, on boards of four and more rows.
#
#   gnuplot -e "data='data'; stem='data/diversity'" scripts/diversity.gp
#
# Reads data/values_stones.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

stones = data . '/values_stones.csv'
boards = system("awk -F, '!/^#/ && $1 >= 4 && $1 != \"rows\" { n[$1 \"x\" $2] = $1 * $2 } END { for (b in n) print n[b], b }' " . stones . " | sort -n | awk '{ print $2 }'")
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
set grid ytics linecolor rgb grid_colour linewidth 0.5
set key top left samplen 2.5 spacing 1.1 Left reverse

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 5.8
    plot for [i = 1:words(boards)] stones using (at(word(boards, i))):5 with linespoints linewidth 1 \
        pointtype board_mark(i) pointsize 0.65 linecolor rgb board_colour(i, words(boards)) title word(boards, i)
    unset output
}
