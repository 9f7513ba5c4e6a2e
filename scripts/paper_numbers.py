#!/usr/bin/env python3
"""Give the paper its numbers: every \\val{KEY} and \\fact{NAME} of paper/papamu.tex, from data/.

    scripts/paper_numbers.py [DATA] [TEX] [OUT]       defaults: data, paper/papamu.tex, build/paper/numbers.tex

A key is FILE/ROW/COLUMN or FILE/ROW/COLUMN/FORMAT: the cell of DATA/FILE.csv in the row that KEYS below names by ROW (a
board is 4x5, or 5x5-black where the corner colour counts), written as FORMATS below says. Other keys are those of
DERIVED: figures that take more than one cell. A fact is a sentence of the paper in words, tested by a condition on the
data; it prints nothing. An unknown key or a condition that is false is an error; with --draft it is named and the
number printed as ??.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import math
import pathlib
import re
import subprocess

import conjectures
import tables
from result_files import read

ROOT = pathlib.Path(__file__).resolve().parent.parent


# ---- rows ------------------------------------------------------------------------------------------


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
    "values_boards": size,
    "draughts_selfplay": lambda r: r["black"],
    "external": lambda r: r["source"].split(" ")[0],
    "programs": lambda r: r["key"],
    "reachable": lambda r: f"{sided(r)}-{r['opening']}",
    "random_exact": lambda r: f"{size(r)}-{r['statistic']}",
}


# ---- how a cell is written -------------------------------------------------------------------------


def grouped(text):
    """Digits before the point in groups of three, as TeX wants commas."""
    return f"{int(text):,}".replace(",", "{,}")


def scientific(value):
    mantissa, exponent = f"{value:.1e}".split("e")
    return rf"\ensuremath{{{mantissa}\cdot 10^{{{int(exponent)}}}}}"


def in_binary_units(n):
    for unit, shift in (("PiB", 50), ("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if n >= 1 << shift:
            value = n / (1 << shift)
            return f"{value:.{0 if value >= 100 else 1}f}~{unit}"
    return f"{n:.0f}~bytes"


FORMATS = {
    "": lambda t: grouped(t) if re.fullmatch(r"-?[0-9]+", t) else t,
    "sci": lambda t: scientific(float(t)),
    "bytes": lambda t: in_binary_units(int(t)),
    **{f"f{d}": (lambda d: lambda t: f"{float(t):.{d}f}")(d) for d in range(7)},
    **{f"pc{d}": (lambda d: lambda t: f"{100 * float(t):.{d}f}")(d) for d in range(7)},
}


# ---- figures from several cells ----------------------------------------------------------------------


def board_key(key):
    """4x5 or 5x5-black, as sizes and the corner colour."""
    name, _, corner = key.partition("-")
    return name.split("x") + [corner or "black"]


class Data:
    """The files of a folder, each read once."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.files = {}

    def __getitem__(self, name):
        if name not in self.files:
            path = self.folder / f"{name}.csv"
            if not path.is_file():
                raise KeyError(f"{path} is not there")
            self.files[name] = read(path)
        return self.files[name]

    def of_board(self, name, key):
        rows, cols, corner = board_key(key)
        return [r for r in self[name] if (r["rows"], r["cols"]) == (rows, cols) and r.get("corner", corner) == corner]


def not_integer(d, key):
    return str(sum(not r["value"] for r in d.of_board("integers", key)))


def integer_counts(d, key):
    """Sets of stones of a board: integers, those that may be ones for all that the sweep could hold, all."""
    rows = d.of_board("integer_counts", key)
    open_ = sum(int(r["positions"]) for r in rows if r["value"] == "beyond")
    none = sum(int(r["positions"]) for r in rows if not r["value"])
    n = sum(int(r["positions"]) for r in rows)
    return n - none - open_, open_, n


def integer_share(d, key):
    """In per cent; an error if what is open changes the figure."""
    whole, open_, n = integer_counts(d, key)
    least, most = (f"{100 * x / n:.1f}" for x in (whole, whole + open_))
    if least != most:
        raise ValueError(f"between {least} and {most}")
    return least


