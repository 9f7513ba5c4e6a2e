#!/usr/bin/env python3
"""Compare what others have published about who wins with the sweep.

    scripts/compare.py [BUILD] [DATA]        defaults: build, data

Reads DATA/published.csv, answers each row with BUILD/papamu, and writes DATA/comparison.csv: the same rows with our
answer and whether the claim is confirmed or refuted. Our answers are

    class   who wins the position with these two holes, with Black and with White to move: black, white, first or second
    winner  who wins after these two removals, Black to jump
    plies   won or lost for Black, who begins, and the plies of the whole game under corner-centre, removals counted

and, for the classes, what it would be if a jump had to take all that it can (column "longest").

A file whose rows would stay the same is left alone, provenance and all.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import json
import pathlib
import subprocess

import result_files


def run(program, *words):
    done = subprocess.run([program, *words, "--format", "json"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"compare.py: {' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def diagram(rows, cols, corner, holes):
    """The full board without the stones on the holes, as papamu writes positions."""
    lines = []
    for rank in range(rows, 0, -1):
        line = ""
        for col in range(cols):
            is_black = (rows - rank + col) % 2 == (corner == "white")
            line += "1" if f"{chr(97 + col)}{rank}" in holes else "b" if is_black else "w"
        lines.append(line.replace("11", "2"))
    return "/".join(lines)


def winner(program, size, corner, stones, mover, jumps="any"):
    words = ("solve", size, "--corner", corner, "--position", f"{stones} {mover}", "--jumps", jumps)
    return run(program, *words)["positions"][0]["winner"]


def outcome_class(program, size, corner, stones, jumps="any"):
    winners = [winner(program, size, corner, stones, mover, jumps) for mover in "bw"]
    names = {"black black": "black", "white white": "white", "black white": "first", "white black": "second"}
    return names[" ".join(winners)]


def plies(program, size, corner):
    """Whoever wins hurries, the other delays: Black chooses a removal, White answers, then the sweep says how long."""
    after = {}
    words = ("solve", size, "--corner", corner, "--opening", "corner-centre", "--values", "remoteness")
    for o in run(program, *words)["openings"]:
        after.setdefault(o["black_removes"], []).append((o["winner"], o["remoteness"]))
    won = [max(n for _, n in answers) for answers in after.values() if all(w == "black" for w, _ in answers)]
    if won:
        return f"won {min(won) + 2}"
    return f"lost {max(min(n for w, n in answers if w == 'white') for answers in after.values()) + 2}"


def answer(program, row, jumps="any"):
    size = f"{row['rows']}x{row['cols']}"
    if row["kind"] == "plies":
        return plies(program, size, row["corner"])
    stones = diagram(int(row["rows"]), int(row["cols"]), row["corner"], (row["black_removes"], row["white_removes"]))
    if row["kind"] == "class":
        return outcome_class(program, size, row["corner"], stones, jumps)
    return winner(program, size, row["corner"], stones, "b")


def main():
    build, data = (sys.argv[1:] + ["build", "data"][len(sys.argv) - 1 :])[:2]
    program = str(pathlib.Path(build) / "papamu")
    rows = result_files.read(pathlib.Path(data) / "published.csv")
    compared = []
    for row in rows:
        ours, longest = answer(program, row), answer(program, row, "longest") if row["kind"] == "class" else ""
        compared.append([*row.values(), ours, "confirmed" if ours == row["claim"] else "refuted", longest])
    header = [*rows[0], "ours", "verdict", "longest"]
    result_files.keep(pathlib.Path(data) / "comparison.csv", program, "scripts/compare.py", header, compared)


if __name__ == "__main__":
    main()
