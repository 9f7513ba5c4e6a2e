# The games of the draughts family side by side: endgames on 8x8, and, if there is a second table, self-play on the board of
# each game, with 95 % intervals of the means.
#
# SPDX-License-Identifier: MIT
row(r) = n + 1 - column('series')
# The endgames of the largest number of pieces that most games have on the largest board that most have.
has(board, k) = strcol('board') eq board && column('pieces') == k
best = 0
pieces = 0
board = ''
do for [b in '4x4 6x6 8x8 10x10'] { do for [k = 2:12] {
    stats $data using (has(b, k) ? 1 : 0) nooutput
    if (STATS_sum >= best && STATS_sum > 0) { best = STATS_sum; pieces = k; board = b }
} }
is_shown(x) = has(board, pieces)
share(part) = 100.0 * column(part) / column('positions')
at(k) = strcol('black') eq word('random ab:4', k) && strcol('black') eq strcol('white') ? row(0) : NaN

eval picture(has_companion ? page_of_columns : column_width, 7.2, 8)
set yrange [0.4:n + 0.6]
set border 1
set multiplot title title noenhanced
set bmargin at screen top * 0.22
set tmargin at screen top * 0.92
# Won, drawn and lost for the side to move.
set ytics (names[1] n) scale 0 noenhanced
set for [i = 1:n] ytics add (names[i] n + 1 - i)
wide = has_companion ? 1 : 2.1
set lmargin at screen 0.1 * wide
set rmargin at screen has_companion ? 0.42 : 0.95
set title sprintf('%s, %d pieces, by the side to move', board, pieces) offset 0, -0.6
set xrange [0:100]
set xtics 0, 25
set xlabel 'positions (%)' offset 0, 0.4
set key at screen (has_companion ? 0.26 : 0.55), screen top * 0.05 center center maxrows 1 samplen 1.2 Left reverse font small
plot $data using (is_shown(0) ? 0 : NaN):(row(0)):(0):(share('won')):(row(0) - 0.36):(row(0) + 0.36) \
         with boxxyerror fillcolor rgb first_colour title 'won', \
     $data using (is_shown(0) ? 0 : NaN):(row(0)):(share('won')):(share('won') + share('drawn')):(row(0) - 0.36):(row(0) + 0.36) \
         with boxxyerror fillcolor rgb area_colour title 'drawn', \
     $data using (is_shown(0) ? 0 : NaN):(row(0)):(share('won') + share('drawn')):(100):(row(0) - 0.36):(row(0) + 0.36) \
         with boxxyerror fillcolor rgb second_colour title 'lost'
# Length and choice in self-play.
if (has_companion) {
    set for [i = 1:n] ytics add ('' n + 1 - i)
    set grid ytics linecolor rgb grid_colour linewidth 0.5
    do for [panel = 1:2] {
        quantity = panel == 1 ? 'jumps' : 'branching'
        set lmargin at screen panel == 1 ? 0.46 : 0.75
        set rmargin at screen panel == 1 ? 0.71 : 0.98
        set title (panel == 1 ? 'self-play: length' : 'self-play: choice') offset 0, -0.6
        set xlabel (panel == 1 ? 'moves in a game' : 'legal moves at a move') offset 0, 0.4
        set xrange [0:*]
        set xtics 0, (panel == 1 ? 50 : 4)
        if (panel == 1) { set key at screen 0.72, screen top * 0.05 center center maxrows 1 } else { unset key }
        plot for [k = 1:2] $more using (column(quantity)):(at(k)):(column(quantity . '_low')):(column(quantity . '_high')) \
                 with xerrorbars pointtype (k == 1 ? 6 : 5) pointsize 0.7 * thick linewidth 1.2 \
                 linecolor rgb word(agent_colours, place_in(known_agents, word('random ab:4', k))) title word('random ab:4', k)
    }
}
unset multiplot