def number_share(d, key):
    (r,) = d.of_board("values_boards", key)
    return f"{100 * int(r['numbers']) / int(r['positions']):.1f}"


def class_share(d, key, column):
    (r,) = d.of_board("atlas", key)
    return f"{100 * int(r[column]) / sum(int(r[c]) for c in ('next_player', 'previous_player', 'black', 'white')):.1f}"


def times_as_many(d, key, than):
    (large,), (small,) = d.of_board("plans", key), d.of_board("plans", than)
    return f"{int(large['pairs_computed']) / int(small['pairs_computed']):,.0f}".replace(",", "{,}")


def rate(d, key):
    """Pairs of a position and a player that a sweep settles in a second of its time in sweep.csv."""
    (r,) = d.of_board("sweep", key)
    return scientific(int(r["pairs"]) / float(r["seconds"]))


def computed_rate(d, key):
    """The same without those that symmetry spares."""
    (r,), (plan,) = d.of_board("sweep", key), d.of_board("plans", key)
    return scientific(int(plan["pairs_computed"]) / float(r["seconds"]))


def interval(d, file, row, column, digits="2"):
    """The two ends of the interval of a share, in per cent."""
    (r,) = [r for r in d[file] if KEYS[file](r) == row]
    return "--".join(f"{100 * float(r[column + end]):.{digits}f}" for end in ("_low", "_high"))


def verdicts(d, source, verdict, doubtful="no yes"):
    return sum(r["source"] == source and r["verdict"] == verdict and r["doubtful"] in doubtful.split() for r in d["comparison"])


def endgames(d, key, pieces, column):
    kinds = ("mover_men", "mover_kings", "other_men", "other_kings")
    n = int(most_pieces(d, key) if pieces == "most" else pieces)
    rows = [r for r in d.of_board("draughts_endgames", key) if sum(int(r[k]) for k in kinds) == n]
    if column == "longest_win":
        return str(max(int(r[column] or 0) for r in rows))
    return grouped(str(sum(int(r[column]) for r in rows)))


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


def remoteness_of(d, key):
    """The greatest remoteness of any position."""
    return str(max(int(r["remoteness"]) for r in d.of_board("remoteness_longest", key)))


def white_interval(d, source):
    """The two ends of Wilson's interval of White's share of the decided games of people, in per cent."""
    (r,) = [r for r in d["external"] if KEYS["external"](r) == source]
    won, n = int(r["white_wins"]), int(r["black_wins"]) + int(r["white_wins"])
    interval = tables.wilson(won, n, n)
    return "--".join(f"{100 * interval[end]:.1f}" for end in ("share_low", "share_high"))


def white_share(d, source):
    (r,) = [r for r in d["external"] if KEYS["external"](r) == source]
    return f"{100 * int(r['white_wins']) / (int(r['black_wins']) + int(r['white_wins'])):.1f}"


def confidence(d):
    """The level of the intervals, from one that is the mean and z standard errors on either side."""
    r = next(r for r in d["selfplay"] if KEYS["selfplay"](r) == "random")
    z = (float(r["jumps_high"]) - float(r["jumps_low"])) / 2 / float(r["jumps_sd"]) * math.sqrt(int(r["games"]))
    return f"{100 * math.erf(z / math.sqrt(2)):.0f}"


def version(d):
    """Of the program, as its header has it."""
    del d
    return re.search(r'#define PM_VERSION "(.*)"', (ROOT / "src/papamu.h").read_text(encoding="utf-8")).group(1)


def commit(d):
    del d
    words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


