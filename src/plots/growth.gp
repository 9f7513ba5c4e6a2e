# Two quantities against the cells of the board, on logarithmic scales. The kind names their columns, first and second, and
# labels. A cell more means twice the positions: the lines double with each cell, through the largest board.
#
# SPDX-License-Identifier: MIT
cells(x) = column('rows') * column('cols')
stats $data using (cells(0)):(column(first)) nooutput
smallest = STATS_min_x
largest = STATS_max_x
lowest = STATS_min_y > 0 ? STATS_min_y : 1
highest = STATS_max_y
stats $data using (cells(0) == largest ? column(first) : NaN) nooutput
first_at_end = STATS_max
stats $data using (column(second)) nooutput
second_lowest = STATS_min > 0 ? STATS_min : 1
second_highest = STATS_max
stats $data using (cells(0) == largest ? column(second) : NaN) nooutput
second_at_end = STATS_max
doubling(y, x) = x >= larger(smallest, largest - 14) && x <= largest + 1 ? y * 2 ** (x - largest) : NaN
down_to(y) = 10 ** floor(log10(y))
up_to(y) = 10 ** ceil(log10(y) + 0.3)

eval picture(column_width, 6.2, 8)
set title title noenhanced
set xlabel 'cells of the board'
set ylabel first_label
set y2label second_label
set logscale y
set logscale y2
set format y '10^{%L}'
set format y2 '10^{%L}'
set xrange [smallest - 1:largest + 2]
set yrange [down_to(lowest):10 * up_to(highest)]
set y2range [down_to(second_lowest) / 10.0:up_to(second_highest)]
set y2tics out nomirror
set border 11
set samples 400
set key top left samplen 2.5 spacing 1.1 Left reverse font small noenhanced
plot doubling(first_at_end, x) with lines dashtype 2 linecolor rgb first_colour notitle, \
     doubling(second_at_end, x) axes x1y2 with lines dashtype 2 linecolor rgb second_colour notitle, \
     $data using (cells(0)):(column(first)) with points pointtype 7 pointsize 0.6 * thick linecolor rgb first_colour \
         title first_label . ', left', \
     $data using (cells(0)):(column(second)) axes x1y2 with points pointtype 4 pointsize 0.7 * thick \
         linecolor rgb second_colour title second_label . ', right', \
     keyentry with lines dashtype 2 linecolor rgb guide_colour title 'twice as much with each cell'
