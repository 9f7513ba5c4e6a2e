#!/usr/bin/env python3
"""Hold what data/RESULTS.md says of other rules against data/rule_variants*.csv and the atlas.

    check_rule_variants.py     from the root of the repository; ends with 1 and a line for each that is wrong

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys

sys.path.insert(0, "scripts")
import result_files  # noqa: E402 (of the folder just named)

RULES = ["corner_centre", "corner_rule", "centre", "near_centre", "any"]


def read(name):
    return result_files.read(f"data/{name}.csv")


def place(row):
    return row["rows"], row["cols"], row["corner"]


def opening(row):
    return place(row) + (row["black_removes"], row["white_removes"])


def variant(row):
    return row["play"], row["jumps"]


boards, openings = read("rule_variants"), read("rule_variants_openings")
swept = {}
for row in boards:
    swept.setdefault(variant(row), set()).add(place(row))
places = set.intersection(*swept.values())
boards, openings = ([row for row in rows if place(row) in places] for rows in (boards, openings))
normal = [dict(row, play="normal", jumps="any") for row in read("atlas") if place(row) in places]
normal_openings = [dict(row, play="normal", jumps="any") for row in read("atlas_openings") if place(row) in places]
boards, openings = boards + normal, openings + normal_openings
variants = {variant(row) for row in boards}
of_normal = {place(row): row for row in normal}
winner_of = {opening(row): row["winner"] for row in normal_openings}
text = pathlib.Path("data/RESULTS.md").read_text(encoding="utf-8").split("## Other rules")[1].split("\n## ")[0]
wrong = []


def check(holds, what):
    if not holds:
        wrong.append(what)


def black_wins(rows, name="any"):
    return sum(row[name] == "black" for row in rows)


for play, jumps in sorted(variants):
    own = [row for row in boards if variant(row) == (play, jumps)]
    own_openings = [row for row in openings if variant(row) == (play, jumps)]
    said = re.search(rf"^ +{play} +{jumps} +(\d+) +(\d+)$", text, re.M)
    check(said and list(map(int, said.groups())) == [black_wins(own), black_wins(own_openings, "winner")],
          f"the row of {play} {jumps}")
    check({place(row) for row in own} == places, f"the boards of {play} {jumps}")
    check({opening(row) for row in own_openings} == set(winner_of), f"the openings of {play} {jumps}")
    for row in own:  # the classes of all sets of stones
        total = sum(int(row[name]) for name in ["next_player", "previous_player", "black", "white"])
        check(total == 2 ** (int(row["rows"]) * int(row["cols"])), f"the census of {place(row)}, {play} {jumps}")
        if int(row["rows"]) * int(row["cols"]) % 2 == 0:  # exchanging the colours is a symmetry
            check(row["black"] == row["white"], f"black and white of {place(row)}, {play} {jumps}")

check(len(variants) == 6 and len(places) == 95 and "95 boards" in text, "95 boards")
check(len(winner_of) == 2436 and "2436 openings" in text, "2436 openings")
check(places == {place(row) for row in read("atlas")} - {("1", "36", "black")}, "all boards of up to 36 cells but 1x36")
check({pair for pair in swept if ("1", "36", "black") in swept[pair]} == {("normal", "single"), ("misere", "single")}, "1x36")
single = [row for row in boards if variant(row) == ("normal", "single")]
won_singly = {place(row)[:2] for row in single if row["any"] == "black"}
check(black_wins(single) == 50 and black_wins(normal) == 10 and {("5", "6"), ("6", "6")} <= won_singly, "single jumps")
longest = [row for row in boards if variant(row) == ("normal", "longest")]
check(all(row[rule] == of_normal[place(row)][rule] for row in longest for rule in RULES), "the same on all boards")
differ = [row for row in openings if variant(row) == ("normal", "longest") and row["winner"] != winner_of[opening(row)]]
check(len(differ) == 34 and "that of 34 openings differs" in text, f"{len(differ)} openings differ")
check(all(int(row["rows"]) >= 3 for row in differ), "they are on boards of three rows or more")
misere = [row for row in boards if variant(row) == ("misere", "any")]
for row in boards:
    if row["play"] == "misere":
        check(int(row["rows"]) > 2 or row["corner"] == "white" or row["any"] == "black", f"misere {place(row)} is won by Black")
check({place(row) for row in misere if int(row["rows"]) > 2 and row["any"] == "black"} ==
      {("3", "3", "black"), ("3", "3", "white"), ("3", "4", "black"), ("3", "5", "white"), ("3", "9", "white")}, "misere from three rows on")
from_four = {(*variant(row)[1:], place(row)) for row in boards if row["play"] == "misere" and int(row["rows"]) > 3 and row["any"] == "black"}
check(from_four == {("longest", ("5", "7", "white")), ("single", ("4", "5", "black"))}, "misere from four rows on")
for row in boards:
    if place(row) == ("6", "6", "black"):
        shares = [f"{100 * n / 2**36:.1f}" for n in (int(row["next_player"]), int(row["previous_player"]), int(row["black"]) + int(row["white"]))]
        check(re.search(rf"^ +{row['play']} +{row['jumps']} +{' +'.join(shares)}$", text, re.M), f"the shares of {variant(row)} on 6x6")
for row in read("comparison"):
    if row["source"] == "Maastricht":
        check((row["longest"] == row["claim"]) == (row["verdict"] == "confirmed"), f"{place(row)} with longest jumps")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