DERIVED = {
    "version": version,
    "openings-of-two-rows": lambda d: sum(int(r["rows"]) <= 2 for r in d["integers"]),
    "openings-in-the-middle": lambda d: len(in_the_middle(d)),
    "commit": commit,
    "confidence": confidence,
    "digest-bits": lambda d: str(4 * len(d["atlas"][0]["digest"])),
    "openings-not-integer": not_integer,
    "integer-share": integer_share,
    "number-share": number_share,
    "class-share": class_share,
    "pairs-ratio": times_as_many,
    "pairs-in": lambda d, key: scientific(2 << math.prod(map(int, key.split("x")))),
    "rate": rate,
    "computed-rate": computed_rate,
    "interval": interval,
    "confirmed": lambda d, source: str(verdicts(d, source, "confirmed")),
    "refuted": lambda d, source: str(verdicts(d, source, "refuted")),
    "refuted-without-doubt": lambda d, source: str(verdicts(d, source, "refuted", "no")),
    "endgames": endgames,
    "most-pieces": most_pieces,
    "greatest-remoteness": remoteness_of,
    "people-white-interval": white_interval,
    "people-white-share": white_share,
    "games-in-atlas": lambda d: str(len(d["atlas"])),
    "boards-in-atlas": lambda d: str(len({size(r) for r in d["atlas"]})),
    "solved-nodes": lambda d, key: scientific(sum(int(r["nodes"]) for r in d.of_board("solved", key))),
    "proof-positions": lambda d, key: grouped({r["proof_positions"] for r in d.of_board("solved", key)}.pop()),
    "samples": lambda d: grouped(str(len(d["samples"]))),
    "openings-in-atlas": lambda d: grouped(str(len(d["atlas_openings"]))),
    "largest-in-atlas": lambda d: str(max(int(r["rows"]) * int(r["cols"]) for r in d["atlas"])),
    "largest-valued": lambda d: str(max(int(r["rows"]) * int(r["cols"]) for r in d["values_boards"])),
    "family-games": lambda d: len({r["game"] for r in d["draughts_variants"]}),
    "family-pieces": family_pieces,
    "patterns": lambda d: str(len(d["families"])),
    "families": lambda d: str(len({r["family"] for r in d["families"]})),
}


# ---- what the text says in words -------------------------------------------------------------------


def won_by_black(d, rule):
    return {sided(r) for r in d["atlas"] if r[rule] == "black"}


def wins_after(d, key, black, white):
    (r,) = [r for r in d.of_board("atlas_openings", key) if (r["black_removes"], r["white_removes"]) == (black, white)]
    return r["winner"]


def linear_pattern(d):
    """Of 1 x n under the rule `any` Black wins exactly n = 4k + 1 with black corners."""
    return {k for k in won_by_black(d, "any") if k.startswith("1x")} == {f"1x{n}-black" for n in range(5, 37, 4)}


def rules_agree(d, least_rows):
    rules = ("corner_centre", "corner_rule", "centre", "near_centre", "any")
    return all(len({r[c] for c in rules if r[c]}) == 1 for r in d["atlas"] if int(r["rows"]) >= least_rows)


def of_small_boards(d, name, most_cells):
    """Whether a table has every board of two to so many cells, with no more rows than columns."""
    boards = {(r, c) for r in range(1, most_cells + 1) for c in range(r, most_cells + 1) if 2 <= r * c <= most_cells}
    return boards <= {(int(r["rows"]), int(r["cols"])) for r in d[name]}


def boards_counted(d):
    """Boards whose integers were counted, with black corners, as pairs of rows and columns: at most as many rows."""
    return {(int(r["rows"]), int(r["cols"])) for r in d["integer_counts"] if r["corner"] == "black"}


def share_falls_with_each_line(d):
    """With a row or a column more there are fewer integers among all sets of stones, or still nothing else."""
    boards = boards_counted(d)
    for rows, cols in boards:
        for larger in (tuple(sorted((rows + 1, cols))), (rows, cols + 1)):
            if larger in boards:
                whole, open_, n = integer_counts(d, f"{larger[0]}x{larger[1]}-black")
                before, _, n_before = integer_counts(d, f"{rows}x{cols}-black")
                if not ((whole + open_) * n_before < before * n or (before == n_before and whole == n)):
                    return False
    return True


def share_rises_with_cells(d):
    """Pairs of boards of which the larger has the larger share of integers."""
    share = {}
    for rows, cols in boards_counted(d):
        whole, open_, n = integer_counts(d, f"{rows}x{cols}-black")
        share[rows, cols] = (whole / n, (whole + open_) / n)
    return {(a, b) for a in share for b in share if a[0] * a[1] < b[0] * b[1] and share[a][1] < share[b][0]}


