#!/usr/bin/env python3
"""Check what the paper states and conjectures about openings and games, and print the first counterexample of each.

    scripts/conjectures.py [BUILD] [N] [DATA]       defaults: build, 30, data

Each statement is checked in every way that there is: against exact values, which the engine computes here, and
against the tables of DATA: integers by sweep (integers.csv), exact values (opening_values.csv), winners of all boards of up
to 36 cells (atlas.csv, atlas_openings.csv) and of larger ones (large_*.csv, solved.csv). A line for each says how many
cases were compared on which boards. The first five are proven in the paper: the theorem of one and two rows is compared on
every opening of every board 1xn and 2xn, n = 2..N, what follows from it for the middle row of three on those of 3xn, and
both on the sweeps. The others are conjectures. Ends with 1 if a statement fails.

SPDX-License-Identifier: MIT
"""

import csv
import fractions
import io
import pathlib
import subprocess
import sys

import result_files
import solved_tables

OTHER_COLOR = {"black": "white", "white": "black"}

# ---- geometry -----------------------------------------------------------------------------------


def column_and_rank(cell):
    """Both from 0: "aa10" is 26, 9."""
    letters = cell.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1, int(cell[len(letters) :]) - 1


def cell_name(column, rank):
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{rank + 1}"


def value_in_row(cols, black, white):
    """What the theorem says of two neighbouring holes in a row of `cols` cells, Black's in column `black`."""
    left, right = min(black, white), cols - 1 - max(black, white)
    return left // 2 - right // 2 if black < white else right // 2 - left // 2


def value_on_rows(rows, cols, black, white):
    """The value that the theorem gives to an opening of one or two rows; None if there are more."""
    if rows > 2:
        return None
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    return value_in_row(cols, b, w) if b_rank == w_rank else 0


def is_in_the_middle(rows, cols, black, white):
    """Whether the two cells lie on both sides of the middle line of the board that they are next to."""
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    return (b == w and b_rank + w_rank == rows - 1) or (b_rank == w_rank and b + w == cols - 1)


def value_in_the_middle(*opening):
    return 0 if is_in_the_middle(*opening) else None


def value_across_three_rows(rows, cols, black, white):
    """0 for an opening across the lines of a board of three rows."""
    return 0 if rows == 3 and column_and_rank(black)[0] == column_and_rank(white)[0] else None


def value_in_the_middle_of_three(rows, cols, black, white):
    """For an opening along the middle row of three: what it is worth in that row alone."""
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    return value_in_row(cols, b, w) if rows == 3 and b_rank == w_rank == 1 else None


def is_proved(rows, cols, black, white):
    """Whether the paper proves what an opening is worth: one and two rows, the middle row of three, the middle column
    of 3x3; no more rows than columns."""
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    along_columns = rows == cols == 3 and value_in_the_middle_of_three(3, 3, cell_name(b_rank, b), cell_name(w_rank, w)) is not None
    return along_columns or rows <= 2 or value_in_the_middle_of_three(rows, cols, black, white) is not None


def class_of(rows, cols, black, white):
    """The same for all openings that are images of each other under reflections, rotations, and exchange of the colours,
    of boards on their side too: the least pair of holes, after the size of the board."""
    holes = column_and_rank(black), column_and_rank(white)
    images = []
    for width, height, pair in (cols, rows, holes), (rows, cols, tuple(hole[::-1] for hole in holes)):
        for mirror in False, True:
            for flip in False, True:
                image = [(width - 1 - x if mirror else x, height - 1 - y if flip else y) for x, y in pair]
                images.append((height, width, *sorted(image)))
    return min(images)


def openings(rows, cols):
    """Every opening with a black top-left cell: Black's cell, White's, and the position as a grid."""
    full = {(c, r): "x" if (c + rows - 1 - r) % 2 == 0 else "o" for c in range(cols) for r in range(rows)}
    for (c, r), stone in full.items():
        for near in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
            if stone == "x" and near in full:
                left = {**full, (c, r): ".", near: "."}
                grid = "|".join("".join(left[k, j] for k in range(cols)) for j in reversed(range(rows)))
                yield cell_name(c, r), cell_name(*near), grid


# ---- where values and winners come from ---------------------------------------------------------


def values_of(papamu, grids):
    """The exact value of each position, as text."""
    run = subprocess.run(
        [papamu, "value", "--format", "csv", "--no-provenance", *grids], capture_output=True, text=True, check=True
    )
    return [row["value"] for row in csv.DictReader(io.StringIO(run.stdout))]


class Data:
    """The tables of a folder, each read when it is asked for; numbers of rows and columns are numbers."""

    def __init__(self, folder, read=None):
        self.read = read or (lambda name: result_files.read(pathlib.Path(folder) / f"{name}.csv"))
        self.tables = {}

    def __getitem__(self, name):
        if name not in self.tables:
            self.tables[name] = [{**row, "rows": int(row["rows"]), "cols": int(row["cols"])} for row in self.read(name)]
        return self.tables[name]


