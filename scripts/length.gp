# How long games on 8x8 are: share of the games by number of jumps, random play as bars, other agents against themselves
# as lines.
#
#   gnuplot -e "data='data'; stem='data/length'" scripts/length.gp
#
# Reads data/selfplay_lengths.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

lengths = data . '/selfplay_lengths.csv'
agents = 'greedy ab:2 ab:4 mcts:200'
colours = '#1b3a6b #e8862e #b02a2a #3c8a4e'
dashes = '2 4 3 5'
marks = '6 8 4 10'
share(name) = strcol(3) eq name ? 100 * column(7) : NaN

set xlabel 'jumps in a game'
set ylabel 'share of the games (%)'
set xrange [20:60]
set yrange [0:*]
set xtics 20, 10 out nomirror
set mxtics 2
set ytics out nomirror
set border 3
set key top left samplen 3 spacing 1.1 Left reverse
set boxwidth 0.9
set style fill solid noborder

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 5.6cm font 'DejaVu Sans,8' linewidth 1 dashlength 0.6
    } else {
        set terminal pngcairo size 1032, 672 font 'DejaVu Sans,19' linewidth 2.2 dashlength 0.6
    }
    set output stem . '.' . format
    plot lengths using 5:(share('random')) with boxes fillcolor rgb '#c4c4c4' title 'random', \
         for [i = 1:4] lengths using (strcol(3) eq word(agents, i) ? column(5) : NaN):(share(word(agents, i))) \
             with linespoints linewidth 1 dashtype int(word(dashes, i)) pointtype int(word(marks, i)) pointsize 0.45 \
             linecolor rgb word(colours, i) title word(agents, i)
    unset output
}
