# The terminal of one picture: `call 'scripts/terminal.gnuplot' FORMAT WIDTH HEIGHT [SIZE-OF-LETTERS]`, in centimetres as printed
# and points. A png has 120 dots for a centimetre, so that both look the same.
#
# SPDX-License-Identifier: MIT
points = ARGC >= 4 ? real(ARG4) : 8
if (ARG1 eq 'pdf') {
    set terminal pdfcairo size @ARG2 cm, @ARG3 cm font sprintf('DejaVu Sans,%g', points) linewidth 1 dashlength 0.6
    small = sprintf(',%g', points - 1)
    tiny = sprintf(',%g', 0.62 * points)
} else {
    set terminal pngcairo size int(120 * @ARG2), int(120 * @ARG3) font sprintf('DejaVu Sans,%g', 2.36 * points) \
        linewidth 2.2 dashlength 0.6
    small = sprintf(',%g', 2.36 * (points - 1))
    tiny = sprintf(',%g', 2.36 * 0.62 * points)
}
set output stem . '.' . ARG1
