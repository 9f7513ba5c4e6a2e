# Pairs of agents, both colours taken together: the points of the agent of the row against that of the column in per cent,
# with 95 % intervals. A half is white.
#
# SPDX-License-Identifier: MIT
longest = 0
do for [i = 1:n] { longest = strlen(names[i]) > longest ? strlen(names[i]) : longest }
p(c) = column('share')
ends(low, high) = low == low ? sprintf('%.1f–%.1f', 100 * low, 100 * high) : ''
on_colour(s) = s > 82 || s < 18 ? 0xffffff : 0x000000

eval picture(smaller(page_of_columns, larger(column_width, 2.6 + 1 * n)), larger(7.6, 1.6 + 1 * n), 8)
set title title noenhanced offset 0, -0.6
set xrange [0.5:n + 0.5]
set yrange [n + 0.5:0.5]
set cbrange [0:100]
set tics scale 0
set xtics (names[1] 1) font small noenhanced
set ytics (names[1] 1) font small noenhanced
if (longest > 10) { set xtics rotate by 30 right }
set for [i = 1:n] xtics add (names[i] i)
set for [i = 1:n] ytics add (names[i] i)
set palette defined (0 second_colour, 50 even_colour, 100 first_colour)
set cblabel 'points of the row (%)'
set cbtics 0, 25
set border 0
unset key
plot $data using (column('other')):(column('series')):(0.5):(0.5):(100 * p(0)) \
         with boxxyerror fillstyle solid noborder fillcolor palette, \
     $data using (column('series')):(column('other')):(0.5):(0.5):(100 - 100 * p(0)) \
         with boxxyerror fillstyle solid noborder fillcolor palette, \
     $data using (column('other')):(column('series') - 0.14):(sprintf('%.1f', 100 * p(0))):(on_colour(100 * p(0))) \
         with labels textcolor rgb variable, \
     $data using (column('series')):(column('other') - 0.14):(sprintf('%.1f', 100 - 100 * p(0))):(on_colour(100 * p(0))) \
         with labels textcolor rgb variable, \
     $data using (column('other')):(column('series') + 0.22):(ends(column('share_low'), column('share_high'))): \
         (on_colour(100 * p(0))) with labels font tiny textcolor rgb variable, \
     $data using (column('series')):(column('other') + 0.22):(ends(1 - column('share_high'), 1 - column('share_low'))): \
         (on_colour(100 * p(0))) with labels font tiny textcolor rgb variable
