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

HEADER_BYTES, ENTRY_BYTES = 1120, 8


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


def unpack_cube(packed, bits, model):
    """The bits of a block packed by the cube coder, as bytes; `model` has the chances by (n, s)."""
    order = [[] for _ in range(bits + 1)]
    for u in range(1 << bits):
        order[bin(u).count("1")].append(u)
    state = list(struct.unpack_from("<4I", packed, 0))
    at = 16
    won = bytearray(1 << bits)
    block = bytearray(1 << bits >> 3)
    for n, sets in enumerate(order):
        for i, u in enumerate(sets):
            s = sum(won[u ^ (1 << j)] for j in range(bits) if u >> j & 1)
            f = model[n, s]
            x = state[i % 4]
            y = x % 4096
            if y < f:
                x = f * (x // 4096) + y
                won[u] = 1
                block[u // 8] |= 1 << u % 8
            else:
                x = (4096 - f) * (x // 4096) + y - f
            if x < 65536:
                x = x * 65536 + struct.unpack_from("<H", packed, at)[0]
                at += 2
            state[i % 4] = x
    assert state == [65536] * 4 and at == len(packed)
    return bytes(block)


def unpack_pairs(packed, bits, parity, model):
    """The values of a block packed by the pair coder, as bits by half of the place; `model` has the chances by (m, h)."""
    numbers = struct.unpack("<%dH" % (len(packed) // 2), packed)
    cut = (numbers[0] % 1024) << max(0, bits - 14)
    planes = numbers[0] // 1024
    state = [sum((numbers[1 + j] >> i & 1) << j for j in range(planes)) for i in range(16)]
    at = 1 + planes
    won = bytearray(1 << bits)
    by_ones = [[v for v in range(1 << max(6, bits - 6)) if bin(v).count("1") == k] for k in range(bits)]
    step = 0
    for k in range(bits - 5):
        for m in range((parity + k) % 2, 7, 2):
            batch = [v << 6 | u for v in by_ones[k] if v < 1 << (bits - 6) for u in by_ones[m] if u < 64]
            for first in range(0, len(batch), 16):
                for i, u in enumerate(batch[first : first + 16]):
                    ones = [1 << j for j in range(bits) if u >> j & 1]
                    h = sum(won[u ^ a ^ b] for n, a in enumerate(ones) for b in ones[:n])
                    f = model[k + m, h]
                    x = state[i]
                    y = x % 4096
                    if y < f:
                        x = f * (x // 4096) + y
                        won[u] = 1
                    else:
                        x = (4096 - f) * (x // 4096) + y - f
                    if step < cut and x < 65536:
                        x = x * 65536 + numbers[at]
                        at += 1
                    state[i] = x
                step += 1
                if step == cut:
                    state = [x - 65536 for x in state]
    if cut > step:
        state = [x - 65536 for x in state]
    assert state == [0] * 16 and at == len(numbers)
    block = bytearray(1 << bits >> 4)
    for u in range(1 << bits):
        if won[u]:
            block[u // 16] |= 1 << (u // 2) % 8
    return bytes(block)


class Database:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        head = self.bytes[:HEADER_BYTES]
        assert head[:8] == b"PAPAMUDB" and struct.unpack_from("<I", head, 8)[0] == (2 if any(head[22:26]) else 1)
        game, self.rows, self.cols, self.kind, self.n_movers, self.n_sets, self.n_index, self.block_bits = head[12:20]
        assert game == 1
        self.n_blocks, self.index_offset, file_bytes = struct.unpack_from("<3Q", head, 32)
        assert file_bytes == len(self.bytes)
        self.black = list(head[80 : 80 + self.n_sets])
        self.white = list(head[144 : 144 + self.n_index])
        self.layer_rows = struct.unpack_from("<%dQ" % (self.n_sets + 1), head, 208)
        self.is_cubic = head[21] == 1
        self.is_halved = head[21] == 2
        assert head[22] == self.is_halved and head[23] == 0
        self.is_misere, self.chains = head[24] == 1, head[25]
        self.value_bits = 1 if self.kind == 1 else 8
        self.row_bytes = max(1, (self.value_bits << self.n_index) // 8)
        self.symmetries = images(self.rows, self.cols, False)
        self.swaps = images(self.rows, self.cols, True)
        self.read_rows()
        self.rank_sets()

    def read_models(self):
        """The models of each layer, mover and number of stones in the top bits; where the entries begin."""
        at = self.index_offset
        self.models = {}
        if self.is_halved:
            at += 16 + 8 * self.n_movers * (self.n_sets + self.n_index + 1)
            for layer in range(self.n_sets + 1):
                for mover in range(self.n_movers):
                    for top in range(self.n_index - self.block_bits + 1):
                        model = self.models[layer, mover, top] = {}
                        for m in range((layer + top) % 2, self.block_bits + 1, 2):
                            for h in range(m * (m - 1) // 2 + 1):
                                model[m, h] = struct.unpack_from("<H", self.bytes, at)[0]
                                at += 2
        if self.is_cubic:
            for layer in range(self.n_sets + 1):
                for mover in range(self.n_movers):
                    for top in range(self.n_index - self.block_bits + 1):
                        model = self.models[layer, mover, top] = {}
                        for n in range(self.block_bits + 1):
                            for s in range(n + 1):
                                model[n, s] = struct.unpack_from("<H", self.bytes, at)[0]
                                at += 2
        return at

    def read_rows(self):
        """List the blocks of each layer and mover: stored bytes, size, and for constant blocks the value."""
        self.rows_per_block = max(1, 1 << self.block_bits >> self.n_index)
        self.blocks_per_row = max(1, 1 << self.n_index >> self.block_bits)
        at = self.read_models()
        offset = HEADER_BYTES
        self.blocks = {}
        for layer in range(self.n_sets + 1):
            for mover in range(self.n_movers):
                blocks = self.blocks[layer, mover] = []
                left = self.layer_rows[layer]
                while left > 0:
                    here = min(left, self.rows_per_block)
                    left -= here
                    for _ in range(self.blocks_per_row):
                        n, check = struct.unpack_from("<HI" if self.is_halved else "<2I", self.bytes, at)
                        at += 6 if self.is_halved else ENTRY_BYTES
                        size = (here * self.row_bytes // self.blocks_per_row) >> self.is_halved
                        blocks.append((self.bytes[offset : offset + n], size, check))
                        offset += n
        assert offset == self.index_offset and at == len(self.bytes)
        self.unpacked = {}

    def block(self, layer, mover, number):
        """A block, unpacked when it is first needed."""
        key = layer, mover, number
        if key not in self.unpacked:
            stored, size, check = self.blocks[layer, mover][number]
            if not stored:
                block = bytes([check if self.value_bits == 8 else 255 * check]) * size
            elif len(stored) == size:
                block = stored
            elif self.is_halved:
                top = bin(number % self.blocks_per_row).count("1")
                block = unpack_pairs(stored, self.block_bits, (layer + top) % 2, self.models[layer, mover, top])
            elif self.is_cubic:
                top = bin(number % self.blocks_per_row).count("1")
                block = unpack_cube(stored, self.block_bits, self.models[layer, mover, top])
            else:
                block = subprocess.run(["zstd", "-dc"], input=stored, stdout=subprocess.PIPE, check=True).stdout
            assert len(block) == size
            self.unpacked[key] = block
        return self.unpacked[key]

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

    def followers(self, occupied, mover):
        """The sets of stones after each jump, from the rules of the game."""
        found = []
        for cell in range(self.rows * self.cols):
            col, rank = divmod(cell, self.rows)
            if not occupied >> cell & 1 or (cell in self.black) != (mover == 0):
                continue
            for dx, dy in (0, 1), (0, -1), (1, 0), (-1, 0):
                after, x, y, chain = occupied, col, rank, []
                while True:
                    over, to = (x + dx) * self.rows + y + dy, (x + 2 * dx) * self.rows + y + 2 * dy
                    if not (0 <= x + 2 * dx < self.cols and 0 <= y + 2 * dy < self.rows):
                        break
                    if not after >> over & 1 or after >> to & 1:
                        break
                    after = after & ~(1 << over) & ~(1 << x * self.rows + y) | 1 << to
                    x, y = x + 2 * dx, y + 2 * dy
                    chain.append(after)
                found += {0: chain, 1: chain[:1], 2: chain[-1:]}[self.chains]
        return found

    def value(self, occupied, mover):
        if self.is_halved and bin(occupied).count("1") % 2:
            after = self.followers(occupied, mover)
            return int(any(not self.value(o, 1 - mover) for o in after) if after else self.is_misere)
        return self.stored_value(occupied, mover)

    def stored_value(self, occupied, mover):
        if mover == 1 and self.n_movers == 1:
            swap = self.swaps[0]
            occupied = sum(1 << swap[c] for c in range(self.rows * self.cols) if occupied >> c & 1)
            mover = 0
        b = sum(1 << i for i, cell in enumerate(self.black) if occupied >> cell & 1)
        rank, symmetry = self.rank[b]
        image = self.symmetries[symmetry]
        moved = sum(1 << image[c] for c in range(self.rows * self.cols) if occupied >> c & 1)
        w = sum(1 << i for i, cell in enumerate(self.white) if moved >> cell & 1)
        layer = bin(b).count("1")
        if self.blocks_per_row > 1:
            number = rank * self.blocks_per_row + (w >> self.block_bits)
            w &= (1 << self.block_bits) - 1
            row = self.block(layer, mover, number)
        else:
            begin = (rank % self.rows_per_block * self.row_bytes) >> self.is_halved
            row = self.block(layer, mover, rank // self.rows_per_block)[begin : begin + self.row_bytes]
        if self.is_halved:
            w //= 2
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
