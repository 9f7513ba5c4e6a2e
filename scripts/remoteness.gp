# How long perfect play lasts: positions by remoteness (plies to the end, the winner hurrying), on several boards.
#
#   gnuplot -e "data='data'; stem='data/remoteness'" scripts/remoteness.gp
#
# Reads data/remoteness.csv; writes stem.pdf and stem.png. Both players to move are counted.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

remoteness = data . '/remoteness.csv'
boards = '4x4 4x5 5x5 4x6 5x6 6x6'
dashes = '1 2 4 3 5 1'
present = system("awk -F, '!/^#/ && $1 != \"rows\" { print $1 \"x\" $2 }' " . remoteness . " | uniq | tr '\n' ' '")
shown = ''
do for [i = 1:6] {
    shown = shown . (strstrt(' ' . present, ' ' . word(boards, i) . ' ') > 0 ? sprintf(' %d', i) : '')
}
name(r, c) = sprintf('%dx%d', int(r), int(c))

set xlabel 'remoteness (plies)'
set ylabel 'positions'
set logscale y
set format y '10^{%L}'
set xrange [0:*]
set yrange [1:*]
set xtics 0, 5 out nomirror
set mxtics 5
set ytics out nomirror
set key outside right center samplen 3 spacing 1.1 Left reverse

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 5.8
    plot for [i in shown] remoteness using (name($1, $2) eq word(boards, int(i)) ? $4 : NaN):($5 + $6) \
        with linespoints linewidth 1 dashtype int(word(dashes, int(i))) pointtype board_mark(int(i)) \
        pointsize 0.45 linecolor rgb board_colour(int(i), words(boards)) title word(boards, int(i))
    unset output
}
