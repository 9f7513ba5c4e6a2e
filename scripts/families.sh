#!/usr/bin/env bash
# Exact values of families of linear Konane patterns, and closed forms for them.
#
#   scripts/families.sh [BUILD] [DATA]     defaults: build, data
#
# Writes DATA/families.csv: one pattern a line with its value and, where a closed form is known or was found, what that
# says; and prints for each family how many patterns its closed form was checked on. Ends with 1 if a closed form is
# wrong anywhere. A pattern that no closed form covers has an empty cell.
#
# Sources: solid lines, tails and offset tails: M. D. Ernst, Playing Konane mathematically, UMAP Journal 16(2), 1995.
# Three odd lines: A. Chan, A. Tsai, 1 x n Konane, in More Games of No Chance, 2002. Two lines, three lines that are not
# all odd, the second offset tails, stairs, and the others beyond the published lengths: found here, by looking; no more
# than checked. Three lines with two even ones are covered in part, three even ones not at all.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

build=${1:-build}
data=${2:-data}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Lines "family,a,b,c,position,closed form". Stones alternate like a chessboard; a gap of one cell keeps their colours
# in step.
patterns() {
    awk '
    function dots(n,    s) { s = ""; while (n-- > 0) s = s "."; return s }
    function stones(first, n,    s, i) { s = ""; for (i = 0; i < n; i++) s = s ((i + (first == "o")) % 2 ? "o" : "x"); return s }
    function star(is_there) { return is_there ? "*" : "" }
    function integer_star(n, is_there) { return n == 0 && is_there ? "*" : n star(is_there) }
    function arrows(way, n, is_there) { return (n >= 3 ? way n : n == 2 ? way way : way) star(is_there) }
    function half_power(k) { return "1/" 2 ^ k }
    function say(family, a, b, c, position, closed) { print family "," a "," b "," c "," position "," closed }
    # lines of a, b, c stones with gaps of one cell, on a row of their own
    function lines(a, b, c,    s, at) {
        s = "." stones("x", a) "."
        at = a + 2
        if (b != "") { s = s stones(at % 2 ? "x" : "o", b) "."; at += b + 1 }
        if (c != "") { s = s stones(at % 2 ? "x" : "o", c) "." }
        return s
    }
    function solid(n) { return n % 2 ? integer_star(-(n - 1) / 2, 0) : integer_star(0, n % 4 == 2) }
    # two lines: a = 2p or 2p+1, b = 2q or 2q+1
    function odd_even(p, q, sign, way) {
        if (p == 0) return arrows(way, q, q % 2)
        return p > q ? integer_star(sign * (p - q), 0) : (sign < 0 ? "-" : "") half_power(q - p + 1)
    }
    function pair(a, b,    p, q) {
        p = int(a / 2); q = int(b / 2)
        if (a % 2 && b % 2) return integer_star(-(p + q), 0)
        if (a % 2) return odd_even(p, q, -1, "v")
        if (b % 2) return odd_even(q, p, 1, "^")
        return p == q ? integer_star(-2 * int(p / 2), 0) : integer_star(-(p < q ? p : q), (p > q ? p : q) % 2)
    }
    # three lines that are not all odd; p, q, r are the halves, rounded down
    function height(e) { return e >= 1 ? e : "1/" 2 ^ (1 - e) }
    function between(e) { return e >= 2 ? (2 * e - 1) "/2" : "3/" 2 ^ (3 - e) } # the mean of height(e) and height(e - 1)
    function negative(text) { sub(/^-/, "", text); return text } # of what is negative
    function odd_odd_even(p, q, r) {
        if (p == 0) return q == 0 ? "" : "-" height(q - r)
        if (r <= 2 * q) return "-" height(p + q - r)
        if (r == 2 * q + 1) return "-" between(p - q)
        return p == 1 && q == 1 ? "-" height(3 - r) : "-" height(p - q - 1) star(r % 2)
    }
    function odd_even_odd(p, q, r) {
        if (p == r) return p == 0 && q == 1 ? "*2" : 0
        return (r < p ? "-" : "") height((r < p ? p - r : r - p) - q)
    }
    function even_even_odd(p, q, r,    k) {
        if (q <= p || r == 0) return ""
        if (r > q) return -(p + r - q)
        k = 2 ^ (q - r + 1)
        return -(p * k + 1) "/" k
    }
    function triple(a, b, c,    p, q, r) {
        p = int(a / 2); q = int(b / 2); r = int(c / 2)
        if (a % 2 && b % 2) return odd_odd_even(p, q, r)
        if (b % 2 && c % 2) return negative(odd_odd_even(r, q, p))
        if (a % 2 && c % 2) return odd_even_odd(p, q, r)
        if (c % 2) return even_even_odd(p, q, r)
        return a % 2 ? even_even_odd(r, q, p) : ""
    }
    function tail(n,    k) {
        k = int(n / 2)
        if (n < 5) return n == 4 ? "{*|v}" : n >= 2 ? "*" : ""
        return n % 2 ? "{" (k - 1) "|" (k % 2 ? "0" : "*") "}" : "{" (k % 2 ? "0" : "*") "|" (2 - k) "}"
    }
    function offset_tail(n,    k) {
        k = int(n / 2)
        return n == 3 ? "v" : n % 2 ? (k % 2 ? "0" : "*") : (k - 1)
    }
    BEGIN {
        for (n = 0; n <= 40; n++) say("solid_line", n, "", "", lines(n), solid(n))
        for (n = 2; n <= 18; n++) {
            e = dots(n + 3)
            say("tail", n, "", "", e "|" e "|.." stones("x", n - 1) "..|..o" dots(n) "|" e "|" e, tail(n))
        }
        for (n = 3; n <= 17; n++) {
            e = dots(n + 4)
            say("offset_tail_1", n, "", "", e "|" e "|..." stones("o", n - 1) "..|..o" dots(n + 1) "|" e "|" e, offset_tail(n))
        }
        for (n = 3; n <= 15; n++) {
            e = dots(n + 3)
            say("offset_tail_2", n, "", "", e "|" e "|..." stones("o", n - 2) "..|..o" dots(n) "|..x" dots(n) "|" e "|" e, offset_tail_2(n))
        }
        for (n = 1; n <= 8; n++) {
            s = dots(n + 3)
            for (i = 1; i <= n; i++) s = s "|" dots(i) "xo" dots(n + 1 - i)
            say("stair", n, "", "", s "|" dots(n + 3), stair(n))
        }
        for (a = 1; a <= 16; a++) for (b = 1; b <= 16; b++) say("two_lines", a, b, "", lines(a, b), pair(a, b))
        for (a = 1; a <= 9; a += 2) for (b = 1; b <= 9; b += 2) for (c = 1; c <= 9; c += 2)
            say("three_odd_lines", a, b, c, lines(a, b, c), integer_star(-(a + b + c - 3) / 2, 0))
        for (a = 1; a <= 18; a++) for (b = 1; b <= 18; b++) for (c = 1; c <= 18; c++)
            if ((a % 2 == 0 || b % 2 == 0 || c % 2 == 0) && (a + b + c <= 22 || a <= 8 && b <= 8 && c <= 8))
                say("three_lines", a, b, c, lines(a, b, c), triple(a, b, c))
    }
    function offset_tail_2(n,    k) {
        k = int(n / 2)
        if (n < 6) return n == 3 ? "v" : n == 4 ? "0" : "1/2"
        return n % 2 ? integer_star(k - 2, 0) : integer_star(-1, k % 2 == 0)
    }
    function stair(n) { return n < 4 ? "*" (n > 1 ? n : "") : n % 2 ? "0" : "*" }'
}

