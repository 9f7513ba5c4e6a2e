"""Combinatorial values: short partizan games, and those of Konane positions.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import os
import threading
from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple, Union

from ._library import BadInput, Job, Progress, call, encoded, ffi, lib, text
from .board import Board, Position

_OUTCOMES = ("next_player", "previous_player", "black", "white")
_shared: Any = None
_lock = threading.Lock()


def _fraction(number: Any) -> Fraction:
    return Fraction(number.numerator, number.denominator)


class _Forms:
    """A pm_forms, which keeps one copy of each canonical form."""

    def __init__(self, handle: Any, job: Job):
        self.handle = ffi.gc(handle, lib.pm_forms_free)
        self.job = job  # whose callback, through which Ctrl-C comes, the library keeps

    @classmethod
    def new(cls, memory: int = 0) -> "_Forms":
        handle, job = ffi.new("pm_forms **"), Job(0, memory)
        job.call(lib.pm_forms_new, job.new(), handle)
        return cls(handle[0], job)


def _default() -> _Forms:
    global _shared
    with _lock:
        if _shared is None:
            _shared = _Forms.new()
        return _shared


def _begin_again() -> None:
    """In a child process: the threads of the parent's memory are not there."""
    global _shared, _lock
    _shared, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_begin_again)


def reset(memory: int = 0) -> None:
    """Begin with empty memory for values, of so many bytes (0: a quarter of the machine's). Older games stay valid."""
    global _shared
    with _lock:
        _shared = _Forms.new(memory)


