"""The Python package: results that the repository has published, bad input, threads, interruption.

Oracles: data/openings.csv, data/opening_values.csv and the tables of tests/data, each line of which has its source; the
program's own output (PAPAMU) for censuses and self-play.

SPDX-License-Identifier: MIT
"""
import copy
import csv
import io
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy
import pandas

import papamu
import papamu.plots
from papamu import Board, Database, Game

PAPAMU = os.environ["PAPAMU"]
VARIANTS = (
    ("konane-misere", ["--play", "misere"]), ("konane-single", ["--jumps", "single"]),
    ("konane-misere-longest", ["--play", "misere", "--jumps", "longest"]),
)


def published(path):
    """The rows of a file of results, without its provenance."""
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def of_program(*arguments):
    """What the program writes as csv."""
    run = subprocess.run([PAPAMU, *arguments, "--format", "csv"], capture_output=True, check=True, text=True)
    return pandas.read_csv(io.StringIO(run.stdout), comment="#")


class Results(unittest.TestCase):
    def test_openings_are_those_published(self):
        rows = [r for r in published("data/openings.csv") if int(r["rows"]) * int(r["cols"]) <= 20]
        self.assertGreater(len(rows), 20)
        found = []
        for size in dict.fromkeys((int(r["rows"]), int(r["cols"]), r["corner"]) for r in rows):
            frame = Board(size[0], size[1], corner=size[2]).solve().openings
            frame.insert(0, "rows", size[0]), frame.insert(1, "cols", size[1]), frame.insert(2, "corner", size[2])
            found += frame.astype(str).to_dict("records")
        self.assertEqual(found, rows)

    def test_opening_values_are_those_published(self):
        rows = [r for r in published("data/opening_values.csv") if int(r["rows"]) * int(r["cols"]) <= 20]
        self.assertGreater(len(rows), 5)
        for r in rows:
            board = Board(int(r["rows"]), int(r["cols"]), corner=r["corner"], opening="any")
            game = board.start().play(r["black_removes"]).play(r["white_removes"]).value()
            self.assertEqual(str(game), r["value"], r)

    def test_values_of_positions(self):
        with open("tests/data/values.tsv", encoding="utf-8") as file:
            known = [line.split("\t") for line in file if not line.startswith("#")]
        for _, grid, expected, *_ in known:
            self.assertEqual(papamu.value(grid), Game(expected.strip()), grid)

    def test_bounds_where_memory_does_not_suffice(self):
        position = Board(16, 16).openings()[0]
        with self.assertRaisesRegex(MemoryError, "used up"):
            papamu.value(position, memory=16 << 20)
        bounds = papamu.bounds(position, max_nodes=5000, memory=16 << 20)
        self.assertLess(bounds["lower"], bounds["upper"])
        for wrong in (lambda: papamu.bounds("xq"), lambda: papamu.bounds("xo.", max_nodes=-1), lambda: papamu.bounds("xo.", memory=-1)):
            with self.assertRaises(papamu.BadInput):
                wrong()

    def test_census_is_that_of_the_program(self):
        ours, theirs = Board(4, 4).census(), of_program("census", "4x4")
        names = ["stones", "next_player", "previous_player", "black", "white"]
        self.assertEqual(ours[names].values.tolist(), theirs[names].values.tolist())

    def test_selfplay_is_that_of_the_program(self):
        theirs = of_program("selfplay", "5x5", "--games", "500", "--seed", "7", "--black", "random", "--white", "greedy")
        ours = papamu.selfplay(Board(5, 5), 500, seed=7, white="greedy", threads=2)
        for name in ("game", "plies", "winner", "opening", "black", "white", "jumps", "multi_jumps"):
            self.assertEqual(ours[name].tolist(), theirs[name].tolist(), name)

    def test_games_from_positions_are_those_of_the_program(self):
        board = Board(5, 5)
        positions = [position.play(position.moves()[0]) for position in board.openings()[:3]]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "positions")
            with open(path, "w", encoding="ascii") as file:
                file.writelines(f"{position}\n" for position in positions)
            theirs = of_program("selfplay", "5x5", "--games", "40", "--seed", "2", "--black", "greedy", "--swap", "--positions", path)
        records = []
        ours = papamu.selfplay(board, 40, seed=2, black="greedy", swap=True, positions=positions, on_game=records.append)
        for name in ("game", "plies", "winner", "opening", "black", "white", "jumps", "multi_jumps"):
            self.assertEqual(ours[name].tolist(), theirs[name].tolist(), name)
        self.assertEqual([r.start for r in records], theirs["opening"].tolist())
        for wrong in (board.start(), Board(4, 4).openings()[0], board.position(1)):
            with self.assertRaises(papamu.BadInput):
                papamu.selfplay(board, 4, positions=[wrong])

    def test_rows_are_the_values_of_positions(self):
        board = Board(3, 4)
        for remoteness in (False, True):
            solution = board.solve(remoteness=remoteness, keep_rows=True)
            for black in (0, 5, 0b101101, 63):
                for mover in papamu.board.COLORS:
                    row = solution.row(mover, black)
                    for w in range(len(row)):
                        names = [c for i, c in enumerate(solution.black_cells) if black >> i & 1]
                        names += [c for i, c in enumerate(solution.white_cells) if w >> i & 1]
                        cells = sum(1 << ((ord(c[0]) - 97) * 3 + int(c[1]) - 1) for c in names)
                        position = board.position(cells, mover)
                        if not position.is_opening:
                            winner, plies = solution.value(position)
                            self.assertEqual(winner == mover, bool(row[w] & 1))
                            self.assertEqual(plies, int(row[w]) if remoteness else None)

    def test_scratch_folders_and_positions_in_passing(self):
        board = Board(4, 5, corner="white")
        kept = board.solve(keep_rows=True)
        positions = [board.position(x * 2654435761 % (1 << 20), papamu.board.COLORS[x % 2]) for x in range(100)]
        with tempfile.TemporaryDirectory() as folder:
            scratch = os.path.join(folder, "rows")
            with self.assertRaises(papamu.Interrupted):
                board.solve(scratch=scratch, progress=lambda done, total: done == 0)
            solution = board.solve(scratch=scratch, positions=positions[:0])
            self.assertFalse(os.path.exists(scratch))
            self.assertEqual(solution.digest, papamu.write_database(board, os.path.join(folder, "x.papamu")))
        self.assertTrue(solution.openings.equals(kept.openings))
        self.assertTrue(solution.census.equals(kept.census))
        for position, winner, plies in board.solve(positions=positions).positions:
            self.assertEqual((winner, plies), kept.value(position))
        with self.assertRaises(papamu.BadInput) as caught:
            board.solve(positions=[positions[0], board.start()])
        self.assertEqual(caught.exception.offset, 1)
        with self.assertRaises(papamu.BadInput):
            board.solve(positions=[Board(4, 4).position(3)])
        with self.assertRaises(papamu.BadInput):
            board.solve(scratch="x", remoteness=True)
        with self.assertRaises(OSError):
            board.solve(scratch="/dev/null/x")

    def test_histogram_and_longest_game_are_those_of_the_program(self):
        solution = Board(4, 4).solve(remoteness=True, keep_rows=True)
        theirs = of_program("solve", "4x4", "--values", "remoteness", "--histogram")
        names = ["remoteness", "black_to_move", "white_to_move"]
        self.assertEqual(solution.histogram[names].values.tolist(), theirs[names].values.tolist())
        longest = of_program("solve", "4x4", "--values", "remoteness", "--longest").iloc[0]
        self.assertEqual(str(solution.longest_position), longest["position"])
        self.assertEqual([str(m) for m in solution.line(solution.longest_position)], longest["line"].split())

    def test_variants_are_solved_as_the_program_does(self):
        for name, options in VARIANTS:
            board = Board(4, 4, game=name)
            self.assertEqual(board.game, name)
            theirs = of_program("solve", "4x4", *options)
            self.assertEqual(board.solve().openings["winner"].tolist(), theirs["winner"].tolist())
            self.assertEqual(board.census().values.tolist(), of_program("census", "4x4", *options).iloc[:, 3:].values.tolist())
            for refused in (
                lambda: papamu.board_values(board), lambda: board.start().value(), lambda: board.margins([1]),
                lambda: papamu.bounds(board.openings()[0]),
            ):
                with self.assertRaises(papamu.BadInput):
                    refused()

    def test_databases_of_variants_are_those_of_the_program(self):
        for name, options in VARIANTS:
            board = Board(4, 4, game=name)
            with tempfile.TemporaryDirectory() as folder:
                ours, theirs = os.path.join(folder, "ours.papamu"), os.path.join(folder, "theirs.papamu")
                digest = papamu.write_database(board, ours)
                subprocess.run([PAPAMU, "solve", "4x4", *options, "--db", theirs], capture_output=True, check=True)
                self.assertEqual(digest, papamu.look(theirs)["digest"])
                solution = board.solve(keep_rows=True)
                with Database(ours) as db:
                    self.assertEqual(db.board.game, name)
                    for position in [board.start(), *board.openings(), board.position(0xf0f0)]:
                        self.assertEqual(db[position][0], solution.value(position)[0])
                if "misere" in name:
                    with self.assertRaises(papamu.BadInput):
                        papamu.write_database(board, os.path.join(folder, "none.papamu"), remoteness=True)
                    self.assertFalse(os.path.exists(os.path.join(folder, "none.papamu")))

    def test_complexity_is_that_of_the_program(self):
        options = ["--population", "200", "--runs", "5", "--seed", "3"]
        for board, n in ((Board(4, 4), 300), (Board(9, 9), 0)):
            ours = board.complexity(population=200, runs=5, seed=3, samples=n, width=500)
            sample = ["--samples", str(n), "--width", "500"] if n else []
            theirs = of_program("complexity", f"{board.rows}x{board.cols}", *options, *sample, "--table", "board").iloc[0]
            for name, value in ours.items():
                if value is None:
                    self.assertTrue(pandas.isna(theirs[name]), name)
                else:
                    self.assertAlmostEqual(value, theirs[name], delta=6e-4, msg=name)
        for wrong in ({"runs": 1}, {"runs": -1}, {"population": 1 << 70}, {"samples": -1}, {"width": 2000000}):
            with self.assertRaises(papamu.BadInput):
                Board(4, 4).complexity(**wrong)
        with self.assertRaises(papamu.BadInput):
            Board(game="italian").complexity()
        with self.assertRaises(ZeroDivisionError):
            Board(4, 4).complexity(progress=lambda done, total: 1 // 0)

    def test_lines_are_won_by_the_winner(self):
        board = Board(4, 5)
        solution = board.solve(remoteness=True, keep_rows=True)
        line = solution.line()
        winner, plies = solution.game()
        self.assertEqual(len(line), plies)
        self.assertEqual(line[-1].position.mover, winner)
        self.assertEqual(line[-1].position.play(line[-1]).moves(), [])

    def test_margins_hold_the_values(self):
        board = Board(3, 4)
        frame, values = board.margins(range(0, 1 << 12, 5)), papamu.board_values(board)
        for occupied, lower, upper in frame.values.tolist():
            self.assertLessEqual(Game(int(lower)), values[int(occupied)])
            self.assertGreaterEqual(Game(int(upper)), values[int(occupied)])

    def test_large_boards_and_draughts(self):
        position = Board(20, 20).start()
        for _ in range(30):
            position = position.play(position.moves()[-1])
        self.assertEqual(position, position.board.position(str(position)))
        self.assertEqual({p.canonical() for p in position.images()}, {position.canonical()})
        self.assertEqual(Board(game="international").start().perft(3), 658)
        self.assertIn("<svg", position._repr_html_())


class Databases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.path = os.path.join(cls.folder, "4x4.papamu")
        papamu.write_database(Board(4, 4), cls.path, remoteness=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_batches_are_single_probes_and_the_solution(self):
        board = Board(4, 4)
        solution = board.solve(remoteness=True, keep_rows=True)
        with Database(self.path) as db:
            sets = numpy.arange(0, 1 << 16, 7, dtype=numpy.uint64)[::3]  # not contiguous
            movers = (sets % 2).astype(numpy.uint8)
            winners, plies = db.probe(sets, movers)
            for i in range(0, len(sets), 50):
                position = board.position(int(sets[i]), papamu.board.COLORS[movers[i]])
                self.assertEqual(db[position], (papamu.board.COLORS[winners[i]], plies[i]))
                self.assertEqual(db[position], solution.value(position))
                best = db.best_moves(position)
                self.assertTrue(all(m in position.moves() for m in best))
            self.assertEqual(db.probe([0, 3, 5], "white")[0].shape, (3,))
            self.assertEqual(db.probe([])[0].shape, (0,))

    def test_blocks_and_histogram_hold_all_positions(self):
        with Database(self.path) as db:
            n = 0
            for number in range(db.info["n_blocks"]):
                block = db.block(number)
                n += len(block["occupied"])
                later = [i for i, x in enumerate(block["occupied"]) if bin(x).count("1") <= 14]  # after the opening
                winners, plies = db.probe(block["occupied"][later], block["mover"][later])
                self.assertEqual(winners.tolist(), block["winner"][later].tolist())
                self.assertEqual(plies.tolist(), block["plies"][later].tolist())
            self.assertEqual(n, db.info["stored"])
            for wrong in (-1, db.info["n_blocks"], 1 << 70):
                with self.assertRaises(papamu.BadInput):
                    db.block(wrong)
        ours, theirs = papamu.histogram(self.path), of_program("info", self.path, "--histogram")
        self.assertEqual(ours["positions"].tolist(), theirs["positions"].tolist())
        self.assertEqual(ours["plies"].tolist(), theirs["value"].tolist())
        self.assertEqual(ours["positions"].sum(), 2 << 16)

    def test_a_file_of_every_second_position_answers_all(self):
        path = os.path.join(self.folder, "outcomes.papamu")
        papamu.write_database(Board(4, 4), path)
        with Database(path) as db, Database(self.path) as whole:
            self.assertEqual(db.info["stored"] * 2, whole.info["stored"])
            sets = list(range(0, 1 << 14, 7))
            for mover in ("black", "white"):
                self.assertEqual(db.probe(sets, mover)[0].tolist(), whole.probe(sets, mover)[0].tolist())
            blocks = [db.block(number) for number in range(db.info["n_blocks"])]
            self.assertEqual(sum(len(b["occupied"]) for b in blocks), db.info["stored"])
            self.assertTrue(all(bin(x).count("1") % 2 == 0 for b in blocks for x in b["occupied"]))
        ours, remoteness = papamu.histogram(path), papamu.histogram(self.path)
        for (mover, stones), rows in remoteness.groupby(["mover", "stones"]):
            wins = ours[(ours.mover == mover) & (ours.stones == stones) & (ours.outcome == 1)]["positions"].sum()
            self.assertEqual(wins, rows[rows.outcome == 1]["positions"].sum())
        self.assertEqual(papamu.verify(path)["disagreements"], 0)

    def test_converted_files_are_those_of_the_program(self):
        ours, theirs = os.path.join(self.folder, "ours.papamu"), os.path.join(self.folder, "theirs.papamu")
        old = os.path.join(self.folder, "old.papamu")
        digest = papamu.write_database(Board(4, 4), old)
        for level, version in ((19, 2), (2, 1), (0, 0)):
            self.assertEqual(papamu.convert(old, ours, level=level, version=version, threads=2), digest)
            options = ["--level", str(level), "--version", str(version)] if level else []
            subprocess.run([PAPAMU, "convert", old, theirs, *options], capture_output=True, check=True)
            facts = papamu.look(theirs)
            self.assertEqual(facts["digest"], digest)
            self.assertEqual({**papamu.look(ours), "file_bytes": 0}, {**facts, "file_bytes": 0})
            with Database(ours) as one, Database(theirs) as other:
                self.assertEqual(one.info["level"], other.info["level"])
        for wrong in ({"level": 20}, {"level": -1}, {"version": 3}, {"version": 1 << 40}, {"threads": -1}):
            with self.assertRaises(papamu.BadInput):
                papamu.convert(old, os.path.join(self.folder, "none.papamu"), **wrong)
        with self.assertRaises(ZeroDivisionError):
            papamu.convert(old, os.path.join(self.folder, "none.papamu"), progress=lambda done, total: 1 // 0)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "none.papamu")))

    def test_a_histogram_is_read_once(self):
        path = os.path.join(self.folder, "four.papamu")
        papamu.write_database(Board(6, 6, game="italian"), path, pieces=4, remoteness=True)
        done = []
        frame = papamu.histogram(path, threads=1, progress=lambda at, total: done.append(at))
        self.assertGreater(len(done), 1)
        self.assertEqual(done, sorted(done))
        self.assertEqual(frame["positions"].tolist(), of_program("info", path, "--histogram")["positions"].tolist())

    def test_answers_agree(self):
        board = Board(4, 4)
        position = board.start().play("a4").play("b4")
        by_file, by_sweep = papamu.Answers(board, self.path)[position], papamu.Answers(board)[position]
        self.assertEqual(by_file["how"], "database")
        self.assertEqual(by_file["winner"], by_sweep["winner"])
        self.assertTrue(by_file["moves"].equals(by_sweep["moves"]))

    def test_bad_arrays_and_positions(self):
        db = Database(self.path)
        for wrong in ([0.5], ["a1"], [None]):
            with self.assertRaises(TypeError):
                db.probe(wrong)
        for wrong in (None, "x"):
            with self.assertRaisesRegex(TypeError, "Position"):
                db[wrong]
            with self.assertRaisesRegex(TypeError, "Position"):
                db.best_moves(wrong)
        with self.assertRaises(TypeError):
            db.probe([1], numpy.array([0.5]))
        with self.assertRaises(papamu.BadInput):
            db.probe([1, 2], [0, 1, 1])
        with self.assertRaises(papamu.BadInput):
            db.probe(numpy.array([-1], dtype=numpy.int8))
        with self.assertRaises(papamu.BadInput) as caught:
            db.probe([1, 1 << 16])
        self.assertEqual(caught.exception.offset, 1)
        with self.assertRaises(papamu.BadInput):
            db.probe([1, 2], [0, 7])
        with self.assertRaisesRegex(papamu.NotFound, "3x4.*4x4"):
            db[Board(3, 4).start()]
        with self.assertRaises(papamu.BadInput):
            db[Board(game="italian").start()]
        db.close()
        db.close()
        with self.assertRaisesRegex(papamu.BadInput, "closed"):
            db[Board(4, 4).start()]
        with self.assertRaisesRegex(papamu.BadInput, "closed"):
            db.probe([1])

    def test_damaged_and_missing_files(self):
        with self.assertRaises(OSError):
            Database("/nowhere/x")
        spoilt = os.path.join(self.folder, "spoilt")
        with open(self.path, "rb") as file:
            data = bytearray(file.read())
        for at in (0, 9, 60, 700, 1130, len(data) - 3):
            data[at] ^= 0x55
            with open(spoilt, "wb") as file:
                file.write(data)
            data[at] ^= 0x55
            with self.assertRaises(papamu.Error):
                papamu.verify(spoilt)
        with open(spoilt, "wb") as file:
            file.write(data[:2000])
        with self.assertRaises(papamu.Error):
            Database(spoilt)
        with self.assertRaises(papamu.BadInput):
            Database("data/openings.csv")

    def test_proofs(self):
        board, path = Board(5, 5), os.path.join(self.folder, "5x5.proof")
        frame = board.search(proof=path, memory=64 << 20)
        winners = [w for w, rules in board.solve().openings[["winner", "rules"]].values if "corner-centre" in rules.split()]
        self.assertEqual(frame["winner"].tolist(), winners)
        self.assertTrue(papamu.look(path)["is_proof"])
        self.assertEqual(papamu.verify(path)["positions"], papamu.look(path)["stored"])
        self.assertEqual(papamu.Answers(board, path)[board.start()]["winner"], "black")
        for name, _ in VARIANTS:
            other = Board(5, 5, game=name, opening="any")
            self.assertEqual(other.search(proof=path, memory=64 << 20)["winner"].tolist(), other.solve().openings["winner"].tolist())
            self.assertEqual(papamu.look(path)["game"], name)
            self.assertEqual(papamu.verify(path)["positions"], papamu.look(path)["stored"])
            self.assertIn(papamu.Answers(other, path)[other.openings()[0]]["winner"], ("black", "white"))
            with self.assertRaises(papamu.BadInput):
                papamu.Answers(board, path)
        brief = Board(8, 8).search(Board(8, 8).openings()[:2], max_nodes=1000, memory=64 << 20)
        self.assertEqual(brief["winner"].tolist(), [None, None])
        for wrong in (
            lambda: board.search([board.start()]), lambda: board.search([Board(4, 4).openings()[0]]),
            lambda: board.search(max_nodes=-1), lambda: board.search(max_seconds=-1), lambda: board.search(max_seconds=float("nan")),
            lambda: Board(game="italian").search([]), lambda: Board(10, 10).search(),
        ):
            with self.assertRaises(papamu.BadInput):
                wrong()
        with self.assertRaises(OSError):
            board.search(proof="/nowhere/x", memory=64 << 20)
        with self.assertRaises(papamu.Interrupted):
            Board(8, 8).search(progress=lambda done, total: False, memory=64 << 20)

    def test_endgames(self):
        board = Board(6, 6, game="italian")
        path = os.path.join(self.folder, "italian.papamu")
        papamu.write_database(board, path, pieces=3, remoteness=True)
        self.assertEqual(papamu.look(path)["pieces"], 3)
        self.assertEqual(papamu.verify(path, samples=1000)["disagreements"], 0)
        position = board.position("W:WK10:BK14")
        answer = papamu.Answers(board, path)[position]
        self.assertEqual((answer["winner"], answer["plies"]), ("white", 1))
        frame = papamu.Answers(board, path).judge([position] * 3)
        self.assertEqual(frame.values.tolist(), [["white", 1]] * 3)
        theirs = of_program("info", path, "--histogram")
        self.assertEqual(papamu.histogram(path)["positions"].tolist(), theirs["positions"].tolist())
        with self.assertRaisesRegex(papamu.BadInput, "draughts"):
            Database(path)
        with self.assertRaises(papamu.NotFound):
            papamu.Answers(board, path)[board.start()]

    def test_sixteen_threads(self):
        db, board = Database(self.path), Board(4, 4)
        sets = numpy.arange(1, 1 << 16, 11, dtype=numpy.uint64)
        expected = db.probe(sets)[0].sum()

        def work(i):
            own = Board(3 + i % 2, 4)
            self.assertEqual(own.solve(threads=1).game(), own.solve(threads=2).game())
            self.assertEqual(str(Game("{2|0}") + i), str(Game(f"{{{2 + i}|{i}}}")))
            return int(db.probe(sets, board=board)[0].sum())

        with ThreadPoolExecutor(16) as pool:
            self.assertEqual(set(pool.map(work, range(32))), {int(expected)})


    def test_closing_waits_for_probes(self):
        path = os.path.join(self.folder, "4x5.papamu")
        papamu.write_database(Board(4, 5), path)
        sets = numpy.arange(0, 1 << 20, 7, dtype=numpy.uint64)
        for k in range(6):
            db, ends = Database(path, cache=1 << 20), []

            def work():
                try:
                    while True:
                        db.probe(sets)
                except papamu.BadInput as error:
                    ends.append("closed" in str(error))

            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            time.sleep(0.01 * k)
            db.close()
            for thread in threads:
                thread.join()
            self.assertEqual(ends, [True] * 3)

    def test_agents_and_statistics_of_several_threads(self):
        board, stats, agent = Board(5, 5), papamu.Stats(), papamu.Agent("mcts:20", Board(5, 5))
        position = board.openings()[0]

        def work(i):
            for k in range(5):
                self.assertIn(agent.choose(position), position.moves())
                papamu.selfplay(board, 10, seed=i, stats=stats, threads=1)
                stats.frame()

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
        frame = stats.frame()
        self.assertEqual(int(frame[frame["opening"].isna()]["games"].sum()), 400)


class BadInput(unittest.TestCase):
    def test_things_of_another_type(self):
        board = Board(4, 4)
        for wrong in (
            lambda: board.position(None), lambda: board.position(1.5), lambda: board.start().play(None),
            lambda: board.solve(positions=["x"]), lambda: board.search([None]), lambda: papamu.Answers(board)[None],
            lambda: papamu.Answers(board).judge(["x"]), lambda: papamu.Agent("random", board).choose("x"),
            lambda: papamu.selfplay("4x4", 1), lambda: board.solve(keep_rows=True).value("x"), lambda: papamu.Stats(5),
        ):
            with self.assertRaises(TypeError) as caught:
                wrong()
            self.assertTrue(str(caught.exception))
        stats = papamu.Stats()
        with self.assertRaises(TypeError):
            stats += 5
        with self.assertRaises(papamu.BadInput):
            stats += stats
        with self.assertRaisesRegex(OSError, "/tmp"):
            papamu.Stats("/tmp")

    def test_work_within_callbacks(self):
        seen = []

        def nested(record):
            seen.append((Board(3, 3).solve().game(), len(papamu.selfplay(Board(4, 4), 3))))

        papamu.selfplay(Board(5, 5), 10, on_game=nested, threads=2)
        self.assertEqual(len(seen), 10)
        Board(4, 5).solve(progress=lambda done, total: seen.append(Board(3, 3).solve(threads=2).game()), threads=2)
        self.assertGreater(len(seen), 10)

    def test_boards_texts_and_moves(self):
        for make in (
            lambda: Board(0, 5), lambda: Board(21, 20), lambda: Board(10**30, 2), lambda: Board(4, 4, corner="red"),
            lambda: Board(4, 4, opening="x"), lambda: Board(4, 4, game="chess"), lambda: Board(7, 7, game="italian"),
            lambda: Board(4, 4).position("x"), lambda: Board(4, 4).position(1 << 16), lambda: Board(4, 4).position(-1),
            lambda: Board(4, 4).start().play("a1-a3"), lambda: Board(4, 4).start().perft(-1),
            lambda: Game("{1|"), lambda: Game(""), lambda: papamu.value("xq"), lambda: papamu.value("xo|x"),
            lambda: papamu.selfplay(Board(4, 4), 1, black="grandmaster"), lambda: papamu.selfplay(Board(4, 4), -1),
            lambda: papamu.selfplay(Board(4, 4), 1, seed=1 << 64), lambda: Board(12, 12).solve(),
            lambda: Board(game="italian").solve(), lambda: papamu.value(Board(game="italian").start()),
            lambda: Board(4, 4).solve(threads=-1), lambda: Board(4, 4).solve(memory=-1), lambda: Board(4, 4).solve(disk=-1),
            lambda: Board(4, 4).solve(threads=10**10), lambda: Board(4, 4, opening="a\0b"),
            lambda: Board(4, 4).start().perft(1 << 40), lambda: Board(4, 4).cell(16), lambda: Board(4, 4).cell(-1),
            lambda: papamu.reset(-1), lambda: papamu.selfplay(Board(4, 4), 10**12), lambda: papamu.Agent("random", Board(4, 4), -1),
            lambda: papamu.write_database(Board(4, 4), ""), lambda: papamu.selfplay(Board(4, 4), 1, random_plies=10**12),
            lambda: Board(6, 6).random_play(), lambda: Board(1, 4).margins([16]), lambda: Board(1, 4).margins([-1]), lambda: Board(4, 4).solve().row("black", 1 << 8),
        ):
            with self.assertRaises(papamu.BadInput) as caught:
                make()
            self.assertTrue(str(caught.exception))
        with self.assertRaises(papamu.BadInput) as caught:
            Board(4, 4).position("4/4/4/3z b")
        self.assertEqual(caught.exception.offset, 7)

    def test_what_another_board_made(self):
        position = Board(4, 4).start()
        with self.assertRaises(papamu.BadInput):
            position.play(Board(4, 5).start().moves()[0])
        solution = Board(3, 4).solve(keep_rows=True)
        with self.assertRaises(papamu.BadInput):
            solution.value(position)
        with self.assertRaises(papamu.BadInput):
            solution.row("black", {"a1", "z9"})
        with self.assertRaises(papamu.NotFound):
            Board(3, 4).solve().value(Board(3, 4).start())
        with self.assertRaises(papamu.BadInput):
            papamu.Agent("random", Board(4, 5)).choose(position)

    def test_too_little_memory_is_refused_at_once(self):
        with self.assertRaises(MemoryError):
            Board(6, 6).solve(memory=1000)

    def test_values_of_several_memories_compare(self):
        other = papamu.value(".xo.", memory=64 << 20)
        self.assertEqual(other, Game("*"))
        self.assertEqual(Game("1") + other, Game("1*"))
        self.assertNotEqual(Game("1"), "no value")
        self.assertEqual(pickle.loads(pickle.dumps(other)), other)
        position = Board(4, 5, corner="white").start()
        self.assertEqual(pickle.loads(pickle.dumps(position)), position)
        self.assertEqual(copy.copy(position), position)


class Callbacks(unittest.TestCase):
    def test_progress_is_called_and_its_exception_comes_out(self):
        seen = []
        Board(4, 5).solve(progress=lambda done, total: seen.append((done, total)))
        self.assertTrue(seen and seen[-1][0] <= seen[-1][1])

        def fail(done, total):
            raise ZeroDivisionError("from the callback")

        with self.assertRaisesRegex(ZeroDivisionError, "from the callback"):
            Board(4, 5).solve(progress=fail)
        with self.assertRaises(papamu.Interrupted):
            Board(4, 5).solve(progress=lambda done, total: False)
        with self.assertRaises(ZeroDivisionError):
            papamu.selfplay(Board(6, 6), 200, black="ab:3", progress=fail)

    def test_a_bar_is_drawn_with_tqdm(self):
        for work in (
            "papamu.Board(4, 5).solve(progress=True)", "papamu.selfplay(papamu.Board(6, 6), 300, black='ab:2', progress=True)"
        ):
            child = subprocess.run([sys.executable, "-c", f"import papamu; {work}"], capture_output=True, text=True, check=True)
            try:
                import tqdm  # noqa: F401
            except ImportError:
                self.assertEqual(child.stderr, "")
            else:
                self.assertRegex(child.stderr, r"100%\|.*\|")

    def test_ctrl_c_ends_long_work(self):
        for work in (
            "papamu.selfplay(papamu.Board(10, 10), 10**5, black='ab:6')",
            "papamu.value(papamu.Board(6, 6).openings()[3], memory=1 << 30)",
            "p = papamu.Board(10, 10).start()\n"  # to where there is a choice
            "for _ in range(16): p = p.play(p.moves()[len(p.moves()) // 2])\n"
            "papamu.Agent('ab:30', p.board).choose(p)",
            "papamu.Board(8, 8).search(memory=64 << 20)",
        ):
            script = (  # SIGINT is ignored by what a shell started in the background, unless it says otherwise
                "import papamu, signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                f"print('begun', flush=True)\n{work}"
            )
            child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(child.stdout.readline(), "begun\n")
            time.sleep(1)
            child.send_signal(signal.SIGINT)
            _, errors = child.communicate(timeout=120)
            self.assertIn("KeyboardInterrupt", errors, work)
            self.assertNotEqual(child.returncode, 0)

    def test_values_after_an_interruption(self):
        position = Board(5, 5, opening="any").openings()[0]
        forms = papamu.forms._Forms.new(512 << 20)

        def fail(*_):
            raise ZeroDivisionError

        forms.job._report = fail
        form = papamu._library.ffi.new("pm_form *")
        arguments = (papamu._library.lib.pm_form_of_state, forms.handle, position.board._game, position._state, form)
        with self.assertRaises(ZeroDivisionError):
            forms.job.call(*arguments)
        forms.job._report = None
        forms.job.call(*arguments)
        self.assertEqual(Game(_forms=forms, _form=form[0]), position.value())

    def test_fork_after_use(self):
        board = Board(5, 5, opening="any")
        Board(4, 5).solve(threads=2)
        answers, openings = papamu.Answers(board, threads=2), board.openings()
        expected = answers[openings[3]]["winner"], str(openings[3].value()), str(openings[9].value())
        papamu.reset()
        openings[3].value()
        child = os.fork()
        if child == 0:
            signal.alarm(100)
            ok = Board(4, 5).solve(threads=2).game() == ("white", None) and Game("^") > 0
            ok = ok and (answers[openings[3]]["winner"], str(openings[3].value()), str(openings[9].value())) == expected
            os._exit(0 if ok else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class Coverage(unittest.TestCase):
    """The table of what C and Python can do, in data/USING.md."""

    def setUp(self):
        with open("data/USING.md", encoding="utf-8") as file:
            part = file.read().split("## What C and Python can do")[1].split("\n## ")[0]
        self.rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("| ")][1:]

    def test_every_command_has_a_row(self):
        text = subprocess.run([PAPAMU, "help"], capture_output=True, text=True, check=True).stdout
        commands = re.findall(r"^  ([a-z]+) ", text.split("Commands:")[1].split("\n\n")[0], re.M)
        self.assertGreater(len(commands), 15)
        words = {word for row in self.rows for code in re.findall("`([^`]*)`", row[0]) for word in code.split()}
        self.assertEqual([c for c in commands if c not in words], [])

    def test_every_name_is_there(self):
        self.assertGreater(len(self.rows), 20)
        for row in self.rows:
            for name in re.findall(r"`(pm_\w*[a-z])[`(]", row[1]):
                self.assertTrue(callable(getattr(papamu._library.lib, name)), name)
            for name in re.findall(r"`([A-Za-z_]+(?:\.[a-z_]+)*)[`(]", row[2]):
                found = papamu
                for part in name.split("."):
                    found = getattr(found, part)


class Import(unittest.TestCase):
    def test_the_library_stays_when_it_is_closed(self):
        # Python closes it at its end; threads of OpenMP that still wait would run where there is no code any more.
        script = (
            "import papamu, papamu._library as l; papamu.Board(4, 5).solve(threads=2); l.ffi.dlclose(l.lib); "
            "maps = open('/proc/self/maps').read(); print('libpapamu' in maps, 'libgomp' in maps or 'libomp' in maps)"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, "True True\n"), run.stderr)

    def test_another_version_and_other_structures_are_refused(self):
        package = os.path.dirname(papamu.__file__)
        for change, expected in (
            (('VERSION = "', 'VERSION = "9.'), "this package is 9."),
            (("uint32_t clock;", "uint64_t clock;"), "other structures.*pm_state"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(package, os.path.join(folder, "papamu"))
                definitions = os.path.join(folder, "papamu", "_definitions.py")
                with open(definitions, encoding="utf-8") as file:
                    text = file.read()
                self.assertIn(change[0], text)
                made = os.path.join(folder, "papamu", "_ffi.py")  # of the same declarations; without it they are parsed
                if os.path.exists(made):
                    os.remove(made)
                with open(definitions, "w", encoding="utf-8") as file:
                    file.write(text.replace(*change))
                environment = {**os.environ, "PYTHONPATH": folder, "PAPAMU_LIBRARY": papamu._library.path}
                run = subprocess.run([sys.executable, "-c", "import papamu"], env=environment, capture_output=True, text=True)
                self.assertRegex(run.stderr, "ImportError.*" + expected)
        environment = {**os.environ, "PAPAMU_LIBRARY": "libc.so.6"}
        run = subprocess.run([sys.executable, "-c", "import papamu"], env=environment, capture_output=True, text=True)
        self.assertRegex(run.stderr, "ImportError.*libc.so.6 is not the library of papamu")
        environment = {**os.environ, "PAPAMU_LIBRARY": "/nowhere/libpapamu.so"}
        run = subprocess.run([sys.executable, "-c", "import papamu"], env=environment, capture_output=True, text=True)
        self.assertRegex(run.stderr, "ImportError.*PAPAMU_LIBRARY")


class Pictures(unittest.TestCase):
    def test_each_is_drawn(self):
        from matplotlib import pyplot

        from papamu import plots

        for draw in (
            lambda ax: plots.thermograph("{5/2||1/2|-3}", ax),
            lambda ax: plots.distribution(papamu.selfplay(Board(4, 4), 500)["jumps"], ax),
            lambda ax: plots.distribution(Board(4, 4).random_play()["length"], ax),
            lambda ax: plots.openings(Board(4, 5).solve(), ax),
            lambda ax: plots.atlas([Board(r, c) for r in (3, 4) for c in (3, 4)], ax),
        ):
            figure, ax = pyplot.subplots()
            self.assertIs(draw(ax), ax)
            file = io.BytesIO()
            figure.savefig(file)
            self.assertGreater(len(file.getvalue()), 5000)
            pyplot.close(figure)


class Records(unittest.TestCase):
    def test_games_are_written_as_they_are_played(self):
        for board, name in ((Board(4, 5, corner="white", opening="any"), "g.kgn"), (Board(game="american"), "g.pdn")):
            with tempfile.TemporaryDirectory() as folder:
                path, played = os.path.join(folder, name), []

                def keep(record):
                    record.write(path, event="a test")
                    played.append(record)

                frame = papamu.selfplay(board, 8, black="greedy", swap=True, seed=3, random_plies=2, on_game=keep)
                read = list(papamu.records(path, board.game))
                self.assertEqual([r.moves for r in read], [r.moves for r in played])
                self.assertEqual([r.winner for r in read], frame["winner"].tolist())
                self.assertEqual([r.black for r in read], frame["black"].tolist())
                self.assertTrue(all(r.board == board for r in read))
                self.assertEqual([len(r.moves) for r in read], frame["plies"].tolist())
                for record, copied in zip(read, played):
                    self.assertEqual(str(record.positions()[-1]), str(copied.positions()[-1]))
                stats = papamu.Stats()
                self.assertEqual(stats.read(path, board.game), 0)
                frame = stats.frame()
                self.assertEqual(int(frame[frame["opening"].isna()]["games"].sum()), 8)

        def fail(record):
            raise ZeroDivisionError("from the callback")

        with self.assertRaisesRegex(papamu.BadInput, "konane"):
            list(papamu.records("/nowhere/x.pdn", "konane"))
        with self.assertRaises(ZeroDivisionError):
            papamu.selfplay(Board(4, 4), 10, on_game=fail)
        with self.assertRaises(papamu.Interrupted):
            papamu.selfplay(Board(4, 4), 10, on_game=lambda record: False)
        for wrong in (
            papamu.Record(Board(4, 4), "x", [], None), papamu.Record(Board(4, 4), str(Board(4, 4).start()), ["a1-a3"], None),
            papamu.Record(Board(4, 4), str(Board(4, 4).start()), [], "nobody"),
        ):
            with self.assertRaises(papamu.BadInput):
                wrong.write("x.kgn")
        with self.assertRaises(OSError):
            papamu.Record(Board(4, 4), str(Board(4, 4).start()), [], None).write("/nowhere/x.kgn")

    def test_records_and_statistics_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path, games = os.path.join(folder, "g.kgn"), os.path.join(folder, "g.csv")
            subprocess.run([PAPAMU, "selfplay", "4x4", "--games", "30", "--records", path, "-o", games, "--format", "csv"], check=True)
            read = list(papamu.records(path))
            self.assertEqual(len(read), 30)
            for record in read:
                position = record.board.position(record.start)
                for move in record.moves:
                    position = position.play(move)
                self.assertEqual(position.moves(), [])
                self.assertNotEqual(position.mover, record.winner)
            stats, halves = papamu.Stats(games), papamu.Stats(games)
            halves += stats
            self.assertEqual(int(stats.frame()["games"][0]), 30)
            self.assertEqual(int(halves.frame()["games"][0]), 60)
            self.assertEqual(int(stats.frame()["black_wins"][0]), sum(r.winner == "black" for r in read))
            with self.assertRaises(papamu.BadInput):
                papamu.Stats(os.path.join(folder, "g.csv"), path)
            with self.assertRaises(OSError):
                papamu.Stats("/nowhere/x.csv")


if __name__ == "__main__":
    unittest.main()
