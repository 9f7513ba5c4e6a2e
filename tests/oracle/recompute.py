#!/usr/bin/python3
"""The digest of a solved board, computed a second time from the rules of Konane and the definition in data/README.md.

    recompute.py 4x4|4x5      prints what `papamu info` prints as the digest of a database of the board

It shares nothing with the program but the order of the cells, which is arbitrary and which the header of a database
lists. Plain on purpose: each set of black stones has a row that says who wins, for either side to move; numpy works on
all sets of white stones at once.

SPDX-License-Identifier: MIT
"""
import sys

import numpy
import xxhash

# Cells are numbered column by column from a1 upwards; bit i of a set of stones stands for the i-th cell of these.
BLACK_CELLS = {"4x4": [6, 9, 1, 14, 4, 11, 3, 12], "4x5": [6, 14, 4, 12, 9, 1, 17, 11, 3, 19]}
WHITE_CELLS = {"4x4": [2, 13, 8, 7, 0, 15, 5, 10], "4x5": [7, 15, 2, 18, 0, 16, 5, 13, 10, 8]}
BLACK, WHITE = 0, 1


def jumps(rows, cols):
    """Every jump that a stone can ever make: its cell, the cells of the stones that it takes, the cells it lands on."""
    for cell in range(rows * cols):
        col, rank = divmod(cell, rows)
        for east, north in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            over, landing = [], []
            while True:
                steps = 2 * len(over) + 2
                if not (0 <= col + steps * east < cols and 0 <= rank + steps * north < rows):
                    break
                over.append((col + (steps - 1) * east) * rows + rank + (steps - 1) * north)
                landing.append((col + steps * east) * rows + rank + steps * north)
                yield cell, list(over), list(landing)


def number(cells, order):
    """A set of cells as a number."""
    return sum(1 << i for i, cell in enumerate(order) if cell in cells)


def solve(rows, cols, black, white):
    """wins[mover][b, w]: whether the mover wins with the black stones b and the white stones w."""
    sets, every = 1 << len(black), numpy.arange(1 << len(white))
    wins = numpy.zeros((2, sets, len(every)), dtype=bool)
    moves = ([], [])  # of each mover: the stone that jumps, those it takes, the cells that must be empty, the way
    for cell, over, landing in jumps(rows, cols):
        mover = BLACK if cell in black else WHITE
        own, other = (black, white) if mover == BLACK else (white, black)
        way = number([cell, landing[-1]], own)
        moves[mover].append((number([cell], own), number(over, other), number(landing, own), way))
    # White's jumps take black stones away, Black's leave their number: fewer first, White's rows before Black's.
    by_size = sorted(range(sets), key=lambda b: bin(b).count("1"))
    for size in range(len(black) + 1):
        layer = [b for b in by_size if bin(b).count("1") == size]
        for b in layer:
            for stone, taken, empty, way in moves[WHITE]:
                if b & taken == taken:
                    can = (every & stone != 0) & (every & empty == 0)
                    wins[WHITE, b] |= can & ~wins[BLACK, b ^ taken][every ^ way]
        for b in layer:
            for stone, taken, empty, way in moves[BLACK]:
                if b & stone and not b & empty:
                    can = every & taken == taken
                    wins[BLACK, b] |= can & ~wins[WHITE, b ^ way][every ^ taken]
    return wins


def symmetries(rows, cols, black):
    """The symmetries of the board that map black cells to black cells, as lists of cell -> cell."""
    for transpose in (False, True) if rows == cols else (False,):
        for flip_col in (False, True):
            for flip_rank in (False, True):
                image = []
                for cell in range(rows * cols):
                    col, rank = divmod(cell, rows)[:: -1 if transpose else 1]
                    image.append((cols - 1 - col if flip_col else col) * rows + (rows - 1 - rank if flip_rank else rank))
                if image[black[0]] in black:
                    yield image


def kept_sets(rows, cols, black):
    """The sets of black stones that are the least of their images, ascending, by number of stones."""
    layers = [[] for _ in range(len(black) + 1)]
    images = [[black.index(image[cell]) for cell in black] for image in symmetries(rows, cols, black)]
    for b in range(1 << len(black)):
        if all(b <= sum(1 << place for i, place in enumerate(image) if b >> i & 1) for image in images):
            layers[bin(b).count("1")].append(b)
    return layers


def digest(size):
    """As data/README.md defines it. A side is even here, so that the rows with Black to move say everything."""
    rows, cols = map(int, size.split("x"))
    black, white = BLACK_CELLS[size], WHITE_CELLS[size]
    wins = solve(rows, cols, black, white)
    content = bytes([1, rows, cols, 1, 1, len(black), len(white)])  # game, size, outcomes, one mover
    content += bytes(black).ljust(64, b"\0") + bytes(white).ljust(64, b"\0")
    for layer in kept_sets(rows, cols, black):
        of_rows = [xxhash.xxh3_128_digest(numpy.packbits(wins[BLACK, b], bitorder="little").tobytes()) for b in layer]
        content += xxhash.xxh3_128_digest(b"".join(of_rows))
    return xxhash.xxh3_128_hexdigest(content)


def main():
    """Print the digest of the board that the command line names."""
    if len(sys.argv) != 2 or sys.argv[1] not in BLACK_CELLS:
        sys.exit(f"recompute.py: give one of {', '.join(BLACK_CELLS)}")
    print(digest(sys.argv[1]))


main()
