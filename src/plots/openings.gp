# Who wins each opening. An opening is a black stone and a white one beside it, taken off the full board: an edge between
# two neighbouring cells, drawn in the colour of its winner, grey where that is not known; on it, if the table has one, the
# value or the number of plies.
#
# SPDX-License-Identifier: MIT
letters_of_columns = 'abcdefghijklmnopqrstuvwxyz'
# Cells are a1 to z99, aa1 after column z.
n_letters(cell) = strstrt('0123456789', cell[2:2]) ? 1 : 2
column_of(cell) = n_letters(cell) == 1 ? strstrt(letters_of_columns, cell[1:1]) \
    : 26 * strstrt(letters_of_columns, cell[1:1]) + strstrt(letters_of_columns, cell[2:2])
rank_of(cell) = int(cell[n_letters(cell) + 1:*])
name_of_column(c) = c <= 26 ? letters_of_columns[c:c] \
    : letters_of_columns[(c - 1) / 26:(c - 1) / 26] . letters_of_columns[(c - 1) % 26 + 1:(c - 1) % 26 + 1]
black_x(r) = column_of(strcol('black_removes'))
black_y(r) = rank_of(strcol('black_removes'))
white_x(r) = column_of(strcol('white_removes'))
white_y(r) = rank_of(strcol('white_removes'))
won(i, who) = column('series') == i && winner_of(0) eq who ? black_x(0) : NaN
label(text) = strlen(text) > 6 ? text[1:5] . '…' : text

# White letters are higher than a horizontal edge is wide: the label of a dark one is over it.
is_over(r) = winner_of(0) eq 'black' && black_y(0) == white_y(0)
array rows[n]
array cols[n]
most_rows = 0
most_cols = 0
do for [i = 1:n] {
    stats $data using (column('series') == i ? column('rows') : NaN) nooutput
    rows[i] = int(STATS_max)
    stats $data using (column('series') == i ? column('cols') : NaN) nooutput
    cols[i] = int(STATS_max)
    most_rows = larger(most_rows, rows[i])
    most_cols = larger(most_cols, cols[i])
}
# Panels from the left and from the top, the legend in the last one.
width = most_cols + 1.0
height = most_rows + 1.4
panels = n + 1
# Of all arrangements the one that is nearest to a page of 2:1, with few empty panels.
down_of(k) = ceil(1.0 * panels / k)
badness(k) = abs(log(k * width / (down_of(k) * height) / 2.0)) + 0.3 * (k * down_of(k) - panels)
across = 1
do for [k = 2:smaller(panels, 6)] { across = badness(k) < badness(across) ? k : across }
down = int(down_of(across))
# Cells of so many centimetres, a little smaller if then a column has room for all.
printed = across * width * (has_labels ? 0.7 : 0.5) <= column_width ? column_width : page_of_columns
cell = smaller(has_labels ? 1.0 : 0.71, printed / (across * width))

eval picture(printed, larger(4, down * height * cell), has_labels ? 8 : 9)
line_width = has_labels ? 6 : 4
set border 0
unset xtics
unset ytics
unset key
set size ratio -1
set multiplot title title noenhanced
do for [i = 1:panels] {
    px = ((i - 1) % across) / (1.0 * across)
    py = top * (1 - ((i - 1) / across + 1.0) / down)
    set lmargin at screen px + 0.005
    set rmargin at screen px + 1.0 / across - 0.005
    set bmargin at screen py
    set tmargin at screen py + top / down
    set yrange [0 - 0.1:height - 0.1]
    set xrange [0 - 0.1:width - 0.1]
    if (i <= n) {
        set label 300 names[i] at 0.5, rows[i] + 0.85 left noenhanced
        set object 1 rectangle from 0.5, 0.5 to cols[i] + 0.5, rows[i] + 0.5 fillcolor rgb wood_colour \
            fillstyle solid border rgb wood_line_colour behind
        do for [c = 1:cols[i]] { set label 1000 + c name_of_column(c) at c, 0.15 center font small textcolor rgb guide_colour }
        do for [r = 1:rows[i]] { set label 2000 + r sprintf('%d', r) at 0.2, r center font small textcolor rgb guide_colour }
        plot for [who in 'black white unknown'] $data using (won(i, who)):(black_y(0)):(white_x(0) - black_x(0)): \
                 (white_y(0) - black_y(0)) with vectors nohead linewidth line_width \
                 linecolor rgb (who eq 'black' ? black_colour : who eq 'white' ? white_colour : next_colour), \
             $data using (column('series') == i ? black_x(0) : NaN):(black_y(0)):(0.2) \
                 with circles fillstyle solid 1 noborder fillcolor rgb 'black', \
             $data using (column('series') == i ? white_x(0) : NaN):(white_y(0)):(0.2) \
                 with circles fillstyle solid 1 noborder fillcolor rgb 'black', \
             $data using (column('series') == i ? white_x(0) : NaN):(white_y(0)):(0.165) \
                 with circles fillstyle solid 1 noborder fillcolor rgb 'white', \
             $data using (column('series') == i && has_labels ? (black_x(0) + white_x(0)) / 2.0 : NaN): \
                 ((black_y(0) + white_y(0)) / 2.0 + (is_over(0) ? 0.2 : 0)):(label(label_of(0))): \
                 (winner_of(0) eq 'black' && !is_over(0) ? 0xffffff : 0x000000) \
                 with labels noenhanced font tiny textcolor rgb variable
        unset object 1
        do for [c = 1:cols[i]] { unset label 1000 + c }
        do for [r = 1:rows[i]] { unset label 2000 + r }
        unset label 300
    }
}
# The legend takes the last panel.
set size noratio
set xrange [0:width]
set yrange [0:height]
at(k) = height - 1 - 0.75 * k
set arrow 1 from 0.5, at(0) to 1.3, at(0) nohead linewidth line_width linecolor rgb black_colour
set arrow 2 from 0.5, at(1) to 1.3, at(1) nohead linewidth line_width linecolor rgb white_colour
set label 1 'Black wins' at 1.6, at(0)
set label 2 'White wins' at 1.6, at(1)
stats $data using (winner_of(0) eq 'black' || winner_of(0) eq 'white' ? 0 : 1) nooutput
if (STATS_max > 0) {
    set arrow 3 from 0.5, at(2) to 1.3, at(2) nohead linewidth line_width linecolor rgb next_colour
    set label 3 'not known' at 1.6, at(2)
}
set label 4 "An edge is an opening: the\ntwo stones that are\nremoved first." at 0.5, at(3.2) font small
plot NaN notitle
unset multiplot
