# How hot positions are: share of all sets of stones that are at least as hot as a temperature, on boards of four and
# more rows. A mark at every half, and at the highest temperature.
#
#   gnuplot -e "data='data'; stem='data/temperatures'" scripts/temperatures.gp
#
# Reads data/values_temperatures.csv; writes stem.pdf and stem.png. Integers have the temperature -1; numbers less than
# 0, infinitesimals that are none and their sums with numbers 0.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

temperatures = data . '/values_temperatures.csv'
boards = system("awk -F, '!/^#/ && $1 >= 4 && $1 != \"rows\" { n[$1 \"x\" $2] = $1 * $2 } END { for (b in n) print n[b], b }' " . temperatures . " | sort -n | awk '{ print $2 }'")
slash(s) = strstrt(s, '/')
rational(s) = slash(s) ? real(s[1:slash(s) - 1]) / real(s[slash(s) + 1:*]) : real(s)
is_of(b) = sprintf('%s', strcol(1) . 'x' . strcol(2)) eq b
n_cells(b) = int(b[1:strstrt(b, 'x') - 1]) * int(b[strstrt(b, 'x') + 1:*])

# The shares, summed up from the hottest downwards.
do for [i = 1:words(boards)] {
    set table sprintf('%s.%d.part', stem, i)
    plot temperatures using (is_of(word(boards, i)) ? -rational(strcol(4)) : NaN):(100.0 * column(5) / 2 ** n_cells(word(boards, i))) \
        smooth cumulative notitle
    unset table
}

set datafile separator whitespace
set datafile nocolumnheaders
set xlabel 'temperature'
set ylabel 'positions at least as hot (%)'
set xrange [-1:4.2]
set yrange [1e-5:100]
set logscale y
set format y '%g'
set xtics -1, 1 out nomirror
set mxtics 4
set ytics 100 out nomirror
set mytics 1
set grid ytics linecolor rgb grid_colour linewidth 0.5
set key top right samplen 2.5 spacing 1.1 Left reverse
is_half(t) = 2 * t == floor(2 * t)

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 5.8
    plot for [i = 1:words(boards)] sprintf('%s.%d.part', stem, i) using (-$1):2 with steps linewidth 1.2 \
             linecolor rgb board_colour(i, words(boards)) notitle, \
         for [i = 1:words(boards)] sprintf('%s.%d.part', stem, i) using (is_half($1) || $0 == 0 ? -$1 : NaN):2 with points \
             pointtype board_mark(i) pointsize 0.65 linecolor rgb board_colour(i, words(boards)) notitle, \
         for [i = 1:words(boards)] keyentry with linespoints linewidth 1.2 pointtype board_mark(i) pointsize 0.65 \
             linecolor rgb board_colour(i, words(boards)) title word(boards, i)
    unset output
}
do for [i = 1:words(boards)] {
    system(sprintf("rm -f '%s.%d.part'", stem, i))
}
