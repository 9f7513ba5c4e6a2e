"""Figures of the paper that no result file has: what data/speed.md and data/compression.md say was measured, and constants
of the program.

SPDX-License-Identifier: MIT
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Tables of these pages can be read like result files, with the heading above them as column `section` and the cells of the
# first column as `what`.
PAGES = ("speed", "compression")

# Constants by their name in the paper: the file that has each, and its name there.
CONSTANTS = {
    "search factor": ("solver/konane/search/search_evaluate.c", "FACTOR"),
    "search exponent": ("solver/konane/search/search_evaluate.c", "EXPONENT"),
    "search slope": ("solver/konane/search/search_evaluate.c", "SLOPE"),
    "search unit": ("solver/konane/search/search_evaluate.h", "EVALUATE_UNIT"),
    "search stretch": ("solver/konane/search/search_engine.c", "epsilon"),
    "pattern weights": ("solver/konane/search/search_patterns.h", "PATTERN_WEIGHTS"),
    "pattern phases": ("solver/konane/search/search_patterns.h", "PATTERN_PHASES"),
    "pattern phase stones": ("solver/konane/search/search_patterns.h", "PATTERN_PHASE_STONES"),
    "placing trials": ("solver/sweep/sublayers.c", "PLACING_TRIALS"),
    "chance bits": ("solver/db/coder/pairs.h", "PAIRS_CHANCE_BITS"),
    "draw plies": ("src/draughts/game_draughts.c", "DRAW_PLIES"),
    "tree runs": ("analysis/stats/tree_size.h", "TREE_RUNS"),
    "part bits": ("solver/sweep/setup.c", "PART_BITS"),
}


def cells_of(line):
    return [cell.strip().strip("*") for cell in line.strip().strip("|").split("|")]


def tables_of(path):
    """All rows of all tables of a page, {column: text}."""
    section, header, rows = "", None, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        if not line.startswith("|"):
            header = None
        elif header is None:
            header = ["what", *cells_of(line)[1:]]
        elif not set(line) <= set("|-: "):
            rows.append({"section": section, **dict(zip(header, cells_of(line)))})
    return rows


def page(name, folder):
    """The tables of a page of a folder of results; of data/ where it has none, as folders of computed results do."""
    path = folder / f"{name}.md"
    return tables_of(path if path.is_file() else ROOT / "data" / path.name)


def measured(rows, section, what, column, place="1"):
    """The first number, or a later one, of the cell in the one row of a section whose cells, with commas between, begin so."""
    found = [r for r in rows if r["section"] == section and column in r and ", ".join(list(r.values())[1:]).startswith(what)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} rows of {section} begin with {what} and have a column {column}")
    return re.findall(r"[0-9][0-9,]*(?:\.[0-9]+)?", found[0][column])[int(place) - 1].replace(",", "")


def constant(name):
    path, symbol = CONSTANTS[name]
    values = set(re.findall(rf"\b{symbol} = ([0-9.]+)", (ROOT / path).read_text(encoding="utf-8")))
    if len(values) != 1:
        raise ValueError(f"{path} gives {symbol} {len(values)} values")
    return values.pop()
