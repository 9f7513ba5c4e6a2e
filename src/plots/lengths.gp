# How long games are: the share of the games by number of jumps, each series with 95 % intervals; random play is an area.
# Where lengths differ much, those of so many jumps are taken together that there are about 40 bars.
#
# SPDX-License-Identifier: MIT
stats $data using (column('share') >= 0.0005 ? column('jumps') : NaN) nooutput
from = STATS_min
to = STATS_max
bar = larger(1, floor((to - from) / 40.0))
middle(x) = bar * floor(x / bar) + (bar - 1) / 2.0

# Games of each series, and of them those in each bar.
array games[n]
set print $bars
print "series\tjumps\tcount"
set print
do for [i = 1:n] {
    stats $data using (column('series') == i ? column('count') : NaN) nooutput
    games[i] = STATS_sum
    set table $sums
    plot $data using (column('series') == i ? middle(column('jumps')) : NaN):(column('count')) smooth frequency
    unset table
    set print $bars append
    do for [k = 1:|$sums|] {
        if (word($sums[k], 3) eq 'i') { print sprintf("%d\t%s\t%s", i, word($sums[k], 1), word($sums[k], 2)) }
    }
    set print
}
at(i) = column('series') == i ? column('jumps') : NaN
part(i) = column('count') / games[i]
first_line = names[1] eq 'random' ? 2 : 1
part_of_own(r) = part(int(column('series')))
high_of_own(r) = share_high(part_of_own(r), games[int(column('series'))])
stats $bars using (100 * part_of_own(0)) nooutput
most = STATS_max
stats $bars using (high_of_own(0)) nooutput # a band that leaves the picture would be cut in the wrong place

eval picture(column_width, 5.8, 8)
set title title noenhanced
set xlabel 'jumps in a game'
set ylabel (bar > 1 ? sprintf('share of the games, per %d jumps (%%)', bar) : 'share of the games (%)')
set xrange [from - bar:to + bar]
set yrange [0:larger(1.45 * most, 1.05 * STATS_max)]
set boxwidth 0.9 * bar
set mxtics 2
set key top left samplen 3 spacing 1.1 Left reverse font small
plot for [i = 1:first_line - 1] $bars using (at(i)):(100 * part(i)) with boxes fillcolor rgb area_colour title names[i], \
     for [i = first_line:n] $bars using (at(i)):(share_low(part(i), games[i])):(share_high(part(i), games[i])) \
         with filledcurves fillcolor rgb agent_colour(i) fillstyle transparent solid 0.15 notitle, \
     for [i = first_line:n] $bars using (at(i)):(100 * part(i)) with linespoints linewidth 1.2 dashtype agent_dash(i) \
         pointtype agent_mark(i) pointsize 0.4 * thick pointinterval 2 linecolor rgb agent_colour(i) title names[i]
