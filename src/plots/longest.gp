# The longest perfect play on each board, in plies, against its cells.
#
# SPDX-License-Identifier: MIT
eval picture(column_width, 5.8, 8)
set title title noenhanced
set xlabel 'cells of the board'
set ylabel 'plies to the end'
set xrange [0:*]
set yrange [0:*]
set offsets 0, 1, 1, 0
set mxtics 2
set key top left samplen 2 spacing 1.1 Left reverse font small
plot for [corner in 'black white'] $data using (strcol('corner') eq corner ? column('rows') * column('cols') : NaN): \
    (column('remoteness')) with points pointtype (corner eq 'black' ? 7 : 6) pointsize 0.6 * thick \
    linecolor rgb (corner eq 'black' ? first_colour : second_colour) title corner . ' corner'
