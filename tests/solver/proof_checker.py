#!/usr/bin/env python3
"""A second checker of papamu proofs, written from papamu-formats(5) and the rules of Konane alone.

    proof_checker.py FILE     says what the proof shows and ends with 0, or what is wrong and ends with 1

Only the standard library and the command `zstd`. Slow and plain on purpose.

SPDX-License-Identifier: MIT
"""
import functools
import struct
import subprocess
import sys


class Wrong(Exception):
    """What is wrong with a proof."""


def unpack(data):
    """The header fields, the rules of the ending and of jumps, the claims and the set of words of a proof."""
    magic, version, rows, cols, small, n, n_stream, n_packed, n_claims = struct.unpack_from("<8s4I3QI", data)
    rules = struct.unpack_from("<BB", data, 72)
    if magic != b"PAPAMUPF" or version not in (1, 2):
        raise Wrong("not a proof of version 1 or 2")
    if (version == 1) != (rules == (0, 0)) or rules[0] > 1 or rules[1] > 2:
        raise Wrong("no rules of its version")
    at = 128
    claims = [struct.unpack_from("<QBB", data, at + 16 * i) for i in range(n_claims)]
    at += 16 * n_claims + 8
    if len(data) != at + n_packed:
        raise Wrong("the file is cut")
    stream = subprocess.run(["zstd", "-dcq"], input=data[at:], stdout=subprocess.PIPE, check=True).stdout
    words, word, value, shift = set(), 0, 0, 0
    for byte in stream:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            word += value
            words.add(word)
            value = shift = 0
    if len(words) != n or len(stream) != n_stream:
        raise Wrong("wrong number of positions")
    return rows, cols, small, rules, claims, words


class Board:
    """A position is a pair (set of cells as a number, class that moves); the class of a cell is (column + rank) % 2."""

    def __init__(self, rows, cols, chains):
        self.chains = chains
        self.rows, self.cols, self.even = rows, cols, rows % 2 == 0 or cols % 2 == 0
        self.images = ([], [])
        for transpose in (False, True) if rows == cols else (False,):
            for flip_col in (False, True):
                for flip_rank in (False, True):
                    image = []
                    for cell in range(rows * cols):
                        col, rank = divmod(cell, rows)
                        if transpose:
                            col, rank = rank, col
                        image.append((cols - 1 - col if flip_col else col) * rows + (rows - 1 - rank if flip_rank else rank))
                    self.images[(image[0] // rows + image[0] % rows) % 2].append(image)

    def word(self, occupied, mover):
        """The least image with class 0 to move; on odd boards with the same class to move, which is bit 63."""
        cells = [cell for cell in range(self.rows * self.cols) if occupied >> cell & 1]
        least = min(sum(1 << image[cell] for cell in cells) for image in self.images[mover if self.even else 0])
        return least if self.even else least | mover << 63

    def jumps(self, occupied, mover):
        """The sets of stones after every jump: of any length, over one stone, or as far as possible."""
        rows, cols = self.rows, self.cols
        for cell in range(rows * cols):
            if not occupied >> cell & 1 or sum(divmod(cell, rows)) % 2 != mover:
                continue
            for dcol, drank in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                (col, rank), now, reached = divmod(cell, rows), occupied, []
                while 0 <= col + 2 * dcol < cols and 0 <= rank + 2 * drank < rows:
                    here, step = col * rows + rank, dcol * rows + drank
                    if not now >> (here + step) & 1 or now >> (here + 2 * step) & 1:
                        break
                    now ^= 1 << here | 1 << (here + step) | 1 << (here + 2 * step)
                    col, rank = col + 2 * dcol, rank + 2 * drank
                    reached.append(now)
                yield from (reached, reached[:1], reached[-1:])[self.chains]


def check(data):
    """Raise Wrong unless every claim of a proof follows from its set, and the set is closed."""
    rows, cols, small, (is_misere, chains), claims, words = unpack(data)
    board = Board(rows, cols, chains)

    def is_over(occupied, mover):
        return not any(True for _ in board.jumps(occupied, mover))

    @functools.lru_cache(maxsize=1 << 20)
    def wins(occupied, mover):
        if is_over(occupied, mover):
            return bool(is_misere)
        return any(not wins(after, 1 - mover) for after in board.jumps(occupied, mover))

    def is_lost(occupied, mover):
        if bin(occupied).count("1") <= small:
            return not wins(occupied, mover)
        return not is_misere if is_over(occupied, mover) else board.word(occupied, mover) in words

    def is_won(occupied, mover):
        if bin(occupied).count("1") <= small:
            return wins(occupied, mover)
        if is_misere and is_over(occupied, mover):
            return True
        return any(is_lost(after, 1 - mover) for after in board.jumps(occupied, mover))

    for word in sorted(words):
        occupied, mover = (word, 0) if board.even else (word & ~(1 << 63), word >> 63)
        if occupied >> rows * cols or board.word(occupied, mover) != word:
            raise Wrong(f"{word:#x} is not in normal form")
        if is_misere and is_over(occupied, mover):
            raise Wrong(f"{word:#x} has no jump and is won")
        if not all(is_won(after, 1 - mover) for after in board.jumps(occupied, mover)):
            raise Wrong(f"{word:#x} has a move without a reply")
    for occupied, mover, mover_wins in claims:
        if occupied >> rows * cols or not (is_won if mover_wins else is_lost)(occupied, mover):
            raise Wrong(f"the claim on {occupied:#x} does not follow")
    rules = ("", ", who cannot jump wins")[is_misere] + ("", ", single jumps", ", longest jumps")[chains]
    return f"{rows}x{cols}{rules}: {len(claims)} claims follow from {len(words)} positions"


def main():
    """Check the file that the command line names."""
    try:
        with open(sys.argv[1], "rb") as file:
            print(check(file.read()))
    except (Wrong, subprocess.CalledProcessError, struct.error) as error:
        print(f"{sys.argv[1]}: {error}")
        sys.exit(1)


main()
