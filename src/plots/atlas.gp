# The board of boards: who wins each under two opening rules, and how many of its openings Black wins. A board with an odd
# number of cells is two games: its left half is the one with a black corner, the right half that with a white one. Boards
# of one row have their colour alone: they are too many for numbers that can be read.
#
# SPDX-License-Identifier: MIT
is_odd(r, c) = int(r) % 2 == 1 && int(c) % 2 == 1
from(r, c, corner) = is_odd(r, c) && corner eq 'white' ? c : c - 0.5
to(r, c, corner) = is_odd(r, c) && corner eq 'black' ? c : c + 0.5
left(x) = from(column('rows'), column('cols'), strcol('corner'))
right(x) = to(column('rows'), column('cols'), strcol('corner'))
stats $data using (column('rows')) nooutput
most_rows = larger(STATS_max, 6) # the legend has three lines below the third
stats $data using (column('cols')) nooutput
most_cols = larger(STATS_max, 30)
# The legend is right of the narrower boards, if there is room.
stats $data using (column('rows') >= 3 ? column('cols') : NaN) nooutput
legend = STATS_records > 0 ? STATS_max : 0
has_room = legend + 16 <= most_cols
wins(rule, who) = strcol(rule) eq who ? 1 : NaN
array panel_titles[3] = ['Winner under the rule corner-centre', 'Winner under the rule any', 'Openings that Black wins, per cent']
array rules[3] = ['corner_centre', 'any', '']
share(x) = 100.0 * column('openings_black') / column('openings')

eval picture(page_of_columns, 3 + 1.4 * most_rows, 9)
# Shares of half a box are turned, so that letters of this size fit. What is not shown is put outside the picture: where all
# points of labels are undefined, gnuplot 5.4 crashes.
share_font = font_of(0.9 * points)
is_half(x) = is_odd(column('rows'), column('cols'))
share_at(x, half) = column('rows') < 2 || is_half(0) != half ? -100 : (left(0) + right(0)) / 2
set border 0
set yrange [most_rows + 0.6:0.4]
set xrange [0.4:most_cols + 0.6]
set ytics 1, 1, most_rows scale 0 offset 0.8, 0
set ylabel 'rows' offset 1.5, 0
set key off
set style fill solid 1 border rgb guide_colour
set multiplot title title noenhanced
do for [panel = 1:3] {
    rule = rules[panel]
    set lmargin at screen 0.045
    set rmargin at screen 0.995
    set tmargin at screen top * (0.96 - (panel - 1) * 0.325)
    set bmargin at screen top * (0.72 - (panel - 1) * 0.325)
    set title panel_titles[panel] offset 0, -0.6
    set xtics 1, 1, most_cols scale 0 offset 0, 0.7
    if (panel == 3) { set xlabel 'columns' offset 0, 1.1 } else { unset xlabel }
    unset label
    unset object
    if (panel < 3) {
        if (has_room) {
            set object 1 rectangle from legend + 2, 3.05 to legend + 3, 3.95 fillcolor rgb black_colour
            set object 2 rectangle from legend + 2, 4.05 to legend + 3, 4.95 fillcolor rgb white_colour
            set label 1 'Black wins' at legend + 3.5, 3.5
            set label 2 'White wins' at legend + 3.5, 4.5
            set object 4 rectangle from legend + 9, 3.55 to legend + 9.5, 4.45 fillcolor rgb black_colour
            set object 5 rectangle from legend + 9.5, 3.55 to legend + 10, 4.45 fillcolor rgb white_colour
            set label 4 "left half: black corner\nright half: white corner" at legend + 10.5, 3.7
        }
        if (has_room && panel == 1) {
            set object 3 rectangle from legend + 2, 5.05 to legend + 3, 5.95 fillcolor rgb 'white'
            set label 3 'the rule leaves Black nothing to remove' at legend + 3.5, 5.5
        }
        plot $data using (column('cols')):(column('rows')):(left(0)):(right(0)):(column('rows') - 0.45):(column('rows') + 0.45) \
                 with boxxyerror fillcolor rgb 'white', \
             $data using (column('cols') * wins(rule, 'white')):(column('rows')):(left(0)):(right(0)): \
                 (column('rows') - 0.45):(column('rows') + 0.45) with boxxyerror fillcolor rgb white_colour, \
             $data using (column('cols') * wins(rule, 'black')):(column('rows')):(left(0)):(right(0)): \
                 (column('rows') - 0.45):(column('rows') + 0.45) with boxxyerror fillcolor rgb black_colour
    } else {
        plot $data using (column('cols')):(column('rows')):(left(0)):(right(0)):(column('rows') - 0.45): \
                 (column('rows') + 0.45):(share_colour(share(0))) with boxxyerror fillcolor rgb variable, \
             for [half = 0:1] $data using (share_at(0, half)):(column('rows')):(sprintf('%.0f', share(0))): \
                 (on_share_colour(share(0))) with labels rotate by (90 * half) font share_font textcolor rgb variable
    }
}
unset multiplot
