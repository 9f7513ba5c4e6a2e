# The games of the draughts family side by side: endgames of four pieces on 8x8, and self-play on the board of each game,
# with 95 % intervals of the means.
#
#   gnuplot -e "data='data'; stem='data/draughts_variants'" scripts/draughts_variants.gp
#
# Reads data/draughts_variants.csv and data/draughts_variants_play.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

endgames = data . '/draughts_variants.csv'
play = data . '/draughts_variants_play.csv'
games = system("awk -F, '!/^#/ && header++ && !seen[$1]++ { print $1 }' " . endgames . " | tr '\n' ' '")
n = words(games)
row(game) = n + 1 - place_in(games, game)

# The endgames of the largest board and number of pieces that all games have.
pieces = int(system("awk -F, '!/^#/ && $2 == \"8x8\" { seen[$3]++ } END { for (p in seen) if (seen[p] == " . n \
    . " && p > most) most = p; print most + 0 }' " . endgames))
is_shown(x) = strcol(2) eq '8x8' && column('pieces') == pieces
share(part) = 100.0 * column(part) / column('positions')
at(agent) = strcol(3) eq agent ? row(strcol(1)) : NaN

agents = 'random ab:4'

set yrange [0.4:n + 0.6]
set ytics scale 0
set border 1

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 17.4 7.2
    set multiplot
    set bmargin at screen 0.22
    set tmargin at screen 0.92
    # Won, drawn and lost for the side to move.
    set ytics (word(games, 1) n)
    set for [i = 1:n] ytics add (word(games, i) n + 1 - i)
    set lmargin at screen 0.1
    set rmargin at screen 0.42
    set title sprintf('8x8, %d pieces, by the side to move', pieces) offset 0, -0.6
    set xrange [0:100]
    set xtics 0, 25
    set xlabel 'positions (%)' offset 0, 0.4
    set key at screen 0.26, screen 0.05 center center maxrows 1 samplen 1.2 Left reverse font small
    plot endgames using (is_shown(0) ? 0 : NaN):(row(strcol(1))):(0):(share('won')): \
             (row(strcol(1)) - 0.36):(row(strcol(1)) + 0.36) with boxxyerror fillcolor rgb first_colour title 'won', \
         endgames using (is_shown(0) ? 0 : NaN):(row(strcol(1))):(share('won')):(share('won') + share('drawn')): \
             (row(strcol(1)) - 0.36):(row(strcol(1)) + 0.36) with boxxyerror fillcolor rgb area_colour title 'drawn', \
         endgames using (is_shown(0) ? 0 : NaN):(row(strcol(1))):(share('won') + share('drawn')):(100): \
             (row(strcol(1)) - 0.36):(row(strcol(1)) + 0.36) with boxxyerror fillcolor rgb second_colour title 'lost'
    # Length and choice in self-play.
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
        if (panel == 1) { set key at screen 0.72, screen 0.05 center center maxrows 1 } else { unset key }
        plot for [agent in agents] play using (column(quantity)):(at(agent)): \
                 (column(quantity . '_low')):(column(quantity . '_high')) with xerrorbars \
                 pointtype agent_mark(agent) + (agent eq 'random' ? 5 : 1) pointsize 0.7 linewidth 1.2 \
                 linecolor rgb agent_colour(agent) title agent
    }
    unset grid
    unset multiplot
    unset output
}