def negated_with_white_corners(d):
    """The bounds of all openings, of every board with an odd number of cells."""
    odd = {size(r) for r in d["integers"] if int(r["rows"]) * int(r["cols"]) % 2}
    bounds = {
        (name, corner): [(int(r["lower"]), int(r["upper"])) for r in d.of_board("integers", f"{name}-{corner}")]
        for name in odd
        for corner in ("black", "white")
    }
    return odd and all(sorted(bounds[name, "black"]) == sorted((-u, -l) for l, u in bounds[name, "white"]) for name in odd)


def refuted(d, doubtful):
    return {size(r) for r in d["comparison"] if r["source"] == "Maastricht" and r["verdict"] == "refuted" and r["doubtful"] == doubtful}


def no_integer_boards(d):
    """Boards with an opening that is not an integer, by cells."""
    return sorted({(int(r["rows"]) * int(r["cols"]), size(r)) for r in d["integers"] if not r["value"]})


def theorem_of_rows(r):
    """What the theorem of one and two rows says of an opening; None if it says nothing."""
    return conjectures.value_on_rows(int(r["rows"]), int(r["cols"]), r["black_removes"], r["white_removes"])


def in_the_middle(d):
    """Openings across the middle line of a board."""
    return [r for r in d["integers"] if conjectures.is_in_the_middle(int(r["rows"]), int(r["cols"]), r["black_removes"], r["white_removes"])]


def black_share(d, agent):
    (r,) = [r for r in d["selfplay"] if KEYS["selfplay"](r) == agent]
    return float(r["black_share_low"]), float(r["black_share_high"])


# Games of the draughts family whose kings fly and land anywhere, and whose kings move by one step.
FLYING = ("russian", "brazilian", "international", "pool", "spanish", "portuguese", "czech")
SHORT = ("italian", "american")


def draw_share(d, agent):
    (r,) = [r for r in d["draughts_selfplay"] if r["black"] == agent]
    return int(r["draws"]) / int(r["games"])


def beats(d, agent, opponent):
    (r,) = [r for r in d["pairs"] if KEYS["pairs"](r) == f"{agent}-{opponent}"]
    return float(r["share_low"]) > 0.5


def chosen(d, agent):
    """The classes of openings that an agent chooses against itself."""
    return {r["class"] for r in d["selfplay_choices"] if r["black"] == agent}


def centre_better_for_black(d, agent):
    """Black's share after openings in the centre is larger than after those in corners, beyond both intervals."""
    rows = {r["class"]: r for r in d["selfplay_classes"] if r["black"] == agent}
    return float(rows["centre"]["black_share_low"]) > float(rows["corner"]["black_share_high"])


def classes_overlap(d, agent):
    """The intervals of Black's share after openings in corners and in the centre have a value in common."""
    rows = [r for r in d["selfplay_classes"] if r["black"] == agent]
    return max(float(r["black_share_low"]) for r in rows) <= min(float(r["black_share_high"]) for r in rows)


def rules_all_won_by(d, key, color):
    (r,) = d.of_board("large_boards", key)
    return {r[rule] for rule in ("corner_centre", "corner_rule", "centre", "near_centre", "any")} == {color}


def search_agrees(d, key):
    """Every opening of the board was searched, and has the winner that the sweep found."""
    swept, searched = (
        {(r["black_removes"], r["white_removes"], r["winner"]) for r in d.of_board(file, key)}
        for file in ("large_openings", "solved")
    )
    return swept == searched


