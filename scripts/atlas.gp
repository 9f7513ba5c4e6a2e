# The board of boards: who wins each board of up to 36 cells under two opening rules, and how many of its openings Black
# wins. A board with an odd number of cells is two games: its left half is the one with a black corner, the right half
# that with a white one.
#
#   gnuplot -e "data='data'; stem='data/atlas'" scripts/atlas.gp
#
# Reads data/atlas.csv; writes stem.pdf and stem.png.
#
# SPDX-License-Identifier: MIT
load 'scripts/palette.gnuplot'

atlas = data . '/atlas.csv'
is_odd(r, c) = int(r) % 2 == 1 && int(c) % 2 == 1
from(r, c, corner) = is_odd(r, c) && corner eq 'white' ? c : c - 0.5
to(r, c, corner) = is_odd(r, c) && corner eq 'black' ? c : c + 0.5
middle(r, c, corner) = (from(r, c, corner) + to(r, c, corner)) / 2
winner_is(winner, who) = winner eq who ? 1 : NaN


set border 0
set yrange [6.6:0.4]
set xrange [0.4:36.6]
set ytics 1, 1, 6 scale 0 offset 0.8, 0
set xtics scale 0 offset 0, 0.7
set ylabel 'rows' offset 1.5, 0
set key off
set tics nomirror
set style fill solid 1 border rgb guide_colour

titles = "'Winner under the rule corner-centre' 'Winner under the rule any' 'Openings that Black wins, per cent'"

do for [format in formats] {
    call 'scripts/terminal.gnuplot' format 17.4 10.2 7
    set multiplot layout 3, 1 margins 0.04, 0.995, 0.055, 0.96 spacing 0, 0.085
    do for [panel = 1:3] {
        set title word(titles, panel) offset 0, -0.6
        set xtics 1, 1, 36
        if (panel == 3) { set xlabel 'columns' offset 0, 1.1 } else { unset xlabel }
        unset label
        unset object
        if (panel < 3) {
            column_of_rule = panel == 1 ? 4 : 8
            set object 1 rectangle from 20.5, 3.05 to 21.5, 3.95 fillcolor rgb black_colour
            set object 2 rectangle from 20.5, 4.05 to 21.5, 4.95 fillcolor rgb white_colour
            set label 1 'Black wins' at 22, 3.5
            set label 2 'White wins' at 22, 4.5
            if (panel == 1) {
                set object 3 rectangle from 20.5, 5.05 to 21.5, 5.95 fillcolor rgb 'white'
                set label 3 'the rule leaves Black nothing to remove' at 22, 5.5
            }
            set object 4 rectangle from 27.5, 3.55 to 28, 4.45 fillcolor rgb black_colour
            set object 5 rectangle from 28, 3.55 to 28.5, 4.45 fillcolor rgb white_colour
            set label 4 "left half: black corner\nright half: white corner" at 29, 3.7
            plot atlas using 2:1:(from($1, $2, strcol(3))):(to($1, $2, strcol(3))):($1 - 0.45):($1 + 0.45) \
                     with boxxyerror fillcolor rgb 'white', \
                 atlas using ($2 * winner_is(strcol(column_of_rule), 'white')):1:(from($1, $2, strcol(3))):(to($1, $2, strcol(3))):($1 - 0.45):($1 + 0.45) \
                     with boxxyerror fillcolor rgb white_colour, \
                 atlas using ($2 * winner_is(strcol(column_of_rule), 'black')):1:(from($1, $2, strcol(3))):(to($1, $2, strcol(3))):($1 - 0.45):($1 + 0.45) \
                     with boxxyerror fillcolor rgb black_colour
        } else {
            share(n, m) = 100.0 * m / n
            plot atlas using 2:1:(from($1, $2, strcol(3))):(to($1, $2, strcol(3))):($1 - 0.45):($1 + 0.45):(share_colour(share($9, $10))) \
                     with boxxyerror fillcolor rgb variable, \
                 atlas using (middle($1, $2, strcol(3))):1:(sprintf('%.0f', share($9, $10))):(on_share_colour(share($9, $10))) \
                     with labels font tiny textcolor rgb variable
        }
    }
    unset multiplot
    unset output
}
