#!/usr/bin/env python3
"""Exact values of all positions of boards, counted, and of all openings.

    scripts/values.py [BUILD] [DATA] [BOARD...]     defaults: build, data, every board of two and three rows up to 24
                                                    cells, 4x4, 4x5, 4x6, 5x5
    scripts/values.py BUILD DATA openings           opening_values.csv alone: what it has of those boards stays, the
                                                    rest is made again from integers.csv

A BOARD is a size, or a file with what `papamu values SIZE --format json --top 12` said earlier. Writes to DATA
    values_boards.csv         each board: how many different values, integers, numbers, infinitesimals; the extremes
    values_stones.csv         the same by number of stones
    values_temperatures.csv   positions by number of stones and temperature
    values_birthdays.csv      positions by number of stones and birthday
    values_notable.csv        the most frequent values, the hottest, all nimbers, the fractions with the largest
                              denominators
    thermographs.csv          corners of the walls of some positions, and of their mast one unit above the temperature
    opening_values.csv        what each opening is worth; those of DATA/integers.csv that are not of one of the boards
                              too: the value if it is an integer or the board has no more than SINGLY cells, bounds
                              always, and the outcome class wherever the bounds decide it
Files whose rows are the same already stay as they are. The default takes four minutes and 4 GiB; SINGLY=30 leaves the
openings of 5x7 and 6x6 out, and takes three.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import csv
import io
import json
import os
import subprocess
import tempfile

TOP = "12"
DEFAULT = (
    [f"2x{n}" for n in range(2, 13)] + [f"3x{n}" for n in range(3, 9)] + ["4x4", "4x5", "4x6", "5x5"]
)
BOARD_FACTS = (
    "positions different_values zero integers numbers infinitesimals "
    "highest_temperature largest_denominator latest_birthday"
).split()
# Cells of boards whose openings are valued one by one, if they are not integers.
SINGLY = int(os.environ.get("SINGLY", "36"))
LISTS = ("most_frequent", "hottest", "nimbers", "finest_fractions")
OPENING = "rows cols corner black_removes white_removes value outcome mean temperature lower upper rules".split()


def size_of(answer):
    rows, cols = answer["provenance"]["command"].split()[-1].split("x")
    return {"rows": int(rows), "cols": int(cols)}


def ask(papamu, board, corner):
    """What papamu says about a board: from a file, or now."""
    if board.endswith(".json"):
        with open(board, encoding="utf-8") as file:
            return json.load(file)
    print(f"values.py: {board}, top-left cell {corner}", file=sys.stderr)
    command = [papamu, "values", board, "--corner", corner, "--top", TOP, "--format", "json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def is_odd(answer):
    size = size_of(answer)
    return size["rows"] * size["cols"] % 2 == 1


def rows_of_table(answers, name):
    return [size_of(a) | row for a in answers for row in a[name]]


def rows_of_lists(answers):
    return [size_of(a) | {"list": name} | row for a in answers for name in LISTS for row in a[name]]


def rows_of_boards(answers):
    return [size_of(a) | {fact: a[fact] for fact in BOARD_FACTS} for a in answers]


# ---- openings ---------------------------------------------------------------------------------------


def key_of(row):
    return tuple(str(row[name]) for name in OPENING[:5])


def read_bounds(path):
    """The rows of integers.csv, by opening; and its provenance."""
    if not os.path.exists(path):
        return {}, []
    with open(path, newline="", encoding="utf-8") as file:
        lines = file.readlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {key_of(row): row for row in rows}, [line.rstrip("\n") for line in lines if line.startswith("#")]


def outcome_within(lower, upper):
    """The outcome class of a game between its tightest integer bounds; "" if they leave it open."""
    if lower == upper == 0:
        return "previous_player"
    # A game that is not an integer differs from its bounds: at least 0 means more than 0.
    return "black" if lower >= 0 else "white" if upper <= 0 else ""


def integer_opening(row):
    """A row of integers.csv as one of opening_values.csv."""
    if "beyond" in row.values():
        sys.exit("values.py: integers.csv has bounds that are not known; make it again with more memory")
    known = {name: row[name] for name in OPENING if name in row}
    known["outcome"] = outcome_within(int(row["lower"]), int(row["upper"]))
    if row["value"] != "":
        known |= {"mean": row["value"], "temperature": "-1"}
    return known


def position_after(row):
    """The board of a row of integers.csv without the two stones."""
    n_rows, n_cols = int(row["rows"]), int(row["cols"])
    holes = {(ord(cell[0]) - ord("a"), int(cell[1:]) - 1) for cell in (row["black_removes"], row["white_removes"])}
    first, second = "xo" if row["corner"] == "black" else "ox"

    def cell(col, rank):
        return "." if (col, rank) in holes else second if (col + n_rows - 1 - rank) % 2 else first

    return "|".join("".join(cell(col, rank) for col in range(n_cols)) for rank in reversed(range(n_rows)))


def value_singly(papamu, rows):
    """Give rows of one board the values that papamu finds for their positions; says with which command."""
    board = f"{rows[0]['rows']}x{rows[0]['cols']}"
    print(f"values.py: {len(rows)} openings of {board} that are not integers", file=sys.stderr)
    command = [papamu, "value", "--memory", "6G", "--format", "csv"]
    positions = "\n".join(position_after(row) for row in rows)
    said = subprocess.run(command, input=positions, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()
    answers = list(csv.DictReader(line for line in said if not line.startswith("#")))
    if len(answers) != len(rows):  # a position too large for the memory has a row too
        sys.exit(f"values.py: {len(answers)} answers to {len(rows)} openings of {board}")
    for row, answer in zip(rows, answers):
        if answer["value"] != "":
            row |= {name: answer[name] for name in ("value", "outcome", "mean", "temperature")}
    return [line for line in said if line.startswith("#")]


def value_fractions(papamu, rows):
    """Value what is not an integer on boards that are small enough, board by board."""
    boards = {}
    for row in rows:
        if row["value"] == "" and int(row["rows"]) * int(row["cols"]) <= SINGLY:
            boards.setdefault((row["rows"], row["cols"], row["corner"]), []).append(row)
    return [line for board in boards.values() for line in value_singly(papamu, board)]


def rows_of_openings(answers, bounds):
    rows = []
    for row in (row for a in answers for row in a["openings"]):
        known = bounds.get(key_of(row), {})
        bounds_of_row = {name: known.get(name, "") for name in ("lower", "upper")}
        rows.append(row | {"rules": " ".join(row["rules"])} | bounds_of_row)
    return with_integers(rows, bounds)


def with_integers(rows, bounds):
    """Rows of boards that were valued, and those of all other boards of integers.csv."""
    exact = {(str(row["rows"]), str(row["cols"])) for row in rows}
    rows = rows + [integer_opening(row) for key, row in bounds.items() if key[:2] not in exact]
    return sorted(rows, key=lambda row: (int(row["rows"]), int(row["cols"])))


def read_valued(path):
    """What a table of openings has of boards that were valued whole: rows, and provenance."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    said, boards, head = [], set(), []
    for line in (line for line in lines if line.startswith("#")):
        if not line.startswith("# command:"):
            head.append(line)
        elif "command: papamu values" in line and "--integers" not in line:
            said += head + [line]
            boards.add(line.split()[-1])
            head = []
        else:
            head = [line for line in head if not line.startswith("# git:")]
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [row for row in rows if f"{row['rows']}x{row['cols']}" in boards], said


