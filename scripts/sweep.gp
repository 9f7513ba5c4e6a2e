# What a sweep costs: seconds and bytes of the database against the cells of the board. A cell more means twice the
# positions: the lines double with each cell, through the largest board.
#
#   gnuplot -e "data='data'; stem='data/sweep'" scripts/sweep.gp
#
# Reads data/sweep.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

sweep = data . '/sweep.csv'
cells(x) = column('rows') * column('cols')
stats sweep using (cells(0)) nooutput
largest = STATS_max
stats sweep using (cells(0) == largest ? column('seconds') : NaN) nooutput
seconds = STATS_max
stats sweep using (cells(0) == largest ? column('database_bytes') : NaN) nooutput
bytes = STATS_max
doubling(y, x) = x >= largest - 14 && x <= largest + 1 ? y * 2 ** (x - largest) : NaN

set xlabel 'cells of the board'
set ylabel 'time of the sweep (s)'
set y2label 'size of the database (bytes)'
set logscale y
set logscale y2
set format y '10^{%L}'
set format y2 '10^{%L}'
set xrange [8:38]
set yrange [1e-3:1e4]
set y2range [1e2:1e11]
set xtics 8, 4
set ytics out nomirror
set y2tics out nomirror
set border 11
set samples 400
set key top left samplen 2.5 spacing 1.1 Left reverse

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 8.6 6.2
    plot doubling(seconds, x) with lines dashtype 2 linecolor rgb first_colour notitle, \
         doubling(bytes, x) axes x1y2 with lines dashtype 2 linecolor rgb second_colour notitle, \
         sweep using (cells(0)):(column('seconds')) with points pointtype 7 pointsize 0.6 \
             linecolor rgb first_colour title 'seconds (left)', \
         sweep using (cells(0)):(column('database_bytes')) axes x1y2 with points pointtype 4 pointsize 0.7 \
             linecolor rgb second_colour title 'bytes (right)', \
         keyentry with lines dashtype 2 linecolor rgb guide_colour title 'twice as much with each cell'
    unset output
}
