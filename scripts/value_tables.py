"""Tables of exact values for scripts/tables.py: openings, families of patterns, values of whole boards.

Each function takes the rows of the files that VALUE_TABLES names and returns a header and rows of cells. Cells that are
game values or formulas are of a class that knows both of its forms.

SPDX-License-Identifier: MIT
"""

import re


class Formula(str):
    """A cell with its own form for LaTeX; the text itself is for Markdown."""

    def __new__(cls, markdown, latex):
        cell = super().__new__(cls, markdown)
        cell.latex = f"${latex}$"
        return cell


SYMBOLS = {"{": r"\{", "}": r"\}", "|": r"\mid ", ",": "{,}", "*": r"{\ast}", "^": r"{\uparrow}", "v": r"{\downarrow}", "+-": r"\pm "}


def game(text):
    """A game value as the program writes it."""
    latex = re.sub(r"tiny\(([^()]*)\)", r"\\mathord{+}_{\1}", text)
    latex = re.sub(r"miny\(([^()]*)\)", r"\\mathord{-}_{\1}", latex)
    if latex == text:
        latex = re.sub(r"\+-|[{}|,*^v]", lambda m: SYMBOLS[m[0]], text)
    return Formula("`" + text.replace("|", "\\|") + "`", latex)


def number(text):
    """A dyadic number: with a minus sign in LaTeX."""
    return Formula(text, text) if text else ""


def count(text):
    return f"{int(text):,}"


def size(row):
    return f"{row['rows']}x{row['cols']}"


def is_left_out(row):
    """Boards of an odd number of cells are the negatives of each other; the one with a black corner represents both."""
    return row["corner"] == "white"


# ---- openings ---------------------------------------------------------------------------------------


def opening_integers(rows):
    """How many openings of a board are worth which integer, and how many none; boards of three rows and more, black corner."""
    boards = {}
    for r in rows:
        if int(r["rows"]) >= 3 and not is_left_out(r):
            boards.setdefault(size(r), []).append(r["value"])
    integers = sorted({int(v) for values in boards.values() for v in values if v != ""})
    body = [
        [name, str(len(values))] + [str(values.count(str(n)) or "") for n in integers] + [str(values.count("") or "")]
        for name, values in boards.items()
    ]
    return ["board|", "openings"] + [number(str(n)) for n in integers] + ["no integer"], body


