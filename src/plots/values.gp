# Values by mean and temperature: the size of a mark grows with the number of positions, where the table has it.
#
# SPDX-License-Identifier: MIT
slash(s) = strstrt(s, '/')
rational(s) = s eq '' ? NaN : slash(s) ? real(s[1:slash(s) - 1]) / real(s[slash(s) + 1:*]) : real(s)
mean(r) = rational(sprintf('%s', strcol('mean')))
temperature(r) = rational(sprintf('%s', strcol('temperature')))
stats $data using (mean(0)):(temperature(0)) nooutput

eval picture(column_width, 6.6, 8)
set title title noenhanced
set xlabel 'mean (moves of Black)'
set ylabel 'temperature (moves)'
# As in thermographs, the value grows to the left.
set xrange [STATS_max_x + 0.5:STATS_min_x - 0.5]
set yrange [-1.2:STATS_max_y + 0.4]
set grid linecolor rgb grid_colour linewidth 0.5
set ytics -1, 1
unset key
plot $data using (mean(0)):(temperature(0)) with points pointtype 7 pointsize 0.5 * thick linecolor rgb first_colour
