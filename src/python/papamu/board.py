"""Boards, positions and moves of Konane and draughts.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import functools
import math
import numbers
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Union

from ._library import BadInput, Job, Progress, call, encoded, ffi, fill, lib, text

if TYPE_CHECKING:
    import pandas

    from .forms import Game
    from .solution import Solution

COLORS = ("black", "white")
_POSITION = ffi.typeof("pm_position *")


def color_number(name: str) -> int:
    try:
        return COLORS.index(name)
    except ValueError:
        raise BadInput(f"a colour is 'black' or 'white', not {name!r}") from None


def games() -> List[str]:
    """The names of all games.

    >>> games()[:3]
    ['konane', 'italian', 'american']
    """
    names, n = lib.pm_game_names(), 0
    found = []
    while names[n] != ffi.NULL:
        found.append(text(names[n]))
        n += 1
    return found


def opening_rules() -> List[str]:
    """The names of Konane's opening rules.

    >>> opening_rules()[0]
    'corner-centre'
    """
    names, n = lib.pm_opening_rules(), 0
    found = []
    while names[n] != ffi.NULL:
        found.append(text(names[n]))
        n += 1
    return found


class Board:
    """A board and the rules played on it; never changed once made.

    >>> board = Board(4, 5)
    >>> board
    Board(4, 5)
    >>> [str(move) for move in board.start().moves()]
    ['a4', 'c2', 'e4']
    >>> board == Board(4, 5), board == Board(4, 5, corner="white")
    (True, False)
    >>> Board(game="american").start().perft(6)  # tests/data/draughts/perft-american.tsv
    36768

    Variants of Konane are games too: "konane-misere", "konane-single", "konane-longest", "konane-misere-single" and
    "konane-misere-longest".

    >>> Board(1, 2, game="konane-misere", opening="any").solve().game()  # nobody can jump: Black wins at once
    ('black', None)
    """

    def __init__(
        self,
        rows: int = 0,
        cols: int = 0,
        *,
        game: str = "konane",
        corner: str = "black",
        opening: Optional[str] = None,
        draw_rule: Optional[str] = None,
    ):
        options = ffi.new("pm_game_options *")
        texts = [ffi.new("char[]", encoded(t)) if t is not None else ffi.NULL for t in (opening, draw_rule)]
        fill(options, "a number of rows or columns", rows=rows, cols=cols)
        options.corner = color_number(corner)
        options.opening, options.draw_rule = texts
        handle = ffi.new("pm_game **")
        call(lib.pm_game_new, encoded(game), options, handle)
        self._game = ffi.gc(handle[0], lib.pm_game_free)
        info = lib.pm_game_get_info(self._game)
        self.game, self.rows, self.cols, self.n_cells = text(info.name), info.rows, info.cols, info.n_cells
        self.n_symmetries, self.has_draws = info.n_symmetries, bool(info.has_draws)
        self.corner, self.opening, self.draw_rule = corner, opening, draw_rule
        self.is_konane = self.game.split("-")[0] == "konane"  # under any variant
        self._core: Any = None

    def __repr__(self):
        extra = "".join(
            f", {name}={value!r}"
            for name, value, usual in (
                ("game", self.game, "konane"),
                ("corner", self.corner, "black"),
                ("opening", self.opening, None),
                ("draw_rule", self.draw_rule, None),
            )
            if value != usual
        )
        return f"Board({self.rows}, {self.cols}{extra})"

    def _key(self):
        return (self.game, self.rows, self.cols, self.corner, self.opening or "corner-centre", self.draw_rule)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return functools.partial(
            Board, game=self.game, corner=self.corner, opening=self.opening, draw_rule=self.draw_rule
        ), (self.rows, self.cols)

    @property
    def core(self) -> Any:
        """The pm_board of a Konane board of at most 64 cells, which sweeps and databases need."""
        if self._core is None:
            handle = ffi.new("pm_board **")
            call(lib.pm_game_board, self._game, handle)
            self._core = ffi.gc(handle[0], lib.pm_board_free)
        return self._core

    def start(self) -> "Position":
        """The position before the first move."""
        state = ffi.new("pm_state *")
        call(lib.pm_game_start, self._game, state)
        return Position(self, state)

    def position(self, value: Union[str, int], mover: str = "black") -> "Position":
        """A position from its text, or of Konane from the set of occupied cells, bit n for cell n: a1, a2, ..., b1, ...

        >>> Board(2, 3).position("xox|o.o").mover
        'black'
        >>> print(Board(2, 3).position(0b110001, "white"))
        2b/w1w w
        """
        state = ffi.new("pm_state *")
        if isinstance(value, str):
            call(lib.pm_game_parse, self._game, encoded(value), state)
        else:
            if not isinstance(value, numbers.Integral):
                raise TypeError(f"a position is given as a text or as a set of cells, not as {type(value).__name__}")
            value = int(value)
            if not self.is_konane or value < 0 or value >> self.n_cells:
                raise BadInput(f"{value:#x} is not a set of cells of {self!r}")
            for i in range(7):
                state.bits[i] = value >> (64 * i) & (2**64 - 1)
            state.mover = color_number(mover)
        return Position(self, state)

    def cell(self, number: int) -> str:
        """The name of a cell of Konane: 'a1', 'a2', ..."""
        if not 0 <= number < self.n_cells:
            raise BadInput(f"{number} is not a cell of {self!r}: it has {self.n_cells}")
        col, name = number // self.rows, ""
        col += 1
        while col > 0:
            col, digit = divmod(col - 1, 26)
            name = chr(ord("a") + digit) + name
        return f"{name}{number % self.rows + 1}"

    # ---- whole boards --------------------------------------------------------------------------

    def plan(
        self,
        *,
        remoteness: bool = False,
        keep_rows: bool = False,
        scratch: bool = False,
        threads: int = 0,
        memory: int = 0,
    ) -> Dict[str, int]:
        """What a sweep will need, in memory or with a scratch folder, and whether that fits the memory given.

        >>> Board(6, 6).plan()["pairs"] == 2 * 2**36
        True
        >>> on_disk = Board(6, 7).plan(scratch=True, threads=1, memory=16 << 30)
        >>> on_disk["fits"], Board(6, 7).plan(memory=16 << 30)["fits"]
        (True, False)
        """
        options, plan = ffi.new("pm_solve_options *"), ffi.new("pm_plan *")
        Job(threads, memory).fill(options.job)
        options.remoteness, options.keep_rows = remoteness, keep_rows
        folder = ffi.new("char[]", b".")
        options.scratch = folder if scratch else ffi.NULL
        call(lib.pm_plan_make, self.core, options, plan)
        names = ("bytes", "pairs", "computed", "rows", "row_bytes", "disk_bytes", "read_bytes", "written_bytes")
        return {**{name: int(getattr(plan, name)) for name in names}, "fits": bool(plan.fits)}

    def solve(
        self,
        *,
        remoteness: bool = False,
        keep_rows: bool = False,
        positions: "Iterable[Position]" = (),
        scratch: "Union[None, str, os.PathLike[str]]" = None,
        disk: int = 0,
        threads: int = 0,
        memory: int = 0,
        progress: Progress = None,
    ) -> "Solution":
        """Sweep all positions: who wins every opening, with remoteness also in how many plies.

        `keep_rows` keeps the value of every position in memory. `positions` of the jump phase are answered in passing,
        without that. `scratch` is a folder for what does not fit the memory, at most `disk` bytes (0: all that are
        free); the same call continues from there after any interruption.

        >>> solution = Board(4, 5).solve()
        >>> solution.game()
        ('white', None)
        >>> solution.openings.head(1)[["black_removes", "white_removes", "winner"]].values.tolist()
        [['a2', 'a1', 'white']]
        """
        from .solution import Solution

        return Solution._solve(
            self, Job(threads, memory, progress), remoteness, keep_rows, list(positions), scratch, disk
        )

    def census(self, *, threads: int = 0, memory: int = 0, progress: Progress = None) -> "pandas.DataFrame":
        """Positions by outcome class and number of stones, over all sets of stones.

        >>> Board(3, 3).census()[["next_player", "previous_player", "black", "white"]].values.sum()
        512
        """
        census = self.solve(threads=threads, memory=memory, progress=progress).census
        assert census is not None  # there is one of outcomes
        return census

    def reach(self, *, threads: int = 0, memory: int = 0, progress: Progress = None) -> "pandas.DataFrame":
        """Positions that can arise under the opening rule, by number of stones.

        >>> int(Board(4, 4).reach()[["black_to_move", "white_to_move"]].values.sum())  # tests/data/reachable.tsv
        3858
        """
        import pandas

        table, job = ffi.new("pm_reach_table *"), Job(threads, memory, progress)
        job.call(lib.pm_reach, self.core, job.new(), table)
        rows = [[k, *table.reachable[k], *table.terminal[k]] for k in range(table.n_stones + 1)]
        columns = ["stones", "black_to_move", "white_to_move", "black_has_lost", "white_has_lost"]
        return pandas.DataFrame(rows, columns=columns)

    def margins(
        self, sets: Iterable[int], *, threads: int = 0, memory: int = 0, progress: Progress = None
    ) -> "pandas.DataFrame":
        """Integer bounds of the values of sets of stones, by a sweep of the whole board; a bound beyond 14 is missing.

        >>> Board(1, 4).margins([0b0011, 0b0110]).values.tolist()  # xo.. and .ox., worth 1 and *
        [[3, 1, 1], [6, -1, 1]]
        """
        import pandas

        sets = [int(s) for s in sets]
        if any(s < 0 or s >> self.n_cells for s in sets):
            raise BadInput(f"not all of these are sets of cells of {self!r}")
        occupied, found = ffi.new("uint64_t[]", sets), ffi.new("pm_margin[]", len(sets))
        job = Job(threads, memory, progress)
        job.call(lib.pm_margins, self.core, job.new(), len(sets), occupied, found)
        rows = [(s, m.lower if m.has_lower else None, m.upper if m.has_upper else None) for s, m in zip(sets, found)]
        return pandas.DataFrame(rows, columns=["occupied", "lower", "upper"])

    def search(
        self,
        positions: "Optional[Iterable[Position]]" = None,
        *,
        max_nodes: int = 0,
        max_seconds: float = 0,
        checkpoint: "Union[None, str, os.PathLike[str]]" = None,
        proof: "Union[None, str, os.PathLike[str]]" = None,
        threads: int = 0,
        memory: int = 0,
        progress: Progress = None,
    ) -> "pandas.DataFrame":
        """Prove who wins positions of the jump phase, by default all openings, on boards of up to 64 cells.

        The winner is None where a limit was reached: `max_nodes` positions expanded, or `max_seconds`. `checkpoint` is a
        folder in which the state survives any end of the process, `proof` a file for papamu.verify and Answers.

        >>> frame = Board(4, 5).search(memory=64 << 20)
        >>> frame["winner"].tolist() == [w for w, rules in Board(4, 5).solve().openings[["winner", "rules"]].values
        ...                              if "corner-centre" in rules.split()]
        True
        """
        import pandas

        asked = list(self.openings() if positions is None else positions)
        for position in asked:
            on_board(position, self, "the board to search is")
        options, results = ffi.new("pm_search_options *"), ffi.new("pm_search_result[]", len(asked))
        job = Job(threads, memory, progress)
        job.fill(options.job)
        texts = [ffi.new("char[]", encoded(t)) if t is not None else ffi.NULL for t in (checkpoint, proof)]
        fill(options, "a number of positions", max_nodes=max_nodes)
        options.max_seconds = max_seconds
        options.checkpoint, options.proof = texts
        cores = ffi.new("pm_position[]", [position._core() for position in asked])
        job.call(lib.pm_search, self.core, len(asked), cores, options, results)
        return pandas.DataFrame({
            "position": [str(position) for position in asked],
            "winner": pandas.Series([COLORS[r.winner] if r.is_known else None for r in results], dtype=object),
            "nodes": [int(r.nodes) for r in results],
            "seconds": [r.seconds for r in results],
        })

    def openings(self) -> "List[Position]":
        """The positions after each pair of removals that the opening rule admits.

        >>> len(Board(6, 6, opening="any").openings())
        60
        """
        return [after.play(w) for after in map(self.start().play, self.start().moves()) for w in after.moves()]

    def random_play(self, *, threads: int = 0, memory: int = 0, progress: Progress = None) -> Dict[str, Any]:
        """Uniform random play, exactly: probabilities of length and winner, means. At most 25 cells.

        >>> round(Board(4, 4).random_play()["mean_jumps"], 2)  # tests/data/random_play.tsv
        8.73
        """
        table, job = ffi.new("pm_random_table *"), Job(threads, memory, progress)
        job.call(lib.pm_random, self._game, job.new(), table)
        result: Dict[str, Any] = {
            name: getattr(table, name)
            for name in ("black_share", "mean_jumps", "sd_jumps", "mean_branching", "sd_branching", "states")
        }
        result.update({name: [getattr(table, name)[k] for k in range(table.n)] for name in ("length", "black")})
        return result

    def complexity(
        self, *, population: int = 0, runs: int = 0, seed: int = 0, samples: int = 0, width: int = 0, threads: int = 0,
        progress: Progress = None,
    ) -> Dict[str, Any]:
        """How large the game is: estimates with 95 % intervals, named as the columns of `papamu complexity` for a board.

        `population` positions (at most 10**7; 0: 10000) walk the tree at once, in `runs` (2 to 10000; 0: 20) that are
        independent. games_log10, nodes_log10 and states_log10 are logarithms to the base ten, length is the mean number
        of plies of a game drawn uniformly among all; each has its low and high. The states are positions that can arise,
        from so many `samples` (at most 10**9; 0: none) and searches back that keep at most `width` positions (at most
        10**6; 0: 4096): `found` of them can, and `open` more may. What is not known is None. The result depends on the
        seed, not on the threads; any number of threads may call it.

        >>> size = Board(4, 4).complexity(population=1000, samples=100, seed=1)
        >>> size["nodes_low"] < size["nodes_log10"] < size["nodes_high"]
        True
        """
        options, found, job = ffi.new("pm_complexity_options *"), ffi.new("pm_complexity *"), Job(threads, 0, progress)
        job.fill(options.job)
        fill(options, "a number of positions", population=population)
        fill(options, "a number of runs", runs=runs)
        fill(options, "a seed", seed=seed)
        fill(options, "a number of samples", samples=samples)
        fill(options, "a width", width=width)
        job.call(lib.pm_complexity_estimate, self._game, options, found)
        result: Dict[str, Any] = {}
        for name, field, value in (
            ("games", "log10_games", "games_log10"), ("nodes", "log10_nodes", "nodes_log10"),
            ("length", "mean_length", "length"), ("states", "log10_positions", "states_log10"),
        ):
            estimate = getattr(found, field)
            known = {value: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
            result.update({key: number if math.isfinite(number) else None for key, number in known.items()})
        result.update({name: int(getattr(found, name)) for name in ("samples", "found", "open")})
        return result


def on_board(position: Any, board: Board, what: str) -> "Position":
    """A position that must be on this board, which is that of `what`."""
    if not isinstance(position, Position):
        raise TypeError(f"a position is a papamu.Position, not {type(position).__name__}")
    if position.board != board:
        raise BadInput(f"the position is on {position.board!r}, {what} {board!r}")
    return position


class Move:
    """A legal move of a position; equal to another one of the same position, and to its text.

    >>> move = Board(4, 4).start().moves()[0]
    >>> move, str(move), move == "a4"
    (Move('a4'), 'a4', True)
    """

    __slots__ = ("position", "_ply")

    def __init__(self, position: "Position", ply: Any):
        self.position, self._ply = position, ply

    def __str__(self):
        chars = ffi.new("char[]", lib.PM_GAME_MAX_PLY_TEXT)
        lib.pm_game_ply_format(self.position.board._game, self.position._state, self._ply, chars)
        return text(chars)

    def __repr__(self):
        return f"Move({str(self)!r})"

    def __eq__(self, other):
        if isinstance(other, str):
            return str(self) == other
        if not isinstance(other, Move):
            return NotImplemented
        return self.position == other.position and bytes(ffi.buffer(self._ply)) == bytes(ffi.buffer(other._ply))

    def __hash__(self):
        return hash(str(self))

    @property
    def n_taken(self) -> int:
        """Stones that it captures."""
        return self._ply.n_taken


class Position:
    """A position of a board: a value that is never changed.

    >>> p = Board(4, 4).start().play("a4").play("b4")
    >>> print(p)
    2bw/wbwb/bwbw/wbwb b
    >>> p.mover, p.is_opening, p == Board(4, 4).position(str(p))
    ('black', False, True)
    >>> p.moves()
    [Move('a2-a4')]
    """

    __slots__ = ("board", "_state")

    def __init__(self, board: Board, state: Any):
        self.board, self._state = board, state

    def __str__(self):
        chars = ffi.new("char[]", lib.PM_GAME_MAX_TEXT)
        lib.pm_game_format(self.board._game, self._state, chars)
        return text(chars)

    def __repr__(self):
        return f"<Position {self}>"

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return self._bytes() == other._bytes() and self.board == other.board

    def __hash__(self):
        return hash(self._bytes())

    def __reduce__(self):
        return Board.position, (self.board, str(self))

    def _bytes(self):
        return bytes(ffi.buffer(self._state))

    @property
    def mover(self) -> str:
        """'black' or 'white': who is to move."""
        return COLORS[self._state.mover]

    @property
    def occupied(self) -> int:
        """Konane: the set of occupied cells, bit n for cell n."""
        if not self.board.is_konane:
            raise BadInput("a position of draughts is not one set of cells")
        return sum(self._state.bits[i] << (64 * i) for i in range(7))

    @property
    def is_opening(self) -> bool:
        """Whether moves are removals."""
        return bool(lib.pm_game_is_opening(self.board._game, self._state))

    def _core(self):
        """The pm_position of a board of at most 64 cells."""
        state = self._state
        return ffi.new(_POSITION, (state.bits[0], state.mover))[0]

    def moves(self) -> List[Move]:
        """All legal moves, in the order of the notation; none if the mover has lost."""
        plies = ffi.new("pm_ply[]", lib.PM_GAME_MAX_PLIES)
        n = lib.pm_game_plies(self.board._game, self._state, plies)
        return [Move(self, ffi.new("pm_ply *", plies[i])) for i in range(n)]

    def play(self, move: Union[Move, str]) -> "Position":
        """The position after a move, which may be given by its text."""
        if isinstance(move, str):
            ply = ffi.new("pm_ply *")
            call(lib.pm_game_ply_parse, self.board._game, self._state, encoded(move), ply)
        elif not isinstance(move, Move):
            raise TypeError(f"a move is a Move or its text, not {type(move).__name__}")
        elif move.position == self:
            ply = move._ply
        else:
            raise BadInput(f"{move!r} is a move of another position")
        state = ffi.new("pm_state *", self._state[0])
        lib.pm_game_make(self.board._game, state, ply)
        return Position(self.board, state)

    def perft(self, depth: int) -> int:
        """Number of sequences of exactly `depth` moves.

        >>> Board(6, 6).start().perft(4)  # tests/data/perft.tsv
        156
        """
        if not 0 <= depth < 1 << 31:
            raise BadInput(f"{depth} is not a depth")
        return lib.pm_game_perft(self.board._game, self._state, depth)

    def images(self) -> Iterator["Position"]:
        """The images under the symmetries that keep the rules, this one first."""
        for i in range(self.board.n_symmetries):
            state = ffi.new("pm_state *")
            lib.pm_game_image(self.board._game, i, self._state, state)
            yield Position(self.board, state)

    def canonical(self) -> "Position":
        """The same position for all images."""
        return min(self.images(), key=lambda p: (p._bytes()[:56][::-1], p._bytes()))

    def value(self, **options: Any) -> "Game":
        """The exact value, as papamu.value gives it."""
        from .forms import value

        return value(self, **options)

    def search(self, **options: Any) -> Optional[str]:
        """Prove who wins a position of the jump phase; None if the limits did not suffice. Options as of Board.search.

        >>> Board(4, 4).start().play("a4").play("b4").search()  # tests/data/openings.tsv
        'white'
        """
        return self.board.search([self], **options)["winner"][0]

    def rows(self) -> List[str]:
        """The board from the top, one character a cell: x and X for Black's stones and kings, o and O for White's.

        >>> Board(2, 3).start().rows()
        ['xox', 'oxo']
        """
        cells = ffi.new("char[]", lib.PM_GAME_MAX_CELLS)
        n = lib.pm_game_draw(self.board._game, self._state, cells)
        flat = ffi.unpack(cells, n).decode()
        return [flat[i : i + self.board.cols] for i in range(0, n, self.board.cols)]

    def svg(self, cell: int = 28) -> str:
        """The board as a picture, which notebooks show by themselves."""
        rows, margin = self.rows(), cell * 3 // 4
        width, height = self.board.cols * cell + margin + 2, self.board.rows * cell + margin + 2
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
            f'font-size="{cell * 2 // 5}" text-anchor="middle">'
        ]
        for r, row in enumerate(rows):
            for c, char in enumerate(row):
                x, y = margin + c * cell, 1 + r * cell
                fill = "#e9e4d8" if char == " " or (self.board.is_konane and (r + c) % 2) else "#cfc6b2"
                out.append(f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{fill}" stroke="#8d8470"/>')
                if char in "xXoO":
                    color, rim = ("#222", "#000") if char in "xX" else ("#fff", "#444")
                    center = f'cx="{x + cell / 2}" cy="{y + cell / 2}"'
                    out.append(f'<circle {center} r="{cell * 0.38}" fill="{color}" stroke="{rim}"/>')
                if char in "XO":
                    out.append(f'<circle {center} r="{cell * 0.2}" fill="none" stroke="#c33" stroke-width="2"/>')
        if self.board.is_konane:
            for c in range(self.board.cols):
                name = self.board.cell(c * self.board.rows)[:-1]
                out.append(f'<text x="{margin + (c + 0.5) * cell}" y="{height - 5}">{name}</text>')
            for r in range(self.board.rows):
                out.append(f'<text x="{margin / 2}" y="{1 + (r + 0.65) * cell}">{self.board.rows - r}</text>')
        return "".join(out) + "</svg>"

    def _repr_html_(self):
        return f"{self.svg()}<br>{self.mover} to move"
