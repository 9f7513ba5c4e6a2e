"""Solved boards.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from ._library import BadInput, Job, call, encoded, ffi, fill, lib
from .board import COLORS, Board, Move, Position, color_number, on_board, opening_rules

if TYPE_CHECKING:
    import numpy
    import pandas


def _value(value: Any) -> Tuple[str, Optional[int]]:
    return COLORS[value.winner], value.remoteness if value.remoteness >= 0 else None


class Solution:
    """What a sweep of a board found; made by Board.solve.

    >>> board = Board(3, 4)
    >>> solution = board.solve(remoteness=True, keep_rows=True)
    >>> solution.pairs, solution.value(board.start()) == solution.game()
    (8192, True)
    >>> row = solution.row("black", {"a1", "b2", "c3"})
    >>> row.shape, row.dtype.name
    ((64,), 'uint8')
    """

    def __init__(self, board: Board, handle: Any):
        self.board, self._handle = board, handle
        info = lib.pm_solution_get_info(handle)
        self.has_remoteness, self.has_rows = bool(info.has_remoteness), bool(info.has_rows)
        self.pairs, self.wins = info.pairs, {"black": info.wins[0], "white": info.wins[1]}
        self.longest = info.longest if info.longest >= 0 else None
        self.black_cells = [board.cell(info.black[i]) for i in range(info.n_black)]  # of each bit of a set
        self.white_cells = [board.cell(info.white[i]) for i in range(info.n_white)]  # of each bit of an index
        self.digest = bytes(ffi.buffer(info.digest)).hex() if info.has_digest else None  # with a scratch folder
        self.positions: List[Tuple[Position, str, Optional[int]]] = []  # those asked for, the winners, the plies
        self._info = info

    @classmethod
    def _solve(
        cls,
        board: Board,
        job: Job,
        remoteness: bool,
        keep_rows: bool,
        positions: "List[Position]",
        scratch: Any,
        disk: int,
    ) -> "Solution":
        options, handle = ffi.new("pm_solve_options *"), ffi.new("pm_solution **")
        job.fill(options.job)
        options.remoteness, options.keep_rows = remoteness, keep_rows
        for position in positions:
            on_board(position, board, "the board to solve is")
        asked = ffi.new("pm_position[]", [position._core() for position in positions])
        values = ffi.new("pm_value[]", len(positions))
        options.n_positions, options.positions, options.values = len(positions), asked, values
        if scratch is not None:
            folder = ffi.new("char[]", encoded(scratch))
            options.scratch = folder
        fill(options, "a number of bytes", disk=disk)
        job.call(lib.pm_solve, board.core, options, handle)
        solution = cls(board, ffi.gc(handle[0], lib.pm_solution_free))
        solution.positions = [(p, *_value(v)) for p, v in zip(positions, values)]
        return solution

    def __repr__(self):
        return f"<Solution of {self.board!r}>"

    @property
    def openings(self) -> "pandas.DataFrame":
        """Every opening: the removals, who wins, the rules that admit it, with remoteness the plies after them."""
        import pandas

        names, cell = opening_rules()[:-1], self.board.cell
        columns: dict = {"black_removes": [], "white_removes": [], "winner": [], "rules": []}
        if self.has_remoteness:
            columns["remoteness"] = []
        for i in range(self._info.n_openings):
            o = self._info.openings[i]
            columns["black_removes"].append(cell(o.black_removes))
            columns["white_removes"].append(cell(o.white_removes))
            columns["winner"].append(COLORS[o.winner])
            columns["rules"].append(" ".join(n for k, n in enumerate(names) if o.rules >> k & 1))
            if self.has_remoteness:
                columns["remoteness"].append(o.remoteness)
        return pandas.DataFrame(columns)

    @property
    def census(self) -> "Optional[pandas.DataFrame]":
        """Positions by outcome class and number of stones, over all sets of stones; None with remoteness."""
        import pandas

        if self.has_remoteness:
            return None
        table = self._info.census
        rows = [[k, *table.count[k]] for k in range(table.n_stones + 1)]
        return pandas.DataFrame(rows, columns=["stones", "next_player", "previous_player", "black", "white"])

    @property
    def histogram(self) -> "Optional[pandas.DataFrame]":
        """With remoteness: how many positions take how many plies; else None.

        >>> Board(2, 3).solve(remoteness=True).histogram.values.tolist()
        [[0, 48, 48], [1, 12, 12], [2, 4, 4]]
        """
        import pandas

        if not self.has_remoteness:
            return None
        plies = self._info.plies
        rows = [(r, plies[0][r], plies[1][r]) for r in range(self._info.longest + 1)]
        return pandas.DataFrame(rows, columns=["remoteness", "black_to_move", "white_to_move"])

    @property
    def longest_position(self) -> Optional[Position]:
        """With remoteness: a position that takes `longest` plies; `line` of it, with keep_rows, is a longest game."""
        if not self.has_remoteness:
            return None
        p = self._info.longest_position
        return self.board.position(p.occupied, COLORS[p.mover])

    def game(self, rule: Optional[str] = None) -> Tuple[str, Optional[int]]:
        """Who wins the whole game under a rule (default: that of the board), and in how many plies if that is known."""
        value = ffi.new("pm_value *")
        call(lib.pm_solution_game, self._handle, encoded(rule) if rule else ffi.NULL, value)
        return _value(value)

    def _own(self, position: Position) -> Any:
        return on_board(position, self.board, "the solution is of")._core()

    def value(self, position: Position) -> Tuple[str, Optional[int]]:
        """Who wins a position, and in how many plies if that is known. Needs keep_rows."""
        value = ffi.new("pm_value *")
        call(lib.pm_solution_value, self._handle, self._own(position), value)
        return _value(value)

    def row(self, mover: str, black: Any) -> "numpy.ndarray":
        """The row of a set of black stones, given by the names of their cells or as an integer over black_cells.

        Element w is about the white stones of the bits of w over white_cells: whether the mover wins (bool), or with
        remoteness the plies to the end (uint8). Needs keep_rows."""
        import numpy

        if not isinstance(black, int):
            unknown = set(black) - set(self.black_cells)
            if unknown:
                raise BadInput(f"{', '.join(sorted(unknown))}: not cells of Black")
            black = sum(1 << self.black_cells.index(name) for name in set(black))
        if black < 0 or black >> len(self.black_cells):
            raise BadInput(f"{black:#x} is not a set of black cells")
        row = numpy.zeros(self._info.row_bytes, dtype=numpy.uint8)
        call(lib.pm_solution_row, self._handle, color_number(mover), black, ffi.from_buffer("uint8_t[]", row))
        n = 1 << len(self.white_cells)
        return row[:n] if self.has_remoteness else numpy.unpackbits(row, bitorder="little")[:n].astype(bool)

    def line(self, position: Optional[Position] = None) -> List[Move]:
        """A game from `position` (default: the start) in which the winner wins. Needs keep_rows."""
        position = position or self.board.start()
        moves, n = ffi.new("pm_move[]", lib.PM_MAX_CELLS), ffi.new("int *")
        call(lib.pm_solution_line, self._handle, self._own(position), moves, n)
        line = []
        for i in range(n[0]):
            move = next(m for m in position.moves() if (m._ply.to, getattr(m._ply, "from")) == (moves[i].to, getattr(moves[i], "from")))
            line.append(move)
            position = position.play(move)
        return line
