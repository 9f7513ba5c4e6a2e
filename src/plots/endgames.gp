# Endgames of draughts: positions that the side to move wins, draws and loses, by number of pieces, a panel for each board.
#
# SPDX-License-Identifier: MIT
pieces(r) = column('mover_men') + column('mover_kings') + column('other_men') + column('other_kings')
stats $data using (pieces(0)) nooutput
most = int(STATS_max)
# Positions by board and pieces, and how they end.
set print $sums
print "board\tpieces\twon\tdrawn\tlost\tpositions"
do for [i = 1:n] { do for [k = 2:most] {
    array sum_of[4] = [0, 0, 0, 0]
    stats $data using (column('series') == i && pieces(0) == k ? (sum_of[1] = sum_of[1] + column('won'), \
        sum_of[2] = sum_of[2] + column('drawn'), sum_of[3] = sum_of[3] + column('lost'), \
        sum_of[4] = sum_of[4] + column('positions'), 1) : 0) nooutput
    if (sum_of[4] > 0) {
        print sprintf("%d\t%d\t%.0f\t%.0f\t%.0f\t%.0f", i, k, sum_of[1], sum_of[2], sum_of[3], sum_of[4])
    }
} }
set print
share(part) = 100.0 * column(part) / column('positions')
is_shown(i) = column('board') == i ? 0 : NaN

eval picture(smaller(page_of_columns, larger(column_width, 1 + 5.5 * n)), 6.2, 8)
left = 1.3 / larger(8.6, 1 + 5.5 * n)
panel_width = (0.985 - left) / n
set border 1
set ytics 1 scale 0
set xrange [0:100]
set xtics 0, 25
set xlabel 'positions (%)' offset 0, 0.4
set yrange [most + 0.6:1.4]
set ylabel 'pieces' offset 1, 0
set multiplot title title noenhanced
set bmargin at screen top * 0.235
set tmargin at screen top * 0.91
do for [i = 1:n] {
    set lmargin at screen left + (i - 1) * panel_width
    set rmargin at screen left + (i - 0.08) * panel_width
    set title names[i] noenhanced offset 0, -0.6
    if (i == 1) { set key at screen 0.5, screen top * 0.05 center center maxrows 1 samplen 1.2 Left reverse font small } else { unset key; unset ylabel }
    plot $sums using (is_shown(i)):(column('pieces')):(0):(share('won')):(column('pieces') - 0.36): \
             (column('pieces') + 0.36) with boxxyerror fillcolor rgb first_colour title 'won by the side to move', \
         $sums using (is_shown(i)):(column('pieces')):(share('won')):(share('won') + share('drawn')): \
             (column('pieces') - 0.36):(column('pieces') + 0.36) with boxxyerror fillcolor rgb area_colour title 'drawn', \
         $sums using (is_shown(i)):(column('pieces')):(share('won') + share('drawn')):(100): \
             (column('pieces') - 0.36):(column('pieces') + 0.36) with boxxyerror fillcolor rgb second_colour title 'lost'
}
unset multiplot
