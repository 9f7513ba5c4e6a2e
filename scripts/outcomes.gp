# Outcome classes of all sets of stones on one board, by number of stones.
#
#   gnuplot -e "data='data'; stem='data/outcomes'" scripts/outcomes.gp
#
# Reads data/census.csv and draws its largest board; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

census = data . '/census.csv'
board = system("awk -F, '!/^#/ && $1 != \"rows\" && $1 * $2 >= n { n = $1 * $2; b = $1 \" \" $2 } " \
               . "END { print b }' " . census)
rows = int(word(board, 1))
cols = int(word(board, 2))
all(n, p, b, w) = n + p + b + w
at(r, c, x) = r == rows && c == cols ? x : NaN
share(r, c, part, n, p, b, w) = at(r, c, 100.0 * part / all(n, p, b, w))

set xlabel 'stones'
set ylabel sprintf('sets of stones on %dx%d (%%)', rows, cols)
set xrange [0:rows * cols]
set yrange [0:100]
set xtics 0, 6 out nomirror
set mxtics 6
set ytics 0, 25 out nomirror
set border 3
set key outside top center horizontal samplen 2 width 1
set style fill solid noborder

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 5.8cm font 'DejaVu Sans,8' linewidth 1
    } else {
        set terminal pngcairo size 1032, 696 font 'DejaVu Sans,19' linewidth 2.2
    }
    set output stem . '.' . format
    plot census using (at($1, $2, $4)):(0):(share($1, $2, $6, $5, $6, $7, $8)) with filledcurves \
             fillcolor rgb '#f0f0f0' \
             title 'previous player', \
         census using (at($1, $2, $4)):(share($1, $2, $6, $5, $6, $7, $8)):(share($1, $2, $6 + $5, $5, $6, $7, $8)) \
             with filledcurves fillcolor rgb '#e8b27e' title 'next player', \
         census using (at($1, $2, $4)):(share($1, $2, $6 + $5, $5, $6, $7, $8)): \
             (share($1, $2, $6 + $5 + $8, $5, $6, $7, $8)) \
             with filledcurves fillcolor rgb '#8aa0c8' title 'White', \
         census using (at($1, $2, $4)):(share($1, $2, $6 + $5 + $8, $5, $6, $7, $8)):(at($1, $2, 100)) \
             with filledcurves fillcolor rgb '#1b3a6b' title 'Black'
    unset output
}