patterns >"$scratch/patterns"
cut -d, -f5 "$scratch/patterns" >"$scratch/positions"
"$build/papamu" value --format csv <"$scratch/positions" >"$scratch/values"
mkdir -p "$data"

# The patterns beside their values, which may be quoted.
{
    sed -n '/^#/p' "$scratch/values"
    echo "family,a,b,c,position,value,closed_form"
    sed -e '/^#/d' "$scratch/values" | sed 1d | awk -F, '
    NR == FNR { pattern[FNR] = $0; next }
    {
        if (!match($0, /,"[^"]*"/)) { value = $2; quoted = value }
        else { quoted = substr($0, RSTART + 1, RLENGTH - 1); value = substr(quoted, 2, length(quoted) - 2) }
        split(pattern[FNR], f, ",")
        closed = pattern[FNR]
        sub(/^[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,/, "", closed)
        print f[1] "," f[2] "," f[3] "," f[4] "," f[5] "," quoted "," (closed ~ /,/ ? "\"" closed "\"" : closed)
        total[f[1]]++
        if (closed != "") { checked[f[1]]++; if (closed != value) { wrong[f[1]]++; print "wrong: " pattern[FNR] " is " value >"/dev/stderr" } }
    }
    END {
        for (name in total) printf "%-16s %4d patterns, closed form on %4d, wrong on %d\n", name, total[name], checked[name], (name in wrong ? wrong[name] : 0) | "sort >&2"
        for (name in wrong) exit 1
    }' "$scratch/patterns" -
} >"$scratch/families.csv"
mv "$scratch/families.csv" "$data/families.csv"