def opening_of(row):
    return row["rows"], row["cols"], row["black_removes"], row["white_removes"]


def name_of(row):
    return f"{row['rows']}x{row['cols']} with {row['corner']} corners"


def name_of_opening(row):
    return f"{name_of(row)}, {row['black_removes']} {row['white_removes']}"


def games(d):
    """Boards with the rule that was solved and who wins by it: the atlas, sweeps of larger boards, proofs."""
    for row in d["atlas"] + d["large_boards"]:
        yield row, "any", row["any"]
    for (_, _, _, rule), openings_of_game in solved_tables.games(d["solved"]).items():
        yield openings_of_game[0], rule, solved_tables.winner_of_game(openings_of_game)


# ---- statements ---------------------------------------------------------------------------------
# Each yields cases: what the case is called, what it should be, what it is.


def by_engine(boards, expected):
    """The values of all openings of the boards of which expected() says something, by the engine."""

    def cases(papamu, d):
        for rows, cols in boards:
            asked = [(b, w, grid, expected(rows, cols, b, w)) for b, w, grid in openings(rows, cols)]
            asked = [case for case in asked if case[3] is not None]
            found = values_of(papamu, [case[2] for case in asked]) if asked else []
            for (b, w, grid, value), is_worth in zip(asked, found, strict=True):
                yield f"{rows}x{cols}, {b} {w}: {grid}", str(value), is_worth

    return cases


def by_sweep(expected):
    """The same in the sweeps: integers, and of larger boards winners, which are those of an integer of that sign."""

    def cases(papamu, d):
        for row in d["integers"]:
            if (value := expected(*opening_of(row))) is not None:
                bounds = row["value"] or f"between {row['lower']} and {row['upper']}"
                yield name_of_opening(row), str(value), bounds
        for row in d["atlas_openings"] + d["large_openings"] + d["solved"]:
            if (value := expected(*opening_of(row))) is not None:
                yield name_of_opening(row), "won by " + ("black" if value > 0 else "white"), "won by " + row["winner"]

    return cases


def winner_on_rows(row, rule):
    """Who wins a board of one or two rows, by the corollary of the theorem; None where it says nothing."""
    rows, cols = row["rows"], row["cols"]
    if rows == 2 or (rows == 1 and rule == "corner_rule"):
        return "white"
    return "black" if row["corner"] == "black" and cols % 4 == 1 else "white"


def games_on_rows(papamu, d):
    for row in d["atlas"]:
        for rule in ("any", "corner_rule") if row["rows"] <= 2 else ():
            if row[rule]:
                yield f"{name_of(row)}, rule {rule}", winner_on_rows(row, rule), row[rule]


def games_from_three_rows(papamu, d):
    for row, rule, winner in games(d):
        if row["rows"] >= 3:
            is_black = row["rows"] % 2 and row["cols"] % 2 and min(row["rows"], row["cols"]) >= 5 and row["corner"] == "black"
            yield name_of(row), "black" if is_black else "white", winner


def rules_from_two_rows(papamu, d):
    for row in d["atlas"] + d["large_boards"]:
        if row["rows"] >= 2:
            for rule in ("corner_centre", "corner_rule", "centre", "near_centre"):
                if row[rule]:
                    yield f"{name_of(row)}, rule {rule}", row["any"], row[rule]


def bounds_on_three_rows(papamu, d):
    """The greatest size of an opening of each board."""
    size = {}
    for row in d["integers"]:
        if row["rows"] == 3:
            board = name_of(row), row["cols"] // 2 - 1
            size[board] = max(size.get(board, 0), int(row["upper"]), -int(row["lower"]))
    for (name, bound), found in size.items():
        yield name, bound, found


def bounds_from_four_rows(papamu, d):
    for row in d["integers"]:
        if row["rows"] >= 4:
            is_within = -2 <= int(row["lower"]) and int(row["upper"]) <= 2
            yield name_of_opening(row), "within 2", "within 2" if is_within else f"{row['lower']} to {row['upper']}"


def openings_are_numbers(papamu, d):
    """A number with a denominator of at most 4, of at most 2 from four rows on."""
    for row in d["opening_values"]:
        if row["value"]:
            try:
                denominator = fractions.Fraction(row["value"]).denominator
            except ValueError:
                denominator = None
            is_number = denominator is not None and denominator <= (4 if row["rows"] <= 3 else 2)
            yield name_of_opening(row), "such a number", "such a number" if is_number else row["value"]


