# Counts on a logarithmic scale, a line for each board. The kind says what is counted: x_of and y_of, and their labels.
# Rows of a board with the same x are added up.
#
# SPDX-License-Identifier: MIT
dashes = '1 2 4 3 5'
stats $data using (y_of(0)) nooutput
decades = STATS_max > 0 ? log10(STATS_max) : 0
stats $data using (x_of(0)) nooutput
has_few = STATS_max - STATS_min < 12

eval picture(column_width, 5.8, 8)
set title title noenhanced
set xlabel x_label
set ylabel y_label
set logscale y
set format y (decades < 5 ? '%g' : '10^{%L}')
set xrange [*:*]
set yrange [1:*]
if (has_few) { set xtics 1; set mxtics 1 } else { set mxtics 5 }
if (n > 1) { set key outside right center samplen 3 spacing 1.1 Left reverse } else { unset key }
plot for [i = 1:n] $data using (column('series') == i ? x_of(0) : NaN):(y_of(0)) smooth frequency \
    with linespoints linewidth 1 dashtype int(word(dashes, (i - 1) % 5 + 1)) pointtype board_mark(i) pointsize 0.45 * thick \
    linecolor rgb board_colour(i, n) title names[i]
