#!/usr/bin/env python3
"""Hold what data/search.md says against data/solved.csv, data/solved_variants.csv and data/search_nodes.csv.

    check_search.py     from the root of the repository; ends with 1 and a line for each that is wrong

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys

sys.path.insert(0, "scripts")
import result_files  # noqa: E402 (of the folder just named)
import search_law  # noqa: E402

text = pathlib.Path("data/search.md").read_text(encoding="utf-8")
flat = " ".join(text.split())
wrong = []


def check(holds, what):
    if not holds:
        wrong.append(what)


def table_of(heading):
    """The cells of the rows of a table of the page, without the commas of numbers."""
    lines = text.split(heading)[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in re.sub(r"(?<=\d),(?=\d{3})", "", line).strip("|").split("|")] for line in lines]


def winner(rows):
    """Black wins the game if one of his removals wins whatever White answers."""
    by_removal = {}
    for row in rows:
        by_removal.setdefault(row["black_removes"], []).append(row["winner"] == "black")
    return "Black" if any(map(all, by_removal.values())) else "White"


def check_proven():
    solved = {}
    for row in result_files.read("data/solved.csv"):
        solved.setdefault((f"{row['rows']}x{row['cols']}", row["corner"], row["rule"]), []).append(row)
    said = {tuple(cells[:3]): cells[3:] for cells in table_of("| board | top-left | rule |")}
    check(set(said) == set(solved), f"the boards: {set(said) ^ set(solved)}")
    for key in set(said) & set(solved):
        rows = solved[key]
        black = sum(row["winner"] == "black" for row in rows)
        expected = [winner(rows), f"{len(rows)}, {black}", str(sum(int(row["nodes"]) for row in rows)),
                    rows[0]["proof_positions"], rows[0]["proof_bytes"]]
        check(said[key] == expected, f"{key}: {said[key]}, not {expected}")
        check(len({row["digest"] for row in rows}) == 1, f"{key}: one proof")
        kept = pathlib.Path(f"data/proofs/{key[0]}.proof")
        is_small = int(rows[0]["proof_bytes"]) < 4 * 10**6 and key[2] != "any" and min(map(int, key[0].split("x"))) > 3
        check(key[2] == "any" or kept.exists() == is_small, f"{key}: whether the proof is kept")


def check_variants():
    solved = {}
    for row in result_files.read("data/solved_variants.csv"):
        key = f"{row['rows']}x{row['cols']}", row["play"], row["jumps"]
        solved.setdefault(key, []).append(row)
        check((row["corner"], row["rule"]) == ("black", "corner-centre"), f"{key}: black corners, corner-centre")
        check((row["play"], row["jumps"]) != ("normal", "any"), f"{key}: the usual game is in solved.csv")
    said = {tuple(cells[:3]): cells[3:] for cells in table_of("| board | play | jumps |")}
    check(list(said) == list(solved), f"the variants: {set(said) ^ set(solved)}")
    for key in set(said) & set(solved):
        rows = solved[key]
        black = ", ".join(row["black_removes"] + " " + row["white_removes"] for row in rows if row["winner"] == "black")
        expected = [winner(rows), str(len(rows)), black or "none", str(sum(int(row["nodes"]) for row in rows)),
                    rows[0]["proof_positions"], rows[0]["proof_bytes"]]
        check(said[key] == expected, f"{key}: {said[key]}, not {expected}")
        check(len({row["digest"] for row in rows}) == 1, f"{key}: one proof")


def check_work():
    nodes = result_files.read("data/search_nodes.csv")
    expected = [[f"{row['rows']}x{row['cols']}", str(int(row["rows"]) * int(row["cols"])), row["hardest"], row["all"]]
                for row in nodes]
    check(table_of("| board | cells | hardest opening") == expected, "the table of the work")
    intercept, slope, residual, predict = search_law.fit(nodes)
    check(f"the hardest opening is {intercept:.2f} + {slope:.3f} n: {10 ** slope:.2f} times as many positions for each cell, "
          f"with a residual of {residual:.2f}, by {len(nodes)} boards" in flat, "the law")
    for (rows, cols), form in zip(search_law.PREDICTED, ["an opening of {}x{} takes 10^{:.1f} positions (standard error of a "
                                                         "prediction {:.1f})", *["one of {}x{} 10^{:.1f} ({:.1f})"] * 3]):
        check(form.format(rows, cols, *predict(rows * cols)) in flat, f"the prediction of {rows}x{cols}")
    hours = 10 ** float(f"{predict(64)[0]:.1f}") / 2e6 / 3600
    check(f"10^{predict(64)[0]:.1f} are {hours:.0f} hours" in flat, f"the hours: {hours:.1f}")
    hardest = {(row["rows"], row["cols"]): int(row["hardest"]) for row in nodes}
    check(hardest["5", "9"] < hardest["5", "8"] and hardest["4", "11"] < hardest["4", "10"], "5x9 and 4x11 are easier")


check_proven()
check_variants()
check_work()
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