def cell_of(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def images(row):
    """An opening under the symmetries of the board that keep the colours."""
    n_rows, n_cols = int(row["rows"]), int(row["cols"])
    black, white = cell_of(row["black_removes"]), cell_of(row["white_removes"])
    for turn in (False, True) if n_rows == n_cols else (False,):
        for col_mirror in (False, True):
            for row_mirror in (False, True):

                def image(cell):
                    col, rank = cell[::-1] if turn else cell
                    return (n_cols - 1 - col if col_mirror else col, n_rows - 1 - rank if row_mirror else rank)

                if sum(image(black)) % 2 == sum(black) % 2:
                    yield image(black), image(white)


def orbits(rows):
    """Openings that are images of each other: the first of them, and their number."""
    found = {}
    for r in rows:
        found.setdefault((size(r), r["corner"], min(images(r))), []).append(r)
    return [(members[0], len(members)) for members in found.values()]


def opening_fractions(rows):
    """Openings that are worth no integer, up to symmetry: the integers around it, and the exact value where it is known."""
    chosen = [r for r in rows if not is_left_out(r) and not re.fullmatch(r"-?\d+", r["value"])]
    body = []
    for r, n in orbits(chosen):
        low, high = (number(r["lower"]), number(r["upper"])) if r["lower"] else ("", "")
        value = game(r["value"]) if r["value"] else "not known"
        body.append([size(r), f"{r['black_removes']}, {r['white_removes']}", str(n), low, high, value])
    return ["board|", "opening|", "images", "more than", "less than", "value|"], body


# ---- families ---------------------------------------------------------------------------------------

ODD, EVEN = (lambda n: n % 2 == 1), (lambda n: n % 2 == 0)


def is_odd_odd_even(a, b, c):
    return ODD(a) and ODD(b) and EVEN(c) and a >= 3


# Family, its name, which patterns, what they are worth. p, q, r are the halves of a, b, c rounded down; k that of n;
# h(e) is e if e >= 1, else 2^(e-1).
FORMS = [
    ("solid_line", "solid line of n", "n odd", lambda n, b, c: ODD(n), "-k", "-k"),
    ("solid_line", "", "n = 2 mod 4", lambda n, b, c: n % 4 == 2, "*", r"{\ast}"),
    ("solid_line", "", "n = 0 mod 4", lambda n, b, c: n % 4 == 0, "0", "0"),
    ("tail", "tail of n", "n >= 5 odd", lambda n, b, c: ODD(n) and n >= 5, "{k-1|s}, s = 0 if k is odd, else *", r"\{k-1\mid s\}"),
    ("tail", "", "n >= 6 even", lambda n, b, c: EVEN(n) and n >= 6, "{s|2-k}, s = 0 if k is odd, else *", r"\{s\mid 2-k\}"),
    ("offset_tail_1", "first offset tail of n", "n >= 4 even", lambda n, b, c: EVEN(n), "k-1", "k-1"),
    ("offset_tail_1", "", "n >= 5 odd", lambda n, b, c: ODD(n) and n >= 5, "0 if k is odd, else *", r"s"),
    ("offset_tail_2", "second offset tail of n", "n >= 7 odd", lambda n, b, c: ODD(n) and n >= 7, "k-2", "k-2"),
    ("offset_tail_2", "", "n >= 6 even", lambda n, b, c: EVEN(n) and n >= 6, "-1 if k is odd, else -1*", r"-1+s"),
    ("stair", "stair of n", "n >= 4 even", lambda n, b, c: EVEN(n) and n >= 4, "*", r"{\ast}"),
    ("stair", "", "n >= 5 odd", lambda n, b, c: ODD(n) and n >= 5, "0", "0"),
    ("two_lines", "two lines of a, b", "both odd", lambda a, b, c: ODD(a) and ODD(b), "-(p+q)", "-(p+q)"),
    ("two_lines", "", "a = 1, b even", lambda a, b, c: a == 1 and EVEN(b), "q downs, and * if q is odd", r"q{\cdot}{\downarrow}+(q\bmod 2){\ast}"),
    ("two_lines", "", "a odd, b even, p >= 1", lambda a, b, c: ODD(a) and EVEN(b) and a >= 3, "-h(p-q)", "-h(p-q)"),
    ("two_lines", "", "a even, b odd", lambda a, b, c: EVEN(a) and ODD(b), "the negative of b, a", r"\text{the negative of }b, a"),
    ("two_lines", "", "both even, p /= q", lambda a, b, c: EVEN(a) and EVEN(b) and a != b, "-min(p,q), and * if max(p,q) is odd", r"-\min(p,q)+(\max(p,q)\bmod 2){\ast}"),
    ("two_lines", "", "both even, p = q", lambda a, b, c: EVEN(a) and a == b, "-2 (p div 2)", r"-2\lfloor p/2\rfloor"),
    ("three_odd_lines", "three lines of a, b, c", "all odd: Chan, Tsai", lambda a, b, c: True, "-(p+q+r)", "-(p+q+r)"),
    ("three_lines", "", "a, c odd, b even, p < r", lambda a, b, c: ODD(a) and ODD(c) and EVEN(b) and a < c, "h(r-p-q)", "h(r-p-q)"),
    ("three_lines", "", "a = c odd, b even, a + b > 3", lambda a, b, c: ODD(a) and a == c and EVEN(b) and a + b > 3, "0", "0"),
    ("three_lines", "", "a = 1, b odd, c even, q >= 1", lambda a, b, c: a == 1 and ODD(b) and EVEN(c) and b >= 3, "-h(q-r)", "-h(q-r)"),
    ("three_lines", "", "a, b odd, c even, p >= 1, r <= 2q", lambda a, b, c: is_odd_odd_even(a, b, c) and c // 2 <= b - 1, "-h(p+q-r)", "-h(p+q-r)"),
    ("three_lines", "", "a, b odd, c even, p >= 1, r = 2q+1", lambda a, b, c: is_odd_odd_even(a, b, c) and c // 2 == b, "-(h(p-q)+h(p-q-1))/2", r"-\frac12(h(p-q)+h(p-q-1))"),
    ("three_lines", "", "a, b odd, c even, p >= 1, r > 2q+1, pq /= 1", lambda a, b, c: is_odd_odd_even(a, b, c) and c // 2 > b and (a, b) != (3, 3), "-h(p-q-1), and * if r is odd", r"-h(p-q-1)+(r\bmod 2){\ast}"),
    ("three_lines", "", "a = b = 3, c even, r > 3", lambda a, b, c: (a, b) == (3, 3) and EVEN(c) and c > 6, "-h(3-r)", "-h(3-r)"),
    ("three_lines", "", "a, b even, c odd, p < q, r >= 1", lambda a, b, c: EVEN(a) and EVEN(b) and ODD(c) and a < b and c >= 3, "-p-h(r-q)", "-p-h(r-q)"),
]
SOURCES = {"solid_line": "Ernst", "tail": "Ernst (to 9)", "offset_tail_1": "Ernst (to 9)", "offset_tail_2": "Ernst (to 9)"}


def in_math(text):
    """A condition for LaTeX: relations in mathematics, words left as they are."""
    latex = text.replace("/=", r"\ne ").replace("<=", r"\le ").replace(">=", r"\ge ").replace(" mod 4", r"\pmod 4").replace("n = 2", r"n\equiv 2")
    latex = re.sub(r": (.*)", r"\\text{: \1}", latex.replace("n = 0", r"n\equiv 0"))
    return Formula(text, re.sub(r"\b(odd|even|both odd|both even|all odd)\b", lambda m: rf"\text{{ {m[0]}}}", latex).replace(r"\text{ both", r"\text{both").replace(r"\text{ all", r"\text{all"))


def checked_range(rows):
    """Which patterns a closed form was compared with."""
    sides = [[int(r[x]) for r in rows if r[x]] for x in "abc"]
    spans = [f"{min(s)} to {max(s)}" if min(s) < max(s) else str(min(s)) for s in sides if s]
    return spans[0] if len(set(spans)) == 1 else "; ".join(spans)


def is_listed(row, backwards=False):
    """Whether the table of families has a line for this pattern, or for the same lines read backwards."""
    lengths = [int(row[x] or 0) for x in "abc"]
    lengths = lengths[::-1] if backwards else lengths
    return any(row["family"] == family and is_meant(*lengths) for family, _, _, is_meant, _, _ in FORMS)


def families(rows):
    """Closed forms for families of linear patterns, and what they were checked on; s is 0 if k is odd, else a star; h(e) is e if e >= 1, else 2^(e-1)."""
    body = []
    for family, name, condition, is_meant, markdown, latex in FORMS:
        meant = [r for r in rows if r["family"] == family and is_meant(*(int(r[x] or 0) for x in "abc"))]
        wrong = [r["position"] for r in meant if r["value"] != r["closed_form"]]
        if not meant or wrong:
            raise ValueError(f"{family}, {condition}: {wrong or 'no patterns'}")
        if name:
            body.append([f"{name}: {SOURCES[family]}" if family in SOURCES else name, "", "", ""])
        where = in_math(condition)
        value = Formula("`" + markdown.replace("|", "\\|") + "`", latex)
        body.append([Formula(str(where), r"\quad " + where.latex.strip("$") + r"\enspace"), value, str(len(meant)), checked_range(meant)])
    return ["pattern and where|", "value|", "checked", "for lengths|"], body


# ---- whole boards -----------------------------------------------------------------------------------


def share(row, name):
    return f"{100 * int(row[name]) / int(row['positions']):.2f}"


def value_boards(rows):
    """Exact values of all sets of stones: kinds of values as shares of the positions in per cent, and extremes."""
    header = ["board|", "positions", "different values", "zero", "integers", "numbers", "infinitesimals", "hottest", "denominator", "birthday"]
    body = [
        [size(r), count(r["positions"]), count(r["different_values"])]
        + [share(r, name) for name in ("zero", "integers", "numbers", "infinitesimals")]
        + [number(r["highest_temperature"]), r["largest_denominator"], r["latest_birthday"]]
        for r in rows
    ]
    return header, body


FREQUENT_BOARDS = ("4x4", "4x5", "4x6", "5x5", "5x6")


def value_frequent(rows, boards):
    """The most frequent values of all sets of stones, with their shares in per cent."""
    totals = {size(r): int(r["positions"]) for r in boards}
    shown = [name for name in FREQUENT_BOARDS if name in totals]
    columns = {name: [r for r in rows if size(r) == name and r["list"] == "most_frequent"] for name in shown}
    body = []
    for rank in range(10):
        cells = [str(rank + 1)]
        for name in shown:
            r = columns[name][rank]
            cells += [game(r["value"]), f"{100 * int(r['positions']) / totals[name]:.2f}"]
        body.append(cells)
    return ["rank"] + [cell for name in shown for cell in (name + "|", "%")], body


def value_extremes(rows):
    """The hottest value of each board, a number with its largest denominator, and all nimbers that occur."""
    boards = list(dict.fromkeys(size(r) for r in rows))
    body = []
    for name in boards:
        lists = {}
        for r in rows:
            if size(r) == name:
                lists.setdefault(r["list"], []).append(r)
        hottest, finest = lists["hottest"][0], lists.get("finest_fractions", [None])[0]
        fraction = [number(finest["value"]), count(finest["positions"])] if finest else ["", ""]
        nimbers = ", ".join(r["value"] for r in lists["nimbers"])
        body.append(
            [name, game(hottest["value"]), number(hottest["temperature"]), count(hottest["positions"])]
            + fraction
            + [Formula(f"`{nimbers}`", nimbers.replace("*", r"{\ast}").replace(", ", r",\ "))]
        )
    return ["board|", "hottest value|", "temperature", "positions", "finest number", "positions", "nimbers|"], body


VALUE_TABLES = [
    (("integers",), opening_integers),
    (("opening_values",), opening_fractions),
    (("families",), families),
    (("values_boards",), value_boards),
    (("values_notable", "values_boards"), value_frequent),
    (("values_notable",), value_extremes),
]
