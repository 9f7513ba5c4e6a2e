# Who wins each opening of each solved board. An opening is a black stone and a white one beside it, taken off the full
# board: an edge between two neighbouring cells, drawn in the colour of its winner.
#
#   gnuplot -e "data='data/openings.csv'; stem='data/openings'" scripts/openings.gp
#
# Writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

letters = 'abcdefghijklmnopqrstuvwxyz'
column_of(cell) = strstrt(letters, cell[1:1])
rank_of(cell) = int(cell[2:*])
is_here(r, c, k) = (r == rows && c == cols && k eq corner)


board_title(r, c, k) = sprintf('%dx%d', r, c) . (r * c % 2 == 1 ? ', ' . k . ' corner' : '')

# The boards, and the panel of each: column from the left, row from the top.
sizes   = '4 4 4 5 5 5 6'
widths  = '4 5 6 5 5 6 6'
corners = 'black black black black white black black'
panel_x = '0 1 2 0 1 2 3'
panel_y = '0 0 0 1 1 1 1'

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 20 9.8 10
    set multiplot
    set border 0
    unset xtics
    unset ytics
    unset key
    set size ratio -1
    do for [i = 1:7] {
        rows = int(word(sizes, i))
        cols = int(word(widths, i))
        corner = word(corners, i)
        px = 0.01 + 0.247 * int(word(panel_x, i))
        is_upper = int(word(panel_y, i)) == 0
        py = is_upper ? 0.58 : 0.03
        units = is_upper ? 5.4 : 7
        set lmargin at screen px
        set rmargin at screen px + 0.235
        set bmargin at screen py
        set tmargin at screen py + 0.069 * units
        set xrange [0:7]
        set yrange [0:units]
        set label 300 board_title(rows, cols, corner) at 0.5, rows + 0.85 left
        set object 1 rectangle from 0.5, 0.5 to cols + 0.5, rows + 0.5 fillcolor rgb wood_colour \
            fillstyle solid border rgb wood_line_colour behind
        do for [c = 1:cols] { set label 100 + c letters[c:c] at c, 0.15 center font small textcolor rgb guide_colour }
        do for [r = 1:rows] { set label 200 + r sprintf('%d', r) at 0.2, r center font small textcolor rgb guide_colour }
        plot data using (is_here($1, $2, strcol(3)) && strcol(6) eq 'black' ? column_of(strcol(4)) : NaN): \
                 (rank_of(strcol(4))): \
                (column_of(strcol(5)) - column_of(strcol(4))):(rank_of(strcol(5)) - rank_of(strcol(4))) \
                with vectors nohead linewidth 4 linecolor rgb black_colour, \
             data using (is_here($1, $2, strcol(3)) && strcol(6) eq 'white' ? column_of(strcol(4)) : NaN): \
                 (rank_of(strcol(4))): \
                (column_of(strcol(5)) - column_of(strcol(4))):(rank_of(strcol(5)) - rank_of(strcol(4))) \
                with vectors nohead linewidth 4 linecolor rgb white_colour, \
             data using (is_here($1, $2, strcol(3)) ? column_of(strcol(4)) : NaN):(rank_of(strcol(4))):(0.2) \
                with circles fillstyle solid 1 noborder fillcolor rgb 'black', \
             data using (is_here($1, $2, strcol(3)) ? column_of(strcol(5)) : NaN):(rank_of(strcol(5))):(0.2) \
                with circles fillstyle solid 1 noborder fillcolor rgb 'black', \
             data using (is_here($1, $2, strcol(3)) ? column_of(strcol(5)) : NaN):(rank_of(strcol(5))):(0.165) \
                with circles fillstyle solid 1 noborder fillcolor rgb 'white'
        unset object 1
        do for [c = 1:6] { unset label 100 + c; unset label 200 + c }
        unset label 300
    }
    # The legend takes the free panel.
    set lmargin at screen 0.76
    set rmargin at screen 0.99
    set bmargin at screen 0.6
    set tmargin at screen 0.95
    set xrange [0:1]
    set yrange [0:1]
    set size noratio
    set arrow 1 from 0.05, 0.72 to 0.20, 0.72 nohead linewidth 4 linecolor rgb black_colour
    set arrow 2 from 0.05, 0.58 to 0.20, 0.58 nohead linewidth 4 linecolor rgb white_colour
    set label 1 'Black wins' at 0.26, 0.72
    set label 2 'White wins' at 0.26, 0.58
    set label 3 "An edge is an opening: the two\nstones that are removed first." at 0.05, 0.40 font small
    plot NaN notitle
    unset label 3
    unset label 2
    unset label 1
    unset arrow 2
    unset arrow 1
    unset multiplot
    unset output
}
