#!/usr/bin/env python3
"""Solve every board of up to CELLS cells under the variants of the rules, and write DATA/rule_variants*.csv.

    scripts/rule_variants.py [CELLS] [BUILD] [DATA]      defaults: 30, build, data

The variants are misere play, single jumps, longest jumps (as far as the stone can), and each of these in misere play; normal play is
in atlas.csv. Boards as there: rows <= columns, odd x odd boards with both corner colours; those whose sweep does not fit
MEMORY (default 4G) are left out and named. 30 cells take ten minutes on one core.

SPDX-License-Identifier: MIT
"""

import json
import os
import pathlib
import subprocess
import sys

import result_files

VARIANTS = [("misere", "any"), ("normal", "single"), ("normal", "longest"), ("misere", "single"), ("misere", "longest")]
RULES = ["corner-centre", "corner", "centre", "near-centre", "any"]
CLASSES = ["next_player", "previous_player", "black", "white"]
PLACE = ["rows", "cols", "corner"]


def boards(most_cells):
    for rows in range(1, most_cells + 1):
        for cols in range(max(rows, 2), most_cells // rows + 1):
            for corner in ["black", "white"] if rows * cols % 2 else ["black"]:
                yield rows, cols, corner


def run(papamu, *words):
    """The answer of the program in JSON, or None if the board does not fit the memory."""
    done = subprocess.run([papamu, *words, "--memory", os.environ.get("MEMORY", "4G"), "--format", "json"],
                          capture_output=True, text=True)
    if done.returncode == 3:
        return None
    if done.returncode:
        sys.exit(f"rule_variants.py: {' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def solve(papamu, play, jumps, rows, cols, corner):
    """The row of the board, and the rows of its openings; None if it does not fit the memory."""
    words = [f"{rows}x{cols}", "--corner", corner, "--play", play, "--jumps", jumps]
    solved, census = run(papamu, "solve", *words), run(papamu, "census", *words)
    if not solved or not census:
        return None
    won = {game["rule"]: game["game_winner"] for game in solved["games"]}
    total = {name: sum(row[name] for row in census["census"]) for name in CLASSES}
    assert sum(total.values()) == 1 << (rows * cols), "each set of stones is in one class"
    assert solved["won_with_black_to_move"] == total["black"] + total["next_player"]
    assert solved["won_with_white_to_move"] == total["white"] + total["next_player"]
    openings = [[play, jumps, *(o[name] for name in [*PLACE, "black_removes", "white_removes", "winner"])]
                for o in solved["openings"]]
    board = [play, jumps, rows, cols, corner, *(won.get(rule) or "" for rule in RULES), len(openings),
             sum(o["winner"] == "black" for o in solved["openings"]), *total.values()]
    return board, openings


def main():
    if "--help" in sys.argv or len(sys.argv) > 4:
        print(__doc__.strip(), file=sys.stdout if "--help" in sys.argv else sys.stderr)
        sys.exit(0 if "--help" in sys.argv else 2)
    most_cells = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    papamu = f"{sys.argv[2] if len(sys.argv) > 2 else 'build'}/papamu"
    data = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "data")
    all_boards, all_openings, left_out = [], [], []
    for play, jumps in VARIANTS:
        for rows, cols, corner in boards(most_cells):
            print(f"solving {rows}x{cols}, top-left cell {corner}, {play} play, {jumps} jumps", file=sys.stderr)
            solved = solve(papamu, play, jumps, rows, cols, corner)
            if solved:
                all_boards.append(solved[0])
                all_openings += solved[1]
            else:
                left_out.append(f"{rows}x{cols}")
    command = f"scripts/rule_variants.py {most_cells}"
    variant = ["play", "jumps", *PLACE]
    result_files.keep(data / "rule_variants.csv", papamu, command,
          [*variant, "corner_centre", "corner_rule", "centre", "near_centre", "any", "openings", "openings_black",
           *CLASSES], all_boards)
    result_files.keep(data / "rule_variants_openings.csv", papamu, command,
          [*variant, "black_removes", "white_removes", "winner"], all_openings)
    if left_out:
        print(f"left out for want of memory: {' '.join(left_out)}", file=sys.stderr)


if __name__ == "__main__":
    main()