def negative_of(rows, cols, corner, black, white):
    """The opening with the colours exchanged: of the same board, reflected, or of that with the other corners."""
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    if rows * cols % 2:
        return rows, cols, OTHER_COLOR[corner], white, black
    if cols % 2 == 0:
        return rows, cols, corner, cell_name(cols - 1 - w, w_rank), cell_name(cols - 1 - b, b_rank)
    return rows, cols, corner, cell_name(w, rows - 1 - w_rank), cell_name(b, rows - 1 - b_rank)


def winners_by_opening(rows):
    """Who wins each opening of a table, Black to jump."""
    return {(int(r["rows"]), int(r["cols"]), r["corner"], r["black_removes"], r["white_removes"]): r["winner"] for r in rows}


def outcome_class(winners, opening):
    """black, white, first or second: White, moving first, wins an opening if and only if Black, moving first, wins its
    negative."""
    first_wins = winners[opening] == "black", winners[negative_of(*opening)] == "black"
    return {(True, True): "first", (False, False): "second", (True, False): "black", (False, True): "white"}[first_wins]


def nobody_wins_by_beginning(papamu, d):
    winners = winners_by_opening(d["atlas_openings"] + d["large_openings"])
    for opening in winners:
        rows, cols, corner, black, white = opening
        both = outcome_class(winners, opening) == "first"
        yield f"{rows}x{cols} with {corner} corners, {black} {white}", "one winner or the second player", \
            "the first player" if both else "one winner or the second player"


def small_openings_are_integers(papamu, d):
    for row in d["integers"]:
        if row["rows"] * row["cols"] < 24:
            yield name_of_opening(row), "an integer", "an integer" if row["value"] else f"{row['lower']} to {row['upper']}"


def statements(longest):
    of_rows = [(rows, n) for rows in (1, 2) for n in range(2, longest + 1)]
    of_middle = [(3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (3, 6), (6, 3), (4, 6), (4, 7), (5, 6)]
    of_three = [(3, n) for n in range(3, 9)]
    theorem = "an opening of one or two rows is worth what the theorem says"
    middle = "an opening across the middle line is worth 0"
    across = "an opening across the lines of three rows is worth 0"
    along = "an opening in the middle row of three is worth what it is in one row"
    return (
        (f"{theorem}, 1xn and 2xn to n = {longest} by the engine", by_engine(of_rows, value_on_rows)),
        (f"{theorem}, by sweeps to 36 cells", by_sweep(value_on_rows)),
        ("Black wins 1xn if n = 4k+1 and the corners are his, and nothing else of one or two rows, to 36 cells", games_on_rows),
        (f"{along}, 3xn to n = {longest} by the engine", by_engine([(3, n) for n in range(3, longest + 1)], value_in_the_middle_of_three)),
        (f"{along}, by sweeps to 36 cells and proofs", by_sweep(value_in_the_middle_of_three)),
        (f"{middle}, boards of 12 to 30 cells by the engine", by_engine(of_middle, value_in_the_middle)),
        (f"{middle}, by sweeps to 42 cells and proofs", by_sweep(value_in_the_middle)),
        (f"{across}, 3x3 to 3x8 by the engine", by_engine(of_three, value_across_three_rows)),
        (f"{across}, by sweeps to 36 cells and proofs", by_sweep(value_across_three_rows)),
        ("from three rows on Black wins if both sides are odd, at least 5, and the corners are his, and no other board, to "
         "42 cells and by proofs", games_from_three_rows),
        ("from two rows on the opening rule does not change who wins, to 42 cells", rules_from_two_rows),
        ("the largest opening of 3xn is worth n div 2 - 1 moves, 3x3 to 3x10", bounds_on_three_rows),
        ("from four rows on every opening is within 2, boards of integers.csv", bounds_from_four_rows),
        ("every opening of fewer than 24 cells is an integer", small_openings_are_integers),
        ("every opening is a number, of denominator at most 4, at most 2 from four rows on, where values are known",
         openings_are_numbers),
        ("no opening is won by whoever moves first, to 42 cells", nobody_wins_by_beginning),
    )


def check(cases):
    """How many cases were compared, one that several tables have counted once, and a sentence about the first that differs."""
    names = set()
    for name, expected, found in cases:
        names.add(name)
        if found != expected:
            return len(names), f"{name} is {found}, not {expected}"
    return len(names), None if names else "there is no case"


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    build, longest, folder = (sys.argv[1:] + ["build", "30", "data"][len(sys.argv) - 1 :])[:3]
    data, status = Data(folder), 0
    for text, cases in statements(int(longest)):
        n, counterexample = check(cases(f"{build}/papamu", data))
        print(f"{text}: {n} cases, " + (f"fails: {counterexample}" if counterexample else "no counterexample"), flush=True)
        status |= counterexample is not None
    return status


if __name__ == "__main__":
    sys.exit(main())