FACTS = {
    "every opening of 7x7 under corner-centre is proven for Black": lambda d: len(d.of_board("solved", "7x7-black")) == 12
    and {(r["winner"], r["rule"]) for r in d.of_board("solved", "7x7-black")} == {("black", "corner-centre")},
    "White wins 6x7 under every rule": lambda d: rules_all_won_by(d, "6x7", "white"),
    "searches of 6x7 agree with the sweep": lambda d: search_agrees(d, "6x7"),
    "the census of 6x7 is symmetric": lambda d: all(r["black"] == r["white"] for r in d.of_board("large_census", "6x7")),
    "black wins only 1 x (4k+1), 5x5 and 5x7 with black corners": lambda d: linear_pattern(d)
    and won_by_black(d, "any") - {k for k in won_by_black(d, "any") if k.startswith("1x")} == {"5x5-black", "5x7-black"},
    "from two rows on the rule does not matter": lambda d: rules_agree(d, 2),
    "on one row the rule matters": lambda d: rules_agree(d, 2) and not rules_agree(d, 1),
    "black wins some opening of every board from 4x4": lambda d: all(
        int(r["openings_black"]) > 0 for r in d["atlas"] if int(r["rows"]) >= 4
    ),
    "3x8 is the smallest board with an opening that is no integer": lambda d: no_integer_boards(d)[:1] == [(24, "3x8")]
    and no_integer_boards(d)[1][0] > 24
    and of_small_boards(d, "integers", 24),
    "openings of one and two rows are worth what the theorem says": lambda d: all(
        r["value"] == str(theorem_of_rows(r)) for r in d["integers"] if int(r["rows"]) <= 2
    ),
    "openings in the middle are worth 0": lambda d: all(r["value"] == "0" for r in in_the_middle(d)),
    "all openings of one and two rows are integers": lambda d: all(r["value"] for r in d["integers"] if int(r["rows"]) <= 2),
    "integers become rarer with each row or column": share_falls_with_each_line,
    "3x7 has a larger share of integers than 4x5": lambda d: ((4, 5), (3, 7)) in share_rises_with_cells(d),
    "openings are within 2": lambda d: all(-2 <= int(r["lower"]) and int(r["upper"]) <= 2 for r in d["integers"] if int(r["rows"]) >= 4),
    "the fractional openings of 5x5 are worth one half": lambda d: {
        r["value"] for r in d.of_board("opening_values", "5x5-black") if r["lower"] != r["upper"]
    }
    == {"-1/2"},
    "flying kings draw more": lambda d: min(family_endgames(d, game, "8x8")[2] for game in FLYING)
    > max(family_endgames(d, game, "8x8")[2] for game in SHORT),
    "thai draws least": lambda d: all(
        family_endgames(d, "thai", "8x8")[2] < family_endgames(d, game, "8x8")[2] for game in (*FLYING, *SHORT)
    ),
    "the start of 4x4 is drawn in the whole family": lambda d: {r["winner"] for r in d["draughts_variants_starts"] if r["board"] == "4x4"}
    == {"draw"},
    "same rules, same counts": lambda d: all(
        family_endgames(d, a, "8x8") == family_endgames(d, b, "8x8")
        for a, b in (("international", "brazilian"), ("spanish", "portuguese"))
    ),
    "deeper search draws more in draughts": lambda d: draw_share(d, "ab:4") > draw_share(d, "ab:2") > draw_share(d, "random"),
    "with white corners openings are negated": negated_with_white_corners,
    "Norvig confirmed": lambda d: verdicts(d, "Norvig", "refuted") == 0 and verdicts(d, "Norvig", "confirmed") == 6,
    "GamesmanClassic confirmed": lambda d: verdicts(d, "GamesmanClassic", "refuted") == 0 and verdicts(d, "GamesmanClassic", "confirmed") == 3,
    "all refuted are second-player wins": lambda d: {
        r["ours"] for r in d["comparison"] if r["source"] == "Maastricht" and r["verdict"] == "refuted"
    }
    == {"second"},
    "refuted without doubt are 5x6 and 6x6": lambda d: refuted(d, "no") == {"5x6", "6x6"},
    "refuted with doubt are 4x7 and 5x3": lambda d: refuted(d, "yes") == {"4x7", "5x3"},
    "corner colour does not change digests": lambda d: all(
        len({r["digest"] for r in d["atlas"] if size(r) == name}) == 1 for name in {size(r) for r in d["atlas"]}
    )
    and {r["corner"] for r in d["atlas"]} == {"black", "white"},
    "random play favours White on 8x8": lambda d: black_share(d, "random")[1] < 0.5,
    "corner openings favour White more": lambda d: centre_better_for_black(d, "random"),
    "White is ahead after openings of either class": lambda d: all(
        float(r["black_share_high"]) < 0.5 for r in d["selfplay_classes"]
    ),
    "greedy, ab:4 and mcts:200 favour White more from corners": lambda d: all(
        centre_better_for_black(d, agent) for agent in ("greedy", "ab:4", "mcts:200")
    ),
    "ab:2 and ab:6 leave the class open": lambda d: all(classes_overlap(d, agent) for agent in ("ab:2", "ab:6")),
    "greedy and ab:2 open in the centre, ab:4 and ab:6 in corners": lambda d: all(
        chosen(d, agent) == {kind} for agent, kind in (("greedy", "centre"), ("ab:2", "centre"), ("ab:4", "corner"), ("ab:6", "corner"))
    ),
    "ab:6 > ab:4 > ab:2 > greedy > random": lambda d: all(
        beats(d, a, b) for a, b in (("ab:6", "ab:4"), ("ab:4", "ab:2"), ("ab:2", "greedy"), ("greedy", "random"))
    ),
    "people's games favour White": lambda d: all(int(r["white_wins"]) > int(r["black_wins"]) for r in d["external"]),
    "4x4 and 6x6 draughts are drawn from the start": lambda d: {
        (size(r), r["winner"]) for r in d["draughts_first_moves"] if not r["move"]
    }
    == {("4x4", "draw"), ("6x6", "draw")},
}


