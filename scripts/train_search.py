#!/usr/bin/env python3
"""Learn from proven positions who tends to win: the pattern weights of the proof-number search.

    scripts/train_search.py CHECKPOINT... >solver/konane/search/search_weights.c

A CHECKPOINT is a folder that `papamu search --checkpoint` left. Of the positions in it that are proven, at most
40,000 of each, nine in ten serve for learning and the rest for the report on standard error: the mean loss in nats and
the share of winners that the sign gets right. scripts/train_search.sh makes the checkpoints and calls this.

The model is a logistic regression: the logarithm of the odds that the mover wins is the sum over all cells of the weight
of what stands within two steps of the cell, counted for the class of the mover and against the other's. A weight
depends on the distance of the cell from the edges and is the same for all reflections. Needs numpy and the program zstd.

SPDX-License-Identifier: MIT
"""

import pathlib
import struct
import subprocess
import sys

import numpy

UNITS = 64  # of a weight, to one nat
MOST = 40_000
CLASSES = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]  # distances from the edges, the smaller one first
DIAMOND = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) <= 2]


def mover_class(size):
    """The bit of a word that says which class moves; none on boards with an even side, where class 0 does."""
    return size[0] * size[1] % 2


def invert(keys):
    """The words of keys: solver/search/table.c."""
    def unmix(x, odd):
        return x * numpy.uint64(pow(odd, -1, 1 << 64))

    shift = numpy.uint64
    x = keys ^ keys >> shift(32)
    x = unmix(x, 0xBF58476D1CE4E5B9)
    x = x ^ x >> shift(29) ^ x >> shift(58)
    x = unmix(x, 0xD6E8FEB86659FD93)
    return x ^ x >> shift(32)


def planes(data, n):
    return sum(data[i].astype(numpy.uint64) << numpy.uint64(8 * i) for i in range(8)) if n else numpy.zeros(0, "u8")


def read(folder):
    """Rows and columns, the words of proven positions, and whether their movers win: solver/search/checkpoint.h."""
    path = pathlib.Path(folder) / "papamu-search"
    data = path.read_bytes()
    if data[:8] != b"PAPAMUSC":
        raise OSError(f"{path} is not the checkpoint of a search")
    rows, cols, _, jobs, chunks = struct.unpack("<IIIQQ", data[12:40])
    at, words, wins = 64 + 32 * jobs, [], []
    for _ in range(chunks):
        n, size = struct.unpack("<II", data[at : at + 8])
        frame = data[at + 16 : at + 16 + size]
        raw = subprocess.run(["zstd", "-dcq"], input=frame, capture_output=True, check=True).stdout
        both = numpy.frombuffer(raw, "u1").reshape(16, n)
        numbers = planes(both[8:], n)
        phi, delta = numbers & numpy.uint64(0x7FFFFF), numbers >> numpy.uint64(23) & numpy.uint64(0x7FFFFF)
        proven = (phi == 0) | (delta == 0)
        words.append(invert(planes(both[:8], n)[proven]))
        wins.append(phi[proven] == 0)
        at += 16 + size
    return (rows, cols), numpy.concatenate(words), numpy.concatenate(wins)


def offsets(distances):
    """The cells of the diamond that are on the board at these distances from its edges."""
    return [(x, y) for x, y in DIAMOND if x >= -distances[0] and y >= -distances[1]]


def images(distances):
    """The reflections that leave the distances as they are, as functions of an offset."""
    a, b = distances
    for flip_x in (1, -1) if a == 2 else (1,):
        for flip_y in (1, -1) if b == 2 else (1,):
            for swap in (False, True) if a == b else (False,):
                yield lambda x, y, fx=flip_x, fy=flip_y, s=swap: (fy * y, fx * x) if s else (fx * x, fy * y)


def orbits(distances):
    """For each pattern the least of its images."""
    cells = offsets(distances)
    patterns = numpy.arange(1 << len(cells))
    least = patterns
    for image in images(distances):
        moved = sum((patterns >> i & 1) << cells.index(image(*cell)) for i, cell in enumerate(cells))
        least = numpy.minimum(least, moved)
    return least


def axis(at, size):
    """The distance from the nearer edge, at most 2, and the direction away from it."""
    if at < 2:
        return at, 1
    return (size - 1 - at, -1) if size - 1 - at < 2 else (2, 1)


