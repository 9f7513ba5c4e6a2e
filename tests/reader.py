#!/usr/bin/env python3
"""A second reader of papamu databases, written from data/README.md alone.

    reader.py FILE dump       every (position, mover) pair in order: one character each, the outcome or remoteness
    reader.py FILE OCCUPIED MOVER     one value; OCCUPIED is a set of cells as a number, MOVER 0 Black, 1 White

Only the standard library and the command `zstd`. Slow and plain on purpose: it is here to be held against the library.

SPDX-License-Identifier: MIT
"""
import struct
import subprocess
import sys

HEADER_BYTES, ENTRY_BYTES = 1120, 16


def images(rows, cols, swaps):
    """The symmetries of the board, as lists cell -> image, that keep (or swap) the colours."""
    found = []
    for transpose in (False, True) if rows == cols else (False,):
        for mirror_cols in (False, True):
            for mirror_ranks in (False, True):
                image = []
                for cell in range(rows * cols):
                    col, rank = divmod(cell, rows)
                    if transpose:
                        col, rank = rank, col
                    col = cols - 1 - col if mirror_cols else col
                    rank = rows - 1 - rank if mirror_ranks else rank
                    image.append(col * rows + rank)
                exchanges = (image[0] // rows + image[0] % rows) % 2 == 1
                if exchanges == swaps and image not in found:
                    found.append(image)
    return found


class Database:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        head = self.bytes[:HEADER_BYTES]
        assert head[:8] == b"PAPAMUDB" and struct.unpack_from("<I", head, 8)[0] == 1
        game, self.rows, self.cols, self.kind, self.n_movers, self.n_sets, self.n_index, self.block_bits = head[12:20]
        assert game == 1
        self.n_blocks, self.index_offset, file_bytes = struct.unpack_from("<3Q", head, 32)
        assert file_bytes == len(self.bytes)
        self.black = list(head[80 : 80 + self.n_sets])
        self.white = list(head[144 : 144 + self.n_index])
        self.layer_rows = struct.unpack_from("<%dQ" % (self.n_sets + 1), head, 208)
        self.value_bits = 1 if self.kind == 1 else 8
        self.row_bytes = max(1, (self.value_bits << self.n_index) // 8)
        self.symmetries = images(self.rows, self.cols, False)
        self.swaps = images(self.rows, self.cols, True)
        self.read_rows()
        self.rank_sets()

    def read_rows(self):
        """Unpack all blocks; the rows of each layer and mover lie behind each other in self.data[layer][mover]."""
        rows_per_block = max(1, 1 << self.block_bits >> self.n_index)
        blocks_per_row = max(1, 1 << self.n_index >> self.block_bits)
        entries = [
            struct.unpack_from("<QII", self.bytes, self.index_offset + i * ENTRY_BYTES) for i in range(self.n_blocks)
        ]
        sizes, where = [], []
        for layer in range(self.n_sets + 1):
            for mover in range(self.n_movers):
                n = self.layer_rows[layer]
                while n > 0:
                    here = min(n, rows_per_block)
                    n -= here
                    for _ in range(blocks_per_row):
                        sizes.append(here * self.row_bytes // blocks_per_row)
                        where.append((layer, mover))
        assert len(sizes) == self.n_blocks
        frames = b"".join(
            self.bytes[o : o + n] for (o, n, _), size in zip(entries, sizes) if 0 < n < size
        )
        unpacked = subprocess.run(["zstd", "-dc"], input=frames, stdout=subprocess.PIPE, check=True).stdout if frames else b""
        self.data = [[bytearray() for _ in range(self.n_movers)] for _ in range(self.n_sets + 1)]
        at = 0
        for (offset, n, value), size, (layer, mover) in zip(entries, sizes, where):
            if n == 0:
                block = bytes([value if self.value_bits == 8 else 255 * value]) * size
            elif n == size:
                block = self.bytes[offset : offset + n]
            else:
                block = unpacked[at : at + size]
                at += size
            self.data[layer][mover] += block
        assert at == len(unpacked)

    def rank_sets(self):
        """For each set b: the rank of the least image within its layer, and the symmetry that takes b there."""
        place = {cell: i for i, cell in enumerate(self.black)}
        moved = [[place[image[cell]] for cell in self.black] for image in self.symmetries]
        self.rank = {}
        counts = [0] * (self.n_sets + 1)
        for b in range(1 << self.n_sets):
            best, symmetry = b, 0
            for g, permutation in enumerate(moved):
                other = sum(1 << permutation[i] for i in range(self.n_sets) if b >> i & 1)
                if other < best:
                    best, symmetry = other, g
            if best == b:
                layer = bin(b).count("1")
                self.rank[b] = (counts[layer], 0)
                counts[layer] += 1
            else:
                self.rank[b] = (self.rank[best][0], symmetry)
        assert tuple(counts) == tuple(self.layer_rows)

    def value(self, occupied, mover):
        if mover == 1 and self.n_movers == 1:
            swap = self.swaps[0]
            occupied = sum(1 << swap[c] for c in range(self.rows * self.cols) if occupied >> c & 1)
            mover = 0
        b = sum(1 << i for i, cell in enumerate(self.black) if occupied >> cell & 1)
        rank, symmetry = self.rank[b]
        image = self.symmetries[symmetry]
        moved = sum(1 << image[c] for c in range(self.rows * self.cols) if occupied >> c & 1)
        w = sum(1 << i for i, cell in enumerate(self.white) if moved >> cell & 1)
        row = memoryview(self.data[bin(b).count("1")][mover])[rank * self.row_bytes : (rank + 1) * self.row_bytes]
        return row[w] if self.value_bits == 8 else row[w // 8] >> (w % 8) & 1


def main():
    database = Database(sys.argv[1])
    if sys.argv[2] == "dump":
        n_cells = database.rows * database.cols
        stride = int(sys.argv[3]) if len(sys.argv) > 3 else 1
        for occupied in range(0, 1 << n_cells, stride):
            print(occupied, database.value(occupied, 0), database.value(occupied, 1))
    else:
        print(database.value(int(sys.argv[2], 0), int(sys.argv[3])))


if __name__ == "__main__":
    main()
