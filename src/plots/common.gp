# What all pictures share: colours with fixed meanings, sizes of three styles, intervals.
#
# `papamu plot` puts before it: form, style, title, the number n of series, their names and the agents that play Black in
# them, has_companion, settings of the kind, and $data, whose first two columns are the number of the series of a row and
# that of its other name; $more likewise, of the companion. After it comes the template of the kind.
#
# SPDX-License-Identifier: MIT
set datafile separator tab
set datafile commentschars '#'
set datafile columnheaders
set encoding utf8

# ---- colours -----------------------------------------------------------------------------------
# Orange and blue are the two players and nothing else; what has no player is grey, teal or purple. The colours differ in
# lightness too, so that a grey print and most eyes tell them apart; lines have dashes and marks besides.

# Players, outcome classes, and the middle of a scale from one player to the other.
black_colour = '#1b3a6b'
white_colour = '#f2a65a'
next_colour = '#a8a8a8'
previous_colour = '#e6e6e6'
even_colour = '#ffffff'

# Games; two quantities in one picture; people; lines that help the eye; boards.
konane_colour = '#222222'
draughts_colour = '#00798c'
first_colour = '#00798c'
second_colour = '#8a3f98'
people_colour = '#c2185b'
guide_colour = '#777777'
grid_colour = '#dddddd'
area_colour = '#dcdcdc'
wood_colour = '#f6f1e7'
wood_line_colour = '#b9a88a'

# Between two colours.
channel(colour, i) = int('0x' . colour[2 * i:2 * i + 1])
mix(a, b, t) = int(65536 * int(channel(a, 1) + t * (channel(b, 1) - channel(a, 1))) \
    + 256 * int(channel(a, 2) + t * (channel(b, 2) - channel(a, 2))) \
    + int(channel(a, 3) + t * (channel(b, 3) - channel(a, 3))))
# From a share, 0 to 100, to a colour: that of `low`, white at a half, that of `high`; and letters on it.
between(low, high, s) = s < 50 ? mix(low, even_colour, s / 50.0) : mix(even_colour, high, (s - 50) / 50.0)
share_colour(s) = between(white_colour, black_colour, s)
on_share_colour(s) = s > 82 ? 0xffffff : 0x000000

# Boards from small to large, light to dark: number i of n.
board_colour(i, n) = mix('#9fd3c7', '#06302f', n > 1 ? (i - 1.0) / (n - 1) : 1)
board_mark(i) = int(word('4 6 8 10 12 14 5 7 9 11', 1 + (i - 1) % 10))

# Agents: colour, dashes and mark of each that has its own; the others take what follows, in turn. In series where agents
# repeat, or play against others, all take turns.
known_agents = 'random greedy ab:2 ab:4 ab:6 mcts:200'
agent_colours = '#777777 #2a9d6f #d98fc0 #a03a8c #52124a #b3261e #444444 #00798c #9a7d0a #5c8a3a #7d5ba6'
agent_dashes = '1 2 4 3 1 5 1 2 3 4 5'
agent_marks = '1 6 8 4 12 10 2 5 9 13 3'
place_in(list, name) = sum [k = 1:words(list)] (word(list, k) eq name ? k : 0)
occurs(agent) = sum [k = 1:n] (agents[k] eq agent)
is_known(i) = place_in(known_agents, agents[i]) && occurs(agents[i]) == 1 && strstrt(names[i], ' v ') == 0
turn(i) = sum [k = 1:i] (is_known(k) ? 0 : 1)
agent_index(i) = is_known(i) ? place_in(known_agents, agents[i]) : 7 + (turn(i) - 1) % 5
agent_colour(i) = word(agent_colours, agent_index(i))
agent_dash(i) = int(word(agent_dashes, agent_index(i)))
agent_mark(i) = int(word(agent_marks, agent_index(i)))

