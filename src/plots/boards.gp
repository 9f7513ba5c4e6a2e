# Games against the size of the board: jumps in a game and branching factor. Filled marks are square boards, open ones are
# not; the lines are power laws fitted to the logarithms of the boards of 64 cells and more, if there are three.
#
# SPDX-License-Identifier: MIT
set fit quiet logfile '/dev/null'
rows(b) = int(b[1:strstrt(b, 'x') - 1])
cols(b) = int(b[strstrt(b, 'x') + 1:*])
cells(b) = rows(b) * cols(b)
is_square(b) = rows(b) == cols(b)
large(b) = cells(b) >= 64

jumps(x) = a + p * x
branching(x) = c + q * x
a = -0.3; p = 1; c = 0.1; q = 0.5
stats $data using (large(strcol('board')) ? log(cells(strcol('board'))) : NaN) nooutput
has_fit = STATS_records >= 3 && STATS_max > STATS_min
if (has_fit) {
    fit jumps(x) $data using (large(strcol('board')) ? log(cells(strcol('board'))) : NaN):(log(column('jumps'))) via a, p
    fit branching(x) $data using (large(strcol('board')) ? log(cells(strcol('board'))) : NaN):(log(column('branching'))) via c, q
}
fitted(y) = has_fit ? exp(y) : NaN
power(q) = has_fit ? sprintf('proportional to cells^{%.2f}', q) : ''
stats $data using (cells(strcol('board'))) nooutput
set xrange [0.85 * STATS_min:1.2 * STATS_max]
at(square) = is_square(strcol('board')) == square ? cells(strcol('board')) : NaN

eval picture(column_width, 6.6, 8)
set title title noenhanced
set logscale xy
set xlabel 'cells of the board'
set ylabel 'mean of the games'
set yrange [*:*]
set xtics (4, 9, 16, 25, 36, 64, 100, 144, 196, 256, 400)
set ytics (1, 2, 5, 10, 20, 50, 100, 200, 500)
set key top left samplen 2.5 spacing 1.1 Left reverse font small enhanced
set label 1 'filled: square boards; open: other boards' at graph 0.99, 0.05 right font small
set offsets graph 0, graph 0, graph 0.22, graph 0
plot $data using (at(1)):(column('jumps')) with points pointtype 7 pointsize 0.6 * thick linecolor rgb first_colour \
         title 'jumps in a game', \
     $data using (at(0)):(column('jumps')) with points pointtype 6 pointsize 0.6 * thick linecolor rgb first_colour notitle, \
     fitted(jumps(log(x))) with lines dashtype 2 linecolor rgb first_colour title power(p), \
     $data using (at(1)):(column('branching')) with points pointtype 5 pointsize 0.6 * thick linecolor rgb second_colour \
         title 'legal jumps at a move (branching factor)', \
     $data using (at(0)):(column('branching')) with points pointtype 4 pointsize 0.6 * thick linecolor rgb second_colour notitle, \
     fitted(branching(log(x))) with lines dashtype 3 linecolor rgb second_colour title power(q)
