# What a sweep costs: seconds and bytes of the database against the cells of the board, with exponentials fitted to the
# boards of 24 cells and more.
#
#   gnuplot -e "data='data'; stem='data/sweep'" scripts/sweep.gp
#
# Reads data/sweep.csv; writes stem.pdf and stem.png. Without boards of 28 cells nothing is fitted.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders
set fit quiet logfile '/dev/null'

sweep = data . '/sweep.csv'
stats sweep using ($1 * $2) nooutput
has_fit = STATS_max >= 28
log2(x) = log(x) / log(2)
large(r, c) = r * c >= 24

s0 = -20; s1 = 1; b0 = 1; b1 = 0.8
seconds_at(x) = s0 + s1 * x
bytes_at(x) = b0 + b1 * x
if (has_fit) {
    fit seconds_at(x) sweep using (large($1, $2) ? $1 * $2 : NaN):(log2($7)) via s0, s1
    fit bytes_at(x) sweep using (large($1, $2) ? $1 * $2 : NaN):(log2($4)) via b0, b1
}
in_range(x, y) = has_fit && x >= 22 ? y : NaN

set xlabel 'cells of the board'
set ylabel 'seconds of the sweep'
set y2label 'bytes of the database'
set logscale y
set logscale y2
set format y '10^{%L}'
set format y2 '10^{%L}'
set xrange [8:38]
set yrange [1e-3:1e4]
set y2range [1e2:1e11]
set xtics 8, 4 out nomirror
set ytics out nomirror
set y2tics out nomirror
set border 11
set key top left samplen 2.5 spacing 1.1 Left reverse

do for [format in 'pdf png'] {
    if (format eq 'pdf') {
        set terminal pdfcairo size 8.6cm, 6.2cm font 'DejaVu Sans,8' linewidth 1 dashlength 0.6
    } else {
        set terminal pngcairo size 1032, 744 font 'DejaVu Sans,19' linewidth 2.2 dashlength 0.6
    }
    set output stem . '.' . format
    plot in_range(x, 2 ** seconds_at(x)) with lines dashtype 2 linecolor rgb '#1b3a6b' notitle, \
         in_range(x, 2 ** bytes_at(x)) axes x1y2 with lines dashtype 3 linecolor rgb '#e8862e' notitle, \
         sweep using ($1 * $2):7 with points pointtype 7 pointsize 0.6 linecolor rgb '#1b3a6b' \
             title 'seconds (left)' . (has_fit ? sprintf(', doubling every %.2f cells', 1 / s1) : ''), \
         sweep using ($1 * $2):4 axes x1y2 with points pointtype 4 pointsize 0.7 linecolor rgb '#e8862e' \
             title 'bytes (right)' . (has_fit ? sprintf(', doubling every %.2f cells', 1 / b1) : '')
    unset output
}
