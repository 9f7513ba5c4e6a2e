# Who beats whom on 8x8: the share of games that Black wins, for each pair of agents, as a map with numbers.
#
#   gnuplot -e "data='data'; stem='data/matrix'" scripts/matrix.gp
#
# Reads data/matrix.csv; writes stem.pdf and stem.png. The order of the agents is that of strength over both colours.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

matrix = data . '/matrix.csv'

# Agents in order of the points that they make as Black, and their number.
agents = system("awk -F, '/^#/ || $1 == \"rules\" { next } { points[$3] += $9 } " \
                . "END { for (a in points) print points[a], a }' " \
                . matrix . " | sort -n | cut -d' ' -f2")
n = words(agents)
place(name) = sum [i = 1:n] (word(agents, i) eq name ? i : 0)

set xrange [0.5:n + 0.5]
set yrange [0.5:n + 0.5]
set cbrange [0:100]
set xlabel 'White'
set ylabel 'Black'
set xtics scale 0
set ytics scale 0
set size square
set for [i = 1:n] xtics add (word(agents, i) i)
set for [i = 1:n] ytics add (word(agents, i) i)
set palette defined (0 '#ffffff', 100 '#1b3a6b')
set cblabel 'Black wins (%)'
set cbtics 0, 25
set border 0
unset key

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 7.2cm font 'DejaVu Sans,8' linewidth 1
        set xtics font ',7'
    } else {
        set terminal pngcairo size 1032, 864 font 'DejaVu Sans,19' linewidth 2.2
        set xtics font ',16'
    }
    set output stem . '.' . format
    plot matrix using (place(strcol(4))):(place(strcol(3))):(0.5):(0.5):(100 * $9) with boxxyerror \
             fillstyle solid noborder fillcolor palette, \
         matrix using (place(strcol(4))):(place(strcol(3))):(sprintf('%.1f', 100 * $9)): \
             ($9 > 0.5 ? 0xffffff : 0x000000) with labels textcolor rgb variable
    unset output
}