def place(rows, cols, cell):
    """The class of a cell of a board, and the cells of its diamond in the order of the class, None if off the board."""
    (a, right), (b, up) = axis(cell // rows, cols), axis(cell % rows, rows)
    swap = a > b
    found = []
    for x, y in offsets((b, a) if swap else (a, b)):
        x, y = (y, x) if swap else (x, y)
        col, rank = cell // rows + right * x, cell % rows + up * y
        found.append((col * rows + rank if 0 <= col < cols and 0 <= rank < rows else None, x, y))
    return CLASSES.index((b, a) if swap else (a, b)), found


def index_weights():
    """For each class the number of the weight of each pattern; how many weights there are."""
    number, n = [], 0
    for distances in CLASSES:
        least = orbits(distances)
        kept = least == numpy.arange(len(least))
        number.append((n + numpy.cumsum(kept) - 1)[least].astype(numpy.int32))
        n += int(kept.sum())
    return number, n


def features(size, words, number):
    """For each position and cell the number of a weight and its sign; the number of stones."""
    rows, cols = size
    bits = [(words >> numpy.uint64(i) & numpy.uint64(1)).astype(numpy.int32) for i in range(rows * cols)]
    mover = (words >> numpy.uint64(63)).astype(numpy.int32) if mover_class(size) else numpy.zeros(len(words), numpy.int32)
    weights = numpy.empty((rows * cols, len(words)), numpy.int32)
    signs = numpy.empty((rows * cols, len(words)), numpy.float32)
    for cell in range(rows * cols):
        kind, cells = place(rows, cols, cell)
        pattern = 0
        for i, (at, x, y) in enumerate(cells):  # a landing cell off the board is as good as taken
            pattern = pattern + ((bits[at] if at is not None else int(abs(x) == 2 or abs(y) == 2)) << i)
        weights[cell] = number[kind][pattern]
        signs[cell] = 1 - 2 * ((cell % rows + cell // rows) % 2 ^ mover)
    return weights, signs, sum(bits)


class Boards:
    """The positions of all checkpoints, and what the weights say of them."""

    def __init__(self, folders, number, n_weights):
        generator = numpy.random.default_rng(1)
        self.n_weights, self.parts = n_weights, []
        for folder in folders:
            size, words, wins = read(folder)
            pick = generator.permutation(len(words))[:MOST]
            weights, signs, stones = features(size, words[pick], number)
            test = numpy.arange(len(pick)) % 10 == 0
            self.parts.append((weights, signs, stones // 4, wins[pick].astype(numpy.float32), test, size))
        self.n = sum(int((~part[4]).sum()) for part in self.parts)

    def loss(self, x, report=False):
        """The mean loss of the positions to learn from, and its gradient; or print that of the others."""
        total, gradient = 0.0, numpy.zeros_like(x)
        for weights, signs, stones, wins, test, size in self.parts:
            z = (x[weights] * signs).sum(0) + x[self.n_weights + stones]
            loss = numpy.logaddexp(0, numpy.where(wins > 0, -z, z))
            if report:
                right = ((z > 0) == (wins > 0))[test].mean()
                print(f"{size[0]}x{size[1]}: {len(wins)} positions, loss {loss[test].mean():.4f}, right {right:.4f}",
                      file=sys.stderr)
                continue
            error = numpy.where(test, 0, 1 / (1 + numpy.exp(-z)) - wins)
            total += loss[~test].sum()
            gradient += numpy.bincount(weights.ravel(), (signs * error).ravel(), len(x))
            gradient += numpy.bincount(self.n_weights + stones, error, len(x))
        return total / self.n, gradient / self.n


def learn(boards, steps=120, rate=0.05, decay=2e-7):
    """Adam on all positions at once, with a rate that falls to nothing."""
    x = numpy.zeros(boards.n_weights + 17)
    mean, square = numpy.zeros_like(x), numpy.zeros_like(x)
    for step in range(1, steps + 1):
        loss, gradient = boards.loss(x)
        gradient += decay * x
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        x -= rate * (1 - step / (steps + 1)) * (mean / (1 - 0.9**step)) / (numpy.sqrt(square / (1 - 0.99**step)) + 1e-9)
        if step % 20 == 0:
            print(f"step {step}: loss {loss:.4f}", file=sys.stderr)
    return x


def main():
    folders = sys.argv[1:]
    if not folders or folders[0] == "--help":
        print(__doc__.strip(), file=sys.stdout if folders else sys.stderr)
        sys.exit(0 if folders else 2)
    number, n = index_weights()
    try:
        boards = Boards(folders, number, n)
    except OSError as error:
        sys.exit(f"train_search.py: {error}")
    x = learn(boards)
    boards.loss(x, report=True)
    units = numpy.clip(numpy.round(x[:n] * UNITS), -127, 127).astype(int)
    bias = numpy.round(x[n:] * UNITS).astype(int)
    print("/* Weights of patterns, by scripts/train_search.py: see search_patterns.h.\n *\n * SPDX-License-Identifier: MIT\n */")
    print('#include "solver/konane/search/search_patterns.h"\n\n/* clang-format off */')
    print("const int16_t pattern_bias[PATTERN_PHASES] = {" + ", ".join(map(str, bias)) + "};\n")
    print("const int8_t pattern_weights[PATTERN_WEIGHTS] = {")
    for i in range(0, n, 24):
        print("    " + ", ".join(map(str, units[i : i + 24])) + ",")
    print("};\n/* clang-format on */")


if __name__ == "__main__":
    main()
