# Random play against the size of the board: jumps in a game and branching factor. Filled marks are square boards, open
# ones are not; the lines are power laws fitted to the logarithms of the boards of 64 cells and more.
#
#   gnuplot -e "data='data'; stem='data/boards'" scripts/boards.gp
#
# Reads data/boards.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders
set fit quiet logfile '/dev/null'

boards = data . '/boards.csv'
rows(b) = int(b[1:strstrt(b, 'x') - 1])
cols(b) = int(b[strstrt(b, 'x') + 1:*])
cells(b) = rows(b) * cols(b)
is_square(b) = rows(b) == cols(b)
large(b) = cells(b) >= 64

a = -0.3; p = 1
jumps(x) = a + p * x
fit jumps(x) boards using (large(strcol(2)) ? log(cells(strcol(2))) : NaN):(log($12)) via a, p
c = 0.1; q = 0.5
branching(x) = c + q * x
fit branching(x) boards using (large(strcol(2)) ? log(cells(strcol(2))) : NaN):(log($21)) via c, q

set logscale xy
set xlabel 'cells of the board'
set ylabel 'mean over random games'
set xrange [14:300]
set yrange [1.5:300]
set xtics (16, 25, 36, 64, 100, 144, 196, 256) out nomirror
set ytics (2, 5, 10, 20, 50, 100, 200) out nomirror
set border 3
set key top left samplen 2.5 spacing 1.1 Left reverse

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 6.2cm font 'DejaVu Sans,8' linewidth 1 dashlength 0.6
    } else {
        set terminal pngcairo size 1032, 744 font 'DejaVu Sans,19' linewidth 2.2 dashlength 0.6
    }
    set output stem . '.' . format
    plot exp(jumps(log(x))) with lines dashtype 2 linecolor rgb '#777777' notitle, \
         exp(branching(log(x))) with lines dashtype 2 linecolor rgb '#777777' notitle, \
         boards using (is_square(strcol(2)) ? cells(strcol(2)) : NaN):12 with points pointtype 7 pointsize 0.6 \
             linecolor rgb '#1b3a6b' \
             title sprintf('jumps in a game, as cells^{%.2f}', p), \
         boards using (is_square(strcol(2)) ? NaN : cells(strcol(2))):12 with points pointtype 6 pointsize 0.6 \
             linecolor rgb '#1b3a6b' notitle, \
         boards using (is_square(strcol(2)) ? cells(strcol(2)) : NaN):21 with points pointtype 5 pointsize 0.6 \
             linecolor rgb '#e8862e' \
             title sprintf('branching factor, as cells^{%.2f}', q), \
         boards using (is_square(strcol(2)) ? NaN : cells(strcol(2))):21 with points pointtype 4 pointsize 0.6 \
             linecolor rgb '#e8862e' notitle
    unset output
}
