# What all pictures share: colours with fixed meanings, agents in a fixed order, and the two terminals.
#
# A script says `load 'scripts/palette.gnuplot'`, and for each FORMAT of `formats`, pdf and png,
# `call 'scripts/terminal.gnuplot' FORMAT WIDTH HEIGHT` in centimetres as printed. Orange and blue are the two players and
# nothing else; what has no player is grey, teal or purple. The colours differ in lightness too, so that a grey print and
# most eyes tell them apart; lines have dashes and marks besides.
#
# SPDX-License-Identifier: MIT
set datafile separator comma
set datafile commentschars '#'
set datafile columnheaders

formats = 'pdf png'

# Players, outcome classes, and the middle of a scale from one player to the other.
black_colour = '#1b3a6b'
white_colour = '#f2a65a'
next_colour = '#a8a8a8'
previous_colour = '#e6e6e6'
even_colour = '#ffffff'

# Games; two quantities in one picture; people; lines that help the eye.
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

# From a share of Black's wins, 0 to 100, to a colour: White's, white at a half, Black's.
channel(colour, i) = int('0x' . colour[2 * i:2 * i + 1])
mix(a, b, t) = int(65536 * int(channel(a, 1) + t * (channel(b, 1) - channel(a, 1))) \
    + 256 * int(channel(a, 2) + t * (channel(b, 2) - channel(a, 2))) \
    + int(channel(a, 3) + t * (channel(b, 3) - channel(a, 3))))
share_colour(s) = s < 50 ? mix(white_colour, even_colour, s / 50.0) : mix(even_colour, black_colour, (s - 50) / 50.0)
# Black or white letters on it.
on_share_colour(s) = s > 82 ? 0xffffff : 0x000000

# Boards from small to large, light to dark: number i of n.
board_colour(i, n) = mix('#9fd3c7', '#06302f', n > 1 ? (i - 1.0) / (n - 1) : 1)
board_mark(i) = int(word('4 6 8 10 12 14 5 7 9 11', 1 + (i - 1) % 10))

# Agents: colour, dashes and mark of each that has its own; all others share the last.
known_agents = 'random greedy ab:2 ab:4 ab:6 mcts:200'
agent_colours = '#777777 #2a9d6f #d98fc0 #a03a8c #52124a #b3261e #444444'
agent_dashes = '1 2 4 3 1 5 1'
agent_marks = '1 6 8 4 12 10 2'
place_in(list, name) = sum [k = 1:words(list)] (word(list, k) eq name ? k : 0)
agent_index(name) = place_in(known_agents, name) ? place_in(known_agents, name) : words(known_agents) + 1
agent_colour(name) = word(agent_colours, agent_index(name))
agent_dash(name) = int(word(agent_dashes, agent_index(name)))
agent_mark(name) = int(word(agent_marks, agent_index(name)))

# The agents that play Black in a file and are not `random`, in the order of the file.
other_agents(file) = system("awk -F, '!/^#/ && header++ && $3 != \"random\" && !seen[$3]++ { print $3 }' " . file . " | tr '\n' ' '")
has_agent(file, name) = int(system("awk -F, '!/^#/ && header++ && $3 == \"" . name . "\" { n = 1; exit } END { print n + 0 }' " . file))
# What column C (a name) has at most in the rows of an agent.
most_of(file, name, c) = real(system("awk -F, '/^#/ { next } !header++ { for (i = 1; i <= NF; i++) at[$i] = i; next } " \
    . "$3 == \"" . name . "\" && $at[\"" . c . "\"] > m { m = $at[\"" . c . "\"] } END { print m + 0 }' " . file))

# The 95 % interval of a mean of n with the standard deviation sd is so much on either side; that of a share p of n is not
# symmetric: its two ends, by Wilson, in per cent.
z95 = 1.96
half_of_mean(sd, n) = n > 1 ? z95 * sd / sqrt(n) : 0
wilson_centre(p, n) = (p + z95 ** 2 / (2 * n)) / (1 + z95 ** 2 / n)
wilson_spread(p, n) = z95 * sqrt(p * (1 - p) / n + z95 ** 2 / (4 * n ** 2)) / (1 + z95 ** 2 / n)
share_low(p, n) = 100 * (wilson_centre(p, n) - wilson_spread(p, n))
share_high(p, n) = 100 * (wilson_centre(p, n) + wilson_spread(p, n))

set border 3
set tics out nomirror
set style fill solid noborder
set boxwidth 0.9