class Game:
    """A short partizan game by its canonical form. Black is Left.

    >>> Game("{1|-1}") + Game("^*")
    Game('{1^*|-1^*}')
    >>> hot = Game("{2|0}")
    >>> hot.mean, hot.temperature, hot.outcome
    (Fraction(1, 1), Fraction(1, 1), 'next_player')
    >>> Game("^") > 0, Game("^") < "*", Game("^").is_confused_with("*"), Game("1/2") == Game("{0|1}")
    (True, False, True, True)
    >>> 3 * Game("^") - Game("^3")
    Game('0')
    >>> Game.of(["0"], ["*"]) == "^"
    True
    """

    __slots__ = ("_forms", "_form", "_kept")

    def __init__(self, expression: Union[str, int, Fraction, "Game"] = "0", *, _forms: Optional[_Forms] = None, _form: Any = None):
        self._forms: _Forms = _forms or (expression._forms if isinstance(expression, Game) else _default())
        self._form: int
        if _form is not None:
            self._form = _form
        elif isinstance(expression, Game):
            self._form = self._in(self._forms, expression)
        else:
            form = ffi.new("pm_form *")
            call(lib.pm_form_parse, self._forms.handle, encoded(str(expression)), form)
            self._form = form[0]
        self._kept: Any = None

    @classmethod
    def of(cls, left: Any, right: Any) -> "Game":
        """The game {left | right} of these options."""
        forms = next((g._forms for g in (*left, *right) if isinstance(g, Game)), None) or _default()
        lists = [[cls._in(forms, g) for g in options] for options in (left, right)]
        form = ffi.new("pm_form *")
        arrays = [ffi.new("pm_form[]", options) for options in lists]
        call(lib.pm_form_make, forms.handle, arrays[0], len(lists[0]), arrays[1], len(lists[1]), form)
        return cls(_forms=forms, _form=form[0])

    @staticmethod
    def _in(forms: _Forms, game: Any) -> int:
        """The form of a game in `forms`: forms of one memory mean nothing to another, so they travel as text."""
        if isinstance(game, Game) and game._forms is forms:
            return game._form
        return Game(str(game), _forms=forms)._form

    def __str__(self):
        for size in (256, 1 << 14, 1 << 20):
            chars = ffi.new("char[]", size)
            n = lib.pm_form_format(self._forms.handle, self._form, size, chars)
            if n and "{...}" not in ffi.string(chars).decode():
                break
        return text(chars)

    def __repr__(self):
        return f"Game({str(self)!r})"

    def __reduce__(self):
        return Game, (str(self),)

    # ---- arithmetic and order ------------------------------------------------------------------

    def _operand(self, other: Any) -> Optional[int]:
        if isinstance(other, (Game, str, int, Fraction)):
            return self._in(self._forms, other)
        return None

    def _made(self, function: Any, *forms: int) -> "Game":
        form = ffi.new("pm_form *")
        call(function, self._forms.handle, *forms, form)
        return Game(_forms=self._forms, _form=form[0])

    def __neg__(self):
        return self._made(lib.pm_form_negative, self._form)

    def __add__(self, other):
        form = self._operand(other)
        return NotImplemented if form is None else self._made(lib.pm_form_sum, self._form, form)

    __radd__ = __add__

    def __sub__(self, other):
        form = self._operand(other)
        return NotImplemented if form is None else self + -Game(_forms=self._forms, _form=form)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, n):
        """The sum of n copies."""
        if not isinstance(n, int):
            return NotImplemented
        total, power = Game(0, _forms=self._forms), self if n >= 0 else -self
        n = abs(n)
        while n:
            total, power, n = (total + power if n & 1 else total), power + power if n > 1 else power, n >> 1
        return total

    __rmul__ = __mul__

    def _relation(self, other: Any) -> Optional[int]:
        form = self._operand(other)
        if form is None:
            return None
        relation = ffi.new("pm_relation *")
        call(lib.pm_form_compare, self._forms.handle, self._form, form, relation)
        return relation[0]

    def __eq__(self, other):
        try:
            relation = self._relation(other)
        except BadInput:
            return False
        return NotImplemented if relation is None else relation == lib.PM_EQUAL

    def __hash__(self):
        return hash(str(self))

    def _compare(self, other, *relations):
        relation = self._relation(other)
        return NotImplemented if relation is None else relation in relations

    def __lt__(self, other):
        return self._compare(other, lib.PM_LESS)

    def __le__(self, other):
        return self._compare(other, lib.PM_LESS, lib.PM_EQUAL)

    def __gt__(self, other):
        return self._compare(other, lib.PM_GREATER)

    def __ge__(self, other):
        return self._compare(other, lib.PM_GREATER, lib.PM_EQUAL)

    def is_confused_with(self, other: Any) -> bool:
        """Neither less, equal nor greater."""
        return self._relation(other) == lib.PM_CONFUSED

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def _info(self) -> Any:
        if self._kept is None:
            info = ffi.new("pm_form_info *")
            call(lib.pm_form_get_info, self._forms.handle, self._form, info)
            self._kept = info
        return self._kept

    @property
    def outcome(self) -> str:
        """'black' or 'white' if that player wins whoever begins, else 'next_player' or 'previous_player'."""
        return _OUTCOMES[self._info.outcome]

    @property
    def mean(self) -> Fraction:
        return _fraction(self._info.mean)

    @property
    def temperature(self) -> Fraction:
        return _fraction(self._info.temperature)

    @property
    def stops(self) -> Tuple[Fraction, Fraction]:
        """The left and the right stop."""
        return _fraction(self._info.left_stop), _fraction(self._info.right_stop)

    @property
    def birthday(self) -> int:
        return self._info.birthday

    @property
    def is_number(self) -> bool:
        return bool(self._info.is_number)

    @property
    def is_infinitesimal(self) -> bool:
        return bool(self._info.is_infinitesimal)

    @property
    def is_all_small(self) -> bool:
        return bool(self._info.is_all_small)

    @property
    def options(self) -> Tuple[List["Game"], List["Game"]]:
        """The canonical options of Left and Right.

        >>> Game("^").options
        ([Game('0')], [Game('*')])
        """
        info = self._info
        left, right = ffi.new("pm_form[]", info.n_left), ffi.new("pm_form[]", info.n_right)
        call(lib.pm_form_options, self._forms.handle, self._form, left, right)
        return tuple([Game(_forms=self._forms, _form=f) for f in side] for side in (left, right))  # type: ignore

    @property
    def atomic_weight(self) -> "Game":
        """Of an all-small game; NotFound for others.

        >>> Game("^^*").atomic_weight
        Game('2')
        """
        return self._made(lib.pm_form_atomic_weight, self._form)

    def thermograph(self) -> Dict[str, List[Tuple[Fraction, Fraction]]]:
        """The corners (temperature, value) of the left and the right wall, from temperature 0 upwards.

        >>> Game("{2|0}").thermograph()["left"]
        [(Fraction(0, 1), Fraction(2, 1)), (Fraction(1, 1), Fraction(1, 1))]
        """
        n_left, n_right, room = ffi.new("size_t *"), ffi.new("size_t *"), 16
        while True:
            walls = ffi.new("pm_thermograph_point[]", room), ffi.new("pm_thermograph_point[]", room)
            call(lib.pm_form_thermograph, self._forms.handle, self._form, room, *walls, n_left, n_right)
            if max(n_left[0], n_right[0]) <= room:
                break
            room = max(n_left[0], n_right[0])
        points = [[(_fraction(p.t), _fraction(p.x)) for p in wall[0:n[0]]] for wall, n in zip(walls, (n_left, n_right))]
        return {"left": points[0], "right": points[1]}

    def latex(self) -> str:
        r"""The value as LaTeX sets it.

        >>> print(Game("{2|^*}").latex())
        \left\{2\,\middle|\,\uparrow\ast\right\}
        """
        return latex(str(self))

    def _repr_latex_(self):
        return f"${self.latex()}$"