# ---- thermographs -------------------------------------------------------------------------------------

# The hottest value of 4x4; one with a corner in each wall; the example of CGSuite 1.x; an opening of 5x5, a number.
DRAWN = (
    "xo..|o...|.oxo|oxo.",
    ".o..|ox..|xox.|o.o.",
    ".xo.o.o.|.o......|.x......",
    "xoxox|oxoxo|x.xox|o.oxo|xoxox",
)


def rows_of_thermograph(papamu, position, script):
    """The corners from the gnuplot script that papamu writes; and the provenance."""
    command = [papamu, "value", position, "--thermograph", script, "--format", "csv"]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    value = next(csv.DictReader(line for line in said if not line.startswith("#")))["value"]
    rows, wall = [], None
    with open(script, encoding="utf-8") as file:
        for words in map(str.split, file):
            if words[1:2] == ["<<"]:
                wall = words[0][1:]
            elif words == ["END"]:
                wall = None
            elif wall:
                corner = {"wall": wall, "x": words[0], "temperature": words[1]}
                rows.append({"position": position, "value": value} | corner)
    return rows, [line for line in said if line.startswith("#")]


def keep_thermographs(papamu, data):
    rows, said = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for position in DRAWN:
            more_rows, more_said = rows_of_thermograph(papamu, position, f"{scratch}/drawn.gp")
            rows += more_rows
            said += more_said
    keep(f"{data}/thermographs.csv", said, list(rows[0]), rows)


# ---- files ------------------------------------------------------------------------------------------


def provenance_of(answers):
    lines = []
    for a in answers:
        p = a["provenance"]
        lines += [f"# {p['program']} {p['version']}"]
        lines += [f"# {name}: {p[name]}" for name in ("git", "command", "seed")]
    return lines


def table_text(columns, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def without_provenance(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return "".join(line for line in file if not line.startswith("#"))


def keep(path, provenance, columns, rows):
    """Write a table, unless its rows are there already."""
    text = table_text(columns, rows)
    if without_provenance(path) == text:
        print(f"the rows agree with {path}, which stays as it is")
        return
    descriptor, part = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write("\n".join(dict.fromkeys(provenance)) + "\n" + text)
    os.chmod(part, 0o644)
    os.replace(part, path)
    print(f"wrote {path}")


def keep_openings(papamu, data, rows, said):
    """Add the openings of other boards to those of boards that were valued whole."""
    bounds, said_of_bounds = read_bounds(f"{data}/integers.csv")
    rows = rows(bounds)
    keep(f"{data}/opening_values.csv", said + said_of_bounds + value_fractions(papamu, rows), OPENING, rows)


def main():
    arguments = sys.argv[1:]
    build = arguments[0] if arguments else "build"
    data = arguments[1] if len(arguments) > 1 else "data"
    papamu = f"{build}/papamu"
    if arguments[2:] == ["openings"]:
        valued, said = read_valued(f"{data}/opening_values.csv")
        keep_openings(papamu, data, lambda bounds: with_integers(valued, bounds), said)
        return
    answers, openings = [], []
    for board in arguments[2:] or DEFAULT:
        answer = ask(papamu, board, "black")
        answers.append(answer)
        openings.append(answer)
        if is_odd(answer) and not board.endswith(".json"):
            openings.append(ask(papamu, board, "white"))
    os.makedirs(data, exist_ok=True)
    said = provenance_of(answers)
    size = ["rows", "cols"]
    keep(f"{data}/values_boards.csv", said, size + BOARD_FACTS, rows_of_boards(answers))
    for name in ("stones", "temperatures", "birthdays"):
        rows = rows_of_table(answers, name)
        keep(f"{data}/values_{name}.csv", said, list(rows[0]), rows)
    notable = rows_of_lists(answers)
    keep(f"{data}/values_notable.csv", said, list(notable[0]), notable)
    keep_thermographs(papamu, data)
    keep_openings(papamu, data, lambda bounds: rows_of_openings(openings, bounds), provenance_of(openings))


if __name__ == "__main__":
    main()
