# Random play against the size of the board: jumps in a game and branching factor. Filled marks are square boards, open
# ones are not; the lines are power laws fitted to the logarithms of the boards of 64 cells and more, if there are three.
#
#   gnuplot -e "data='data'; stem='data/boards'" scripts/boards.gp
#
# Reads data/boards.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'
set fit quiet logfile '/dev/null'

boards = data . '/boards.csv'
rows(b) = int(b[1:strstrt(b, 'x') - 1])
cols(b) = int(b[strstrt(b, 'x') + 1:*])
cells(b) = rows(b) * cols(b)
is_square(b) = rows(b) == cols(b)
large(b) = cells(b) >= 64

jumps(x) = a + p * x
branching(x) = c + q * x
a = -0.3; p = 1; c = 0.1; q = 0.5
stats boards using (large(strcol(2)) ? log(cells(strcol(2))) : NaN) nooutput
has_fit = STATS_records >= 3 && STATS_max > STATS_min
if (has_fit) {
    fit jumps(x) boards using (large(strcol(2)) ? log(cells(strcol(2))) : NaN):(log(column('jumps'))) via a, p
    fit branching(x) boards using (large(strcol(2)) ? log(cells(strcol(2))) : NaN):(log(column('branching'))) via c, q
}
fitted(y) = has_fit ? exp(y) : NaN
power(q) = has_fit ? sprintf('proportional to cells^{%.2f}', q) : ''

set logscale xy
set xlabel 'cells of the board'
set ylabel 'mean over random games'
set xrange [14:300]
set yrange [1.5:1000]
set xtics (16, 25, 36, 64, 100, 144, 196, 256)
set ytics (2, 5, 10, 20, 50, 100, 200)

is_shown(b, square) = is_square(b) == square ? cells(b) : NaN
at(square) = is_shown(strcol(2), square)

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 6.6
    set key top left samplen 2.5 spacing 1.1 Left reverse font small
    set label 1 'filled: square boards; open: other boards' at graph 0.99, 0.05 right font small
    plot boards using (at(1)):(column('jumps')) with points pointtype 7 pointsize 0.6 linecolor rgb first_colour \
             title 'jumps in a game', \
         boards using (at(0)):(column('jumps')) with points pointtype 6 pointsize 0.6 linecolor rgb first_colour notitle, \
         fitted(jumps(log(x))) with lines dashtype 2 linecolor rgb first_colour \
             title power(p), \
         boards using (at(1)):(column('branching')) with points pointtype 5 pointsize 0.6 linecolor rgb second_colour \
             title 'legal jumps at a move (branching factor)', \
         boards using (at(0)):(column('branching')) with points pointtype 4 pointsize 0.6 linecolor rgb second_colour notitle, \
         fitted(branching(log(x))) with lines dashtype 3 linecolor rgb second_colour \
             title power(q)
    unset output
}
