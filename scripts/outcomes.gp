# Outcome classes of all sets of stones on one board, by number of stones.
#
#   gnuplot -e "data='data'; stem='data/outcomes'" scripts/outcomes.gp
#
# Reads data/census.csv and draws its largest board; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

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

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 5.8
    set key outside top center horizontal samplen 1.2 width 0 font small maxrows 2
    plot census using (at($1, $2, $4)):(0):(share($1, $2, $6, $5, $6, $7, $8)) with filledcurves \
             fillcolor rgb previous_colour \
             title 'previous player (P)', \
         census using (at($1, $2, $4)):(share($1, $2, $6, $5, $6, $7, $8)):(share($1, $2, $6 + $5, $5, $6, $7, $8)) \
             with filledcurves fillcolor rgb next_colour title 'next player (N)', \
         census using (at($1, $2, $4)):(share($1, $2, $6 + $5, $5, $6, $7, $8)): \
             (share($1, $2, $6 + $5 + $8, $5, $6, $7, $8)) \
             with filledcurves fillcolor rgb white_colour title 'White (R)', \
         census using (at($1, $2, $4)):(share($1, $2, $6 + $5 + $8, $5, $6, $7, $8)):(at($1, $2, 100)) \
             with filledcurves fillcolor rgb black_colour title 'Black (L)'
    unset output
}
