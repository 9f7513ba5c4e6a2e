#!/usr/bin/env python3
"""Solve every board of up to CELLS cells under the variants of the rules, and write DATA/rule_variants*.csv.

    scripts/rule_variants.py [CELLS] [BUILD] [DATA]      defaults: 36, build, data

The variants are misere play, single jumps, longest jumps (as far as the stone can), and each of these in misere play; normal play is
in atlas.csv. Boards as there: rows <= columns, odd x odd boards with both corner colours; without those whose sweep does
not fit MEMORY (default 4G), which are named: 1x36, where no symmetry keeps the colours, fits with single jumps alone. Boards
that DATA has already keep their rows, and the tables the provenance of both; FRESH=1 computes all. 30 cells take five minutes
on one core, 36 cells an hour on a busy machine. Boards of more rows come first. With
KEEP=DIR each answer is kept in that folder, and an interrupted run of the same commit continues from there.

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


def kept(papamu, words):
    """Where the answer of this commit is kept; None without KEEP."""
    folder = os.environ.get("KEEP")
    if not folder:
        return None
    git = subprocess.run([papamu, "--version"], capture_output=True, text=True, check=True).stdout.split("(")[1].split(")")[0]
    pathlib.Path(folder, git).mkdir(parents=True, exist_ok=True)
    return pathlib.Path(folder, git, "_".join(word for word in words if not word.startswith("--")) + ".json")


def run(papamu, *words):
    """The answer of the program in JSON, or None if the board does not fit the memory."""
    path = kept(papamu, words)
    if path and path.is_file():
        return json.loads(path.read_text(encoding="utf-8"))
    done = subprocess.run([papamu, *words, "--memory", os.environ.get("MEMORY", "4G"), "--format", "json"],
                          capture_output=True, text=True)
    if done.returncode == 3:
        return None
    if done.returncode:
        sys.exit(f"rule_variants.py: {' '.join(words)}: {done.stderr.strip()}")
    if path:
        new = path.with_suffix(".new")
        new.write_text(done.stdout, encoding="utf-8")
        new.rename(path)
    return json.loads(done.stdout)


def solve(papamu, play, jumps, rows, cols, corner):
    """The row of the board, and the rows of its openings; None if it does not fit the memory."""
    words = [f"{rows}x{cols}", "--corner", corner, "--play", play, "--jumps", jumps]
    solved = run(papamu, "solve", *words)
    if not solved:
        return None
    won = {game["rule"]: game["game_winner"] for game in solved["games"]}
    total = {name: solved[f"sets_won_by_{name}"] for name in CLASSES}
    assert sum(total.values()) == 1 << (rows * cols), "each set of stones is in one class"
    assert solved["won_with_black_to_move"] == total["black"] + total["next_player"]
    assert solved["won_with_white_to_move"] == total["white"] + total["next_player"]
    openings = [[play, jumps, *(o[name] for name in [*PLACE, "black_removes", "white_removes", "winner"])]
                for o in solved["openings"]]
    board = [play, jumps, rows, cols, corner, *(won.get(rule) or "" for rule in RULES), len(openings),
             sum(o["winner"] == "black" for o in solved["openings"]), *total.values()]
    return board, openings


def earlier(data):
    """What the tables of a folder have of each board: its row, and those of its openings."""
    paths = [data / f"rule_variants{rest}.csv" for rest in ("", "_openings")]
    found = {}
    for rows in map(result_files.read, paths) if all(path.is_file() for path in paths) else ():
        for row in rows:
            key = row["play"], row["jumps"], (int(row["rows"]), int(row["cols"]), row["corner"])
            found.setdefault(key, []).append(list(row.values()))
    return {key: (rows[0], rows[1:]) for key, rows in found.items()}


def main():
    if "--help" in sys.argv or len(sys.argv) > 4:
        print(__doc__.strip(), file=sys.stdout if "--help" in sys.argv else sys.stderr)
        sys.exit(0 if "--help" in sys.argv else 2)
    most_cells = int(sys.argv[1]) if len(sys.argv) > 1 else 36
    papamu = f"{sys.argv[2] if len(sys.argv) > 2 else 'build'}/papamu"
    data = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "data")
    solved, left_out = earlier(data) if not os.environ.get("FRESH") else {}, []
    for play, jumps in VARIANTS:
        for board in sorted(boards(most_cells), reverse=True):
            if (play, jumps, board) in solved:
                continue
            print("solving {}x{}, top-left cell {}, {} play, {} jumps".format(*board, play, jumps), file=sys.stderr)
            solved[play, jumps, board] = solve(papamu, play, jumps, *board)
            if not solved[play, jumps, board]:
                left_out.append("{}x{}".format(*board))
    in_order = [solved[play, jumps, board] for play, jumps in VARIANTS for board in boards(most_cells)]
    all_boards = [answer[0] for answer in in_order if answer]
    all_openings = [row for answer in in_order if answer for row in answer[1]]
    command, adds = f"scripts/rule_variants.py {most_cells}", not os.environ.get("FRESH")
    variant = ["play", "jumps", *PLACE]
    result_files.keep(data / "rule_variants.csv", papamu, command,
          [*variant, "corner_centre", "corner_rule", "centre", "near_centre", "any", "openings", "openings_black",
           *CLASSES], all_boards, adds)
    result_files.keep(data / "rule_variants_openings.csv", papamu, command,
          [*variant, "black_removes", "white_removes", "winner"], all_openings, adds)
    if left_out:
        print(f"left out for want of memory: {' '.join(left_out)}", file=sys.stderr)


if __name__ == "__main__":
    main()
