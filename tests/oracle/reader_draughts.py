#!/usr/bin/env python3
"""A second reader of databases of Italian draughts endgames, written from data/README.md and the rules alone.

    reader_draughts.py FILE     every stored position in the order of the file: FEN (White to move) and the stored byte

Checks on the way that what is not stored repeats the value before it, and that as many positions are stored as the
header says. Only the standard library and the command `zstd`. Slow and plain on purpose.

SPDX-License-Identifier: MIT
"""
import struct
import subprocess
import sys
from itertools import combinations

HEADER_BYTES, ENTRY_BYTES, ROW = 1120, 8, 4096


def subsets(squares, n):
    """All sets of n of the squares in the order of their numbers: by the greatest element, then the next, ..."""
    return sorted(combinations(sorted(squares), n), key=lambda s: s[::-1])


def neighbours(half, square):
    """The squares next to one in each of the four directions, None off the board, as {(rows, columns): square}."""
    row, place = divmod(square, half)
    column = 2 * place + row % 2
    found = {}
    for down in (-1, 1):
        for right in (-1, 1):
            r, c = row + down, column + right
            inside = 0 <= r < 2 * half and 0 <= c < 2 * half
            found[down, right] = r * half + c // 2 if inside else None
    return found


def must_capture(half, men, kings, other_men, other_kings):
    """Whether White has a capture: men forwards over men, kings everywhere over everything."""
    taken = set(men) | set(kings) | set(other_men) | set(other_kings)
    for square in list(men) + list(kings):
        is_king = square in kings
        for (down, right), over in neighbours(half, square).items():
            if over is None or (not is_king and down == 1):
                continue
            behind = neighbours(half, over)[down, right]
            prey = over in other_men or (is_king and over in other_kings)
            if prey and behind is not None and behind not in taken:
                return True
    return False


def slices(pieces):
    """The material of each slice, in order."""
    for n in range(2, pieces + 1):
        for n_men in range(n + 1):
            for own in range(1, n):
                for men in range(min(own, n_men) + 1):
                    if n_men - men <= n - own:
                        yield men, own - men, n_men - men, n - own - (n_men - men)


def positions(half, material):
    """The positions of a slice, in order."""
    n_men, n_kings, n_other_men, n_other_kings = material
    squares = range(2 * half * half)
    last, first = set(squares[-half:]), set(squares[:half])
    middle = set(squares) - last - first
    for n_back in range(n_men + 1):
        for back in subsets(last, n_back):
            for rest in subsets(middle, n_men - n_back):
                men = set(back) | set(rest)
                for other_men in subsets(set(squares) - last - men, n_other_men):
                    free = set(squares) - men - set(other_men)
                    for kings in subsets(free, n_kings):
                        for other_kings in subsets(free - set(kings), n_other_kings):
                            yield men, kings, other_men, other_kings


def blocks_of(data, n_blocks):
    """The stored bytes and the checksum of each block."""
    at, offset = struct.unpack_from("<Q", data, 40)[0], HEADER_BYTES
    for _ in range(n_blocks):
        n, check = struct.unpack_from("<2I", data, at)
        yield data[offset : offset + n], check
        at, offset = at + ENTRY_BYTES, offset + n
    assert at == len(data)


def unpack(stored, check, size):
    if not stored:
        return bytes([check]) * size
    if len(stored) == size:
        return stored
    return subprocess.run(["zstd", "-dc"], input=stored, stdout=subprocess.PIPE, check=True).stdout


def fen(men, kings, other_men, other_kings):
    def side(m, k):
        return ",".join([str(s + 1) for s in sorted(m)] + ["K%d" % (s + 1) for s in sorted(k)])

    return "W:W%s:B%s" % (side(men, kings), side(other_men, other_kings))


def check_row(row, stored):
    """What is not stored repeats the stored value before it, or the first one; a row without any is zeros."""
    value = row[stored[0]] if stored else 0
    for i, byte in enumerate(row):
        value = byte if i in stored else value
        assert byte == value


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    assert data[:8] == b"PAPAMUDB" and data[12] == 2 and data[13] == data[14] and data[18] == 12
    half, pieces, rows_per_block = data[13] // 2, data[17], 1 << data[19] - 12
    n_blocks, n_stored = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<Q", data, 80)[0]
    blocks = blocks_of(data, n_blocks)
    for material in slices(pieces):
        everything = list(positions(half, material))
        n_rows = (len(everything) + ROW - 1) // ROW
        values = b""
        for first in range(0, n_rows, rows_per_block):
            size = min(rows_per_block, n_rows - first) * ROW
            values += unpack(*next(blocks), size)
        for r in range(n_rows):
            here = everything[r * ROW : (r + 1) * ROW]
            stored = [i for i, p in enumerate(here) if not must_capture(half, *p)]
            check_row(values[r * ROW : (r + 1) * ROW], stored)
            n_stored -= len(stored)
            for i in stored:
                print(fen(*here[i]), values[r * ROW + i])
    assert n_stored == 0 and next(blocks, None) is None


if __name__ == "__main__":
    main()