# ---- intervals ---------------------------------------------------------------------------------
# The 95 % interval of a mean of m with the standard deviation sd is so much on either side; that of a share p of m is not
# symmetric: its two ends, by Wilson, in per cent.
z95 = 1.96
half_of_mean(sd, m) = m > 1 ? z95 * sd / sqrt(m) : 0
wilson_centre(p, m) = (p + z95 ** 2 / (2 * m)) / (1 + z95 ** 2 / m)
wilson_spread(p, m) = z95 * sqrt(p * (1 - p) / m + z95 ** 2 / (4 * m ** 2)) / (1 + z95 ** 2 / m)
share_low(p, m) = 100 * (wilson_centre(p, m) - wilson_spread(p, m))
share_high(p, m) = 100 * (wilson_centre(p, m) + wilson_spread(p, m))

# ---- sizes -------------------------------------------------------------------------------------
# A template begins with `eval picture(WIDTH, HEIGHT, LETTERS)`: centimetres as printed in the style paper, and points.
# The other styles have larger letters and lines for their size: screen is a window, slides a page of 16:9. A title takes
# room above the rest, which ends at `top`, a share of the height. Afterwards `small` and `tiny` are fonts, `points` is the
# size of the letters, and `thick` what widths of lines and sizes of marks are multiplied by.
column_width = 8.6
page_of_columns = 17.4 # two of them; no picture is wider in print
has_title = title ne ''
is_slides = style eq 'slides'
is_paper = style eq 'paper'
smaller(a, b) = a < b ? a : b
larger(a, b) = a > b ? a : b
page_width(w) = is_paper ? w : is_slides ? 33.87 : 1.9 * smaller(w, 14)
letters(w, p) = is_paper ? p : larger(smaller(p * page_width(w) / w, 28.35 * page_width(w) / 37), 28.35 * page_width(w) / 54)
title_height(w, p) = has_title ? letters(w, p) / 28.35 * 2 : 0
page_height(w, h, p) = is_slides ? 19.05 : h * page_width(w) / w + title_height(w, p)
dots = form eq 'svg' ? 37.8 : is_paper ? 120 : is_slides ? 56.69 : 50
# Letters and lines of a form, for equal shares of the picture. A PDF gets a fifth more, since gnuplot prints its letters at two
# thirds of the points asked for.
letter_scale = form eq 'pdf' ? 1.2 : form eq 'png' ? 2.36 * dots / 120.0 : 0.99
line_scale = form eq 'pdf' ? 1 : form eq 'png' ? 2.2 * dots / 120.0 : 0.7
style_scale = is_paper ? 1 : is_slides ? 3.2 : 1.7
# Marks of SVG grow with its letters already.
mark_scale = form eq 'svg' ? 1.1 : style_scale
font_of(size) = sprintf('DejaVu Sans,%g', size * letter_scale)
picture(w, h, p) = sprintf("points = %g; small = font_of(points - points / 8); tiny = font_of(0.62 * points); " \
    . "top = 1.0 - %g; thick = mark_scale; %s; %s", letters(w, p), title_height(w, p) / page_height(w, h, p), \
    terminal(page_width(w), page_height(w, h, p), letters(w, p)), exists('output_name') ? 'set output output_name' : '')
terminal(w, h, p) = form eq 'pdf' ? sprintf("set terminal pdfcairo size %g cm, %g cm font '%s' linewidth %g dashlength 0.6", \
        w, h, font_of(p), line_scale * style_scale) \
    : form eq 'png' ? sprintf("set terminal pngcairo size %d, %d font '%s' linewidth %g dashlength 0.6 pointscale %g", \
        w * dots, h * dots, font_of(p), line_scale * style_scale, line_scale) \
    : sprintf("set terminal svg size %d, %d font '%s' linewidth %g dashlength 0.6 background '#ffffff'", \
        w * dots, h * dots, font_of(p), line_scale * style_scale)

set border 3
set tics out nomirror
set style fill solid noborder
set boxwidth 0.9
set key noenhanced