# ---- keys of the text --------------------------------------------------------------------------------


def look_up(d, key):
    """The text of a key, or a KeyError that says what is wrong with it."""
    first, *rest = key.split("/")
    if first in DERIVED:
        try:
            return DERIVED[first](d, *rest)
        except (TypeError, ValueError) as error:
            raise KeyError(f"{key}: {error}") from error
    if first not in KEYS or len(rest) not in (2, 3):
        raise KeyError(f"{key}: neither FILE/ROW/COLUMN[/FORMAT] nor a derived figure")
    found = [r for r in d[first] if KEYS[first](r) == rest[0]]
    if len(found) != 1:
        raise KeyError(f"{key}: {len(found)} rows of {first}.csv are {rest[0]}")
    if rest[1] not in found[0]:
        raise KeyError(f"{key}: {first}.csv has no column {rest[1]}")
    form = rest[2] if len(rest) == 3 else ""
    if form not in FORMATS:
        raise KeyError(f"{key}: there is no format {form}")
    return FORMATS[form](found[0][rest[1]])


def read_tex(path):
    """The text of the paper, without comments."""
    return re.sub(r"(?<!\\)%.*", "", pathlib.Path(path).read_text(encoding="utf-8"))


def used(tex, macro):
    return sorted(set(re.findall(rf"\\{macro}\{{([^}}]*)\}}", tex)))


def problems_of_fact(d, name):
    if name not in FACTS:
        return ["unknown"]
    try:
        return [] if FACTS[name](d) else [f"not true of {d.folder}"]
    except (KeyError, ValueError) as error:
        return [f"cannot be computed from {d.folder}: {error.args[0]}"]


def resolve(d, tex):
    """Every key with its text, and what is wrong with the others."""
    values, problems = {}, []
    for key in used(tex, "val"):
        try:
            values[key] = look_up(d, key)
        except KeyError as error:
            problems.append(f"\\val{{{error.args[0]}}}")
    problems += [f"\\fact{{{name}}}: {problem}" for name in used(tex, "fact") for problem in problems_of_fact(d, name)]
    problems += [f"the fact \"{name}\" is not used" for name in FACTS if name not in used(tex, "fact")]
    return values, problems


def main():
    words = [word for word in sys.argv[1:] if word != "--draft"]
    folder, tex, out = (words + ["data", "paper/papamu.tex", "build/paper/numbers.tex"][len(words) :])[:3]
    text = read_tex(tex)
    values, problems = resolve(Data(folder), text)
    for problem in problems:
        print(f"paper_numbers.py: {problem}", file=sys.stderr)
    if problems and "--draft" not in sys.argv:
        sys.exit(1)
    values = {key: values.get(key, "??") for key in used(text, "val")}
    out = pathlib.Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"\\expandafter\\def\\csname val@{key}\\endcsname{{{text}}}\n" for key, text in values.items()]
    out.write_text("% Written by scripts/paper_numbers.py.\n" + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
