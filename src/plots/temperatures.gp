# How hot positions are: share of all sets of stones that are at least as hot as a temperature. A mark at every half, and
# at the highest temperature. Integers have the temperature -1; numbers less than 0, infinitesimals that are none and their
# sums with numbers 0.
#
# SPDX-License-Identifier: MIT
slash(s) = strstrt(s, '/')
rational(s) = slash(s) ? real(s[1:slash(s) - 1]) / real(s[slash(s) + 1:*]) : real(s)
temperature(r) = rational(sprintf('%s', strcol('temperature')))
is_half(t) = 2 * t == floor(2 * t)

# The shares, summed up from the hottest downwards: board, temperature, share.
set print $shares
print "board\ttemperature\tshare"
set print
least = 100
do for [i = 1:n] {
    stats $data using (column('series') == i ? column('positions') : NaN) nooutput
    all = STATS_sum
    least = smaller(least, 100.0 / all)
    set table $sums
    plot $data using (column('series') == i ? -temperature(0) : NaN):(100.0 * column('positions') / all) smooth cumulative
    unset table
    set print $shares append
    do for [k = 1:|$sums|] {
        if (word($sums[k], 3) eq 'i') { print sprintf("%d\t%.10g\t%s", i, -real(word($sums[k], 1)), word($sums[k], 2)) }
    }
    set print
}
last = 0 # the board of the row before: the first row of a board is its hottest

eval picture(column_width, 5.8, 8)
set title title noenhanced
set xlabel 'temperature'
set ylabel 'positions at least as hot (%)'
set xrange [-1:*]
set yrange [10 ** floor(log10(least)):100]
set logscale y
set format y '%g'
set xtics -1, 1
set mxtics 4
set ytics 100
set mytics 1
set grid ytics linecolor rgb grid_colour linewidth 0.5
if (n > 1) { set key top right samplen 2.5 spacing 1.1 Left reverse } else { unset key }
plot for [i = 1:n] $shares using (column('board') == i ? column('temperature') : NaN):(column('share')) with steps \
         linewidth 1.2 linecolor rgb board_colour(i, n) notitle, \
     for [i = 1:n] $shares using (column('board') == i && (is_half(column('temperature')) || last != i) ? column('temperature') : NaN): \
         (last = column('board'), column('share')) with points pointtype board_mark(i) pointsize 0.65 * thick \
         linecolor rgb board_colour(i, n) notitle, \
     for [i = 1:n] keyentry with linespoints linewidth 1.2 pointtype board_mark(i) pointsize 0.65 * thick \
         linecolor rgb board_colour(i, n) title names[i]