def latex(value: str) -> str:
    r"""The text of a value as LaTeX.

    >>> print(latex("-1/2^^*3"), latex("+-1"), latex("v4*"))
    -\frac{1}{2}\Uparrow\ast3 \pm1 \downarrow_{4}\ast
    """
    import re

    out, i = [], 0
    patterns = [
        (r"\+-", lambda m: r"\pm"),
        (r"(\d+)/(\d+)", lambda m: rf"\frac{{{m[1]}}}{{{m[2]}}}"),
        (r"\^\^", lambda m: r"\Uparrow"),
        (r"vv", lambda m: r"\Downarrow"),
        (r"\^(\d+)", lambda m: rf"\uparrow_{{{m[1]}}}"),
        (r"v(\d+)", lambda m: rf"\downarrow_{{{m[1]}}}"),
        (r"\^", lambda m: r"\uparrow"),
        (r"v", lambda m: r"\downarrow"),
        (r"\*", lambda m: r"\ast"),
        (r"\{", lambda m: r"\left\{"),
        (r"\}", lambda m: r"\right\}"),
        (r"\|+", lambda m: r"\,\middle|" * len(m[0]) + r"\,"),
        (r"tiny|miny", lambda m: rf"\mathrm{{{m[0]}}}"),
        (r".", lambda m: m[0]),
    ]
    while i < len(value):
        for pattern, write in patterns:
            match = re.compile(pattern, re.S).match(value, i)
            if match:
                out.append(write(match))
                i = match.end()
                break
    return "".join(out)


def value(position: Union[Position, str], *, memory: int = 0) -> Game:
    """The exact value of a position, or of a text such as '..xo|oxox': x Black, o White, rows from the top.

    >>> value(".xo.o.o.|.o......|.x......")  # CGSuite, tests/data/values.tsv
    Game('{1,1*,{1,1*|0}|0}')
    >>> value("xo.") + value(".xo.")
    Game('1*')
    """
    if isinstance(position, str):
        position = _board_of(position).position(position)
    forms = _Forms.new(memory) if memory else _default()
    form = ffi.new("pm_form *")
    forms.job.call(lib.pm_form_of_state, forms.handle, position.board._game, position._state, form)
    return Game(_forms=forms, _form=form[0])


def bounds(
    position: Union[Position, str], *, max_nodes: int = 0, memory: int = 0, progress: Progress = None
) -> Dict[str, Any]:
    """What can be proven of a value that takes too much memory or time: integers below and above it, and the outcome, None
    if the search for it was given up. `max_nodes` limits the positions looked at (0: 50 million).

    >>> bounds(".xo.o.o.|.o......|.x......")  # the value is {1,1*,{1,1*|0}|0}
    {'lower': -1, 'upper': 2, 'outcome': 'next_player'}
    """
    if isinstance(position, str):
        position = _board_of(position).position(position)
    job, found = Job(1, memory, progress), ffi.new("pm_bounds *")
    if not 0 <= max_nodes < 1 << 64:
        raise BadInput(f"{max_nodes} is not a number of positions")
    job.call(lib.pm_bounds_of_state, position.board._game, position._state, job.new(), max_nodes, found)
    outcome = _OUTCOMES[found.outcome] if found.has_outcome else None
    return {"lower": found.lower, "upper": found.upper, "outcome": outcome}


def _board_of(grid: str) -> Board:
    """The board of a grid of x, o and '.': its size, and the colour of its corner."""
    rows = grid.strip().replace("\n", "|").replace("/", "|").split("|")
    if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("xo.-_"):
        raise BadInput("a grid has rows of equal length of 'x', 'o' and '.', separated by '|'")
    corner = "black"
    for r, row in enumerate(rows):
        for c, char in enumerate(row):
            if char in "xo":
                corner = "black" if (char == "x") == ((r + c) % 2 == 0) else "white"
    return Board(len(rows), len(rows[0]), corner=corner)


def board_values(board: Board, *, threads: int = 0, memory: int = 0, progress: Progress = None) -> List[Game]:
    """The values of all sets of stones of a board of at most 32 cells: element i is that of the set of cells i.

    >>> sorted(set(map(str, board_values(Board(1, 4)))))
    ['*', '-1', '0', '1']
    """
    job, handle = Job(threads, memory, progress), ffi.new("pm_forms **")
    values, n = ffi.new("const pm_form **"), ffi.new("size_t *")
    job.call(lib.pm_forms_of_board, board.core, job.new(), handle, values, n)
    forms = _Forms(handle[0], job)
    return [Game(_forms=forms, _form=values[0][i]) for i in range(n[0])]
