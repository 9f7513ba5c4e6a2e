"""The result files as the paper's numbers and facts read them, and what both of them count.

SPDX-License-Identifier: MIT
"""

import pathlib
import re

import conjectures
import paper_sources
import solved_tables
import tables
from result_files import read


def size(r):
    return f"{r['rows']}x{r['cols']}"


def sided(r):
    """A board, with its corner colour if that makes another game of it."""
    is_odd = int(r["rows"]) % 2 == 1 and int(r["cols"]) % 2 == 1
    return f"{size(r)}-{r['corner']}" if is_odd else size(r)


def of_game(r, usual_board=None):
    """The prefix of the key of a row that is not about Konane, or on another board than usual."""
    rules = "" if r["rules"] == "konane" else r["rules"] + "-"
    return rules + ("" if usual_board in (None, r["board"]) else r["board"] + "-")


KEYS = {
    "atlas": sided,
    "large_boards": sided,
    "sweep": size,
    "plans": size,
    "boards": lambda r: of_game(r) + r["board"],
    "selfplay": lambda r: of_game(r, "8x8") + r["black"],
    "selfplay_classes": lambda r: f"{r['black']}-{r['class']}",
    "selfplay_choices": lambda r: f"{r['black']}-{r['class']}",
    "pairs": lambda r: of_game(r, "8x8") + f"{r['agent']}-{r['opponent']}",
    "selfplay_openings": lambda r: of_game(r, "8x8") + r["opening"].replace(" ", "-"),
    "databases": lambda r: f"{size(r)}-{r['version']}",
    "strength": lambda r: r["agent"],
    "values_boards": size,
    "draughts_selfplay": lambda r: r["black"],
    "external": lambda r: r["source"].split(" ")[0],
    "programs": lambda r: r["key"],
    "reachable": lambda r: f"{sided(r)}-{r['opening']}",
    "random_exact": lambda r: f"{size(r)}-{r['statistic']}",
}


def board_key(key):
    """4x5 or 5x5-black, as sizes and the corner colour."""
    name, _, corner = key.partition("-")
    return name.split("x") + [corner or "black"]


def kept_proofs(folder):
    """Name and bytes of each file of the folder of proofs; of that in data/ where there is none, as beside computed results."""
    path = folder / "proofs" if (folder / "proofs").is_dir() else paper_sources.ROOT / "data/proofs"
    return [{"file": file.name, "bytes": str(file.stat().st_size)} for file in sorted(path.glob("*.proof"))]


def commands_of(path):
    """The commands that made a table."""
    if not path.is_file():
        raise KeyError(f"{path} is not there")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [{"command": line.removeprefix("# command: ")} for line in lines if line.startswith("# command: ")]


class Data:
    """The files of a folder, each read once."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.files = {}

    def __getitem__(self, name):
        if name in paper_sources.PAGES and name not in self.files:
            self.files[name] = paper_sources.page(name, self.folder)
        if name.startswith("commands of ") and name not in self.files:
            self.files[name] = commands_of(self.folder / f"{name.removeprefix('commands of ')}.csv")
        if name == "proofs" and name not in self.files:
            self.files[name] = kept_proofs(self.folder)
        if name not in self.files:
            path = self.folder / f"{name}.csv"
            if not path.is_file():
                raise KeyError(f"{path} is not there")
            self.files[name] = tables.READERS.get(name, read)(path)
        return self.files[name]

    def of_board(self, name, key):
        rows, cols, corner = board_key(key)
        return [r for r in self[name] if (r["rows"], r["cols"]) == (rows, cols) and r.get("corner", corner) == corner]


def integer_counts(d, key):
    """Sets of stones of a board: integers, those that may be ones for all that the sweep could hold, all."""
    rows = d.of_board("integer_counts", key)
    open_ = sum(int(r["positions"]) for r in rows if r["value"] == "beyond")
    none = sum(int(r["positions"]) for r in rows if not r["value"])
    n = sum(int(r["positions"]) for r in rows)
    return n - none - open_, open_, n


def values_and_bounds(d):
    """Of each opening of the boards all of whose positions have a canonical form: its value by that, and the integers that
    the sweep has below and above it."""
    valued = {size(r) for r in d["values_boards"]}
    values = {solved_tables.opening_of(r): r["value"] for r in d["opening_values"]}
    return [(values[solved_tables.opening_of(r)], int(r["lower"]), int(r["upper"])) for r in d["integers"] if size(r) in valued]


def largest_integer(d):
    """The largest integer that a set of stones is worth, to either player, on the boards whose positions were counted."""
    return max(abs(int(r["value"])) for r in d["integer_counts"] if r["value"] not in ("", "beyond"))


def verdicts(d, source, verdict, doubtful="no yes"):
    return sum(r["source"] == source and r["verdict"] == verdict and r["doubtful"] in doubtful.split() for r in d["comparison"])


def most_pieces(d, key):
    kinds = ("mover_men", "mover_kings", "other_men", "other_kings")
    return str(max(sum(int(r[k]) for k in kinds) for r in d.of_board("draughts_endgames", key)))


def family_pieces(d, key):
    """The largest number of pieces for which all games of the draughts family have the endgames of a board."""
    return tables.common_pieces(d["draughts_variants"], key)


def family_endgames(d, game, key):
    """The counts of a game with so many pieces."""
    (r,) = [r for r in d["draughts_variants"] if (r["game"], r["board"], r["pieces"]) == (game, key, family_pieces(d, key))]
    return [int(r[c]) for c in ("won", "lost", "drawn", "longest_win")]


def sizes_known(d):
    """Games of complexity.csv whose positions reachable.csv counts: the count, and the row with its bounds."""
    exact = {(size(r), r["corner"], r["opening"]): int(r["reachable"]) for r in d["reachable"]}
    keys = [((size(r), r["corner"], r["opening"]), r) for r in d["complexity"]]
    return [(exact[key], r) for key, r in keys if key in exact]


def conjecture_cases(d, beginning):
    """What the tables say of the statement that begins so."""
    tables_of = conjectures.Data(d.folder, d.__getitem__)
    chosen = [cases for text, cases in conjectures.statements(0) if text.startswith(beginning) and not text.endswith("by the engine")]
    (cases,) = [list(cases(None, tables_of)) for cases in chosen]
    return cases


def trees_known(d):
    """Boards of complexity.csv under the rule corner-centre whose tree random_exact.csv counts: the exact games and nodes,
    and the row with their intervals."""
    exact = {}
    for r in d["random_exact"]:
        if r["statistic"] in ("games", "nodes"):
            exact.setdefault((size(r), r["corner"]), {})[r["statistic"]] = float(r["value"])
    rows = [r for r in d["complexity"] if r["opening"] == "corner-centre" and (size(r), r["corner"]) in exact]
    return [(exact[size(r), r["corner"]], r) for r in rows]


def conjecture(d, beginning):
    """On how many openings or games of the tables the statement that begins so was checked, one in several tables
    counted once, and the first counterexample or None."""
    cases = conjecture_cases(d, beginning)
    return len({name for name, _, _ in cases}), conjectures.check(cases)[1]


def openings_of_conjecture(d, beginning):
    """Of the openings on which a statement was checked, those that the paper proves, and the others; as rows, columns and
    the two removals, with the corner colour."""
    named = re.compile("([0-9]+)x([0-9]+) with ([a-z]+) corners, ([a-z]+[0-9]+) ([a-z]+[0-9]+)")
    found = {named.fullmatch(name).groups() for name, _, _ in conjecture_cases(d, beginning)}
    openings = {(int(rows), int(cols), black, white, corner) for rows, cols, corner, black, white in found}
    proved = {opening for opening in openings if conjectures.is_proved(*opening[:4])}
    return proved, openings - proved
