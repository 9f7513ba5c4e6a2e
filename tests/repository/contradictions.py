#!/usr/bin/env python3
"""Does each fact of the paper test what its name says? For every one a change of the data that its sentence denies: the
fact is true of data/ and must be false of the changed data.

    tests/repository/contradictions.py [DATA]

Prints the facts that did not notice, and those without a change here; 1 if there are any.

SPDX-License-Identifier: MIT
"""

import copy
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from paper_data import Data, sided  # noqa: E402
from paper_facts import FACTS  # noqa: E402
from paper_numbers import problems_of_fact  # noqa: E402


class Changed(Data):
    """Data with one file changed; the others are shared."""

    def __init__(self, d, name, change):
        super().__init__(d.folder)
        rows = [copy.copy(r) for r in d[name]]
        self.files = {**d.files, name: change(rows)}


def matches(r, where):
    return all((sided(r) if key == "board" and "rows" in r else r.get(key)) == value for key, value in where.items())


def put(name, where, **cells):
    """The first row that matches gets other cells."""

    def change(rows):
        next(r for r in rows if matches(r, where)).update(cells)
        return rows

    return name, change


def put_all(name, where, **cells):
    def change(rows):
        found = [r for r in rows if matches(r, where)]
        assert found
        for r in found:
            r.update(cells)
        return rows

    return name, change


def drop(name, where):
    def change(rows):
        kept = [r for r in rows if not matches(r, where)]
        assert len(kept) < len(rows)
        return kept

    return name, change


def share(agent, kind, low, high):
    return put("selfplay_classes", {"black": agent, "class": kind}, black_share_low=low, black_share_high=high)


# Several changes where a sentence says several things.
CHANGES = {
    "from two rows on black wins only 5x5 and 5x7 with black corners": [
        put("atlas", {"board": "4x4"}, centre="black"),
        put("atlas", {"board": "5x7-black"}, any="white", corner_centre="white", corner_rule="white", near_centre="white"),
    ],
    "of the boards proven under corner-centre black wins 7x7 and 5x9 alone": [
        put_all("solved", {"board": "5x9-black"}, winner="white"),
        put_all("solved", {"board": "6x8", "black_removes": "d3"}, winner="black"),
    ],
    "of all boards proven black wins 7x7 and 5x9 with black corners alone": [
        put_all("solved", {"board": "7x7-white", "black_removes": "d3"}, winner="black"),
        put_all("solved", {"board": "5x9-black"}, winner="white"),
    ],
    "7x7 with white corners was decided under near-centre alone, for White": [
        put_all("solved", {"board": "7x7-white"}, rule="any"),
        put_all("solved", {"board": "7x7-white", "black_removes": "d3"}, winner="black"),
        put_all("solved", {"board": "7x7-white", "black_removes": "d3"}, rule="any"),
    ],
    "5x9 and 3x13 with white corners are not decided": [
        put("solved", {"board": "3x13-black"}, corner="white"),
        put_all("solved", {"board": "5x9-black"}, corner="white"),
    ],
    "black wins every opening of 7x7 and 5x9 under corner-centre": [
        put("solved", {"board": "7x7-black", "black_removes": "d4"}, winner="white"),
        drop("solved", {"board": "5x9-black", "black_removes": "a1"}),
    ],
    "black wins the boards with odd sides from five on and black corners alone": [
        put("atlas", {"board": "3x5-black"}, any="black"),
        put_all("solved", {"board": "7x7-white", "black_removes": "d3"}, winner="black"),
        put_all("solved", {"board": "5x9-black"}, winner="white"),
    ],
    "5x9 is easier than 5x8 and 4x11 than 4x10": [
        put("search_nodes", {"rows": "5", "cols": "9"}, hardest="99000000"),
        put("search_nodes", {"rows": "4", "cols": "11"}, all="99000000"),
    ],
    "7x8 and 8x8 are not decided": [put("solved", {"board": "6x8"}, rows="8")],
    "the census of 6x7 counts every set of stones": [put("large_census", {"stones": "20"}, black="1")],
    "the census of 6x7 is symmetric": [put("large_census", {"stones": "2"}, black="14")],
    "White wins 6x7 under every rule": [put("large_boards", {"board": "6x7"}, centre="black")],
    "searches of 6x7 agree with the sweep": [
        put("solved", {"board": "6x7"}, winner="black"),
        drop("solved", {"board": "6x7", "black_removes": "f1"}),
    ],
    "longest jumps change no board": [put("rule_variants", {"play": "normal", "jumps": "longest", "board": "4x5"}, centre="black")],
    "single jumps let Black win 1x6": [
        put("rule_variants", {"play": "normal", "jumps": "single", "board": "1x6"}, any="white"),
        put("atlas", {"board": "1x6"}, any="black"),
    ],
    "single jumps let Black win 5x6 and 6x6 alone": [
        put("rule_variants", {"play": "normal", "jumps": "single", "board": "4x5"}, any="black"),
        put("rule_variants", {"play": "normal", "jumps": "single", "board": "5x6"}, any="white"),
    ],
    "in misere play Black wins every board of two rows, in normal play none": [
        put("rule_variants", {"play": "misere", "jumps": "any", "board": "2x7"}, any="white"),
        put("atlas", {"board": "2x7"}, any="black"),
    ],
    "in misere play White wins every board of four rows or more": [
        put("rule_variants", {"play": "misere", "jumps": "any", "board": "5x5-white"}, any="black")
    ],
    "with single jumps misere play gives Black 4x5 alone, but not under centre": [
        put("rule_variants", {"play": "misere", "jumps": "single", "board": "4x6"}, any="black"),
        put("rule_variants", {"play": "misere", "jumps": "single", "board": "4x5"}, centre="black"),
    ],
    "longest jumps change 2x7, 2x11, 2x15 and 5x7 in misere play": [
        put("rule_variants", {"play": "misere", "jumps": "longest", "board": "2x7"}, centre="white"),
        put("rule_variants", {"play": "misere", "jumps": "longest", "board": "4x4"}, any="black"),
        put("rule_variants", {"play": "misere", "jumps": "longest", "board": "2x11"}, any="white"),
    ],
    "the law has the hardest openings of the proofs": [
        put("search_nodes", {"rows": "5", "cols": "8"}, hardest="1"),
        drop("search_nodes", {"rows": "6", "cols": "6"}),
    ],
    "every proof that is kept is one of a game of the table": [
        put("proofs", {}, bytes="1"),
        put("proofs", {}, file="9x9.proof"),
    ],
    "some boards were decided under narrow rules alone, for White": [
        put_all("solved", {}, rule="any"),
    ],
    "a database has so many bits for each value of its rows": [put("sweep", {"rows": "6", "cols": "6"}, bits_per_value="0.031")],
    "answers of the smaller file are slower in the mean and faster in the median": [
        put("compression", {"section": "Every second position", "what": "random probe past the cache, mean"}, **{"6x6, version 2": "14 us"}),
        put("compression", {"section": "Every second position", "what": "the same, median; 99 % within"}, **{"6x6, version 2": "12; 94 us"}),
    ],
    "random play was computed on all boards of three rows and more up to 25 cells": [
        drop("random_exact", {"board": "4x5"}),
    ],
    "more plies are stronger, and mcts:1600 is slower and weaker than ab:4": [
        put("strength", {"agent": "ab:8"}, elo_low="700"),
        put("strength", {"agent": "mcts:1600"}, processor_ms="0.01"),
    ],
    "on 6x6 as many sets of stones are Black's as White's, in every variant": [
        put("rule_variants", {"play": "misere", "jumps": "single", "board": "6x6"}, black="1")
    ],
    "with longest jumps misere play gives Black 5x7 with white corners alone, under every rule": [
        put("rule_variants", {"play": "misere", "jumps": "longest", "board": "5x7-black"}, any="black"),
        put("rule_variants", {"play": "misere", "jumps": "longest", "board": "5x7-white"}, centre="white"),
    ],
    "every variant was solved on all games of the atlas, one row of 36 with single jumps alone": [
        drop("rule_variants", {"play": "misere", "jumps": "single", "board": "1x36"}),
        drop("rule_variants", {"play": "misere", "jumps": "longest", "board": "1x35-white"}),
        drop("rule_variants", {"play": "normal", "jumps": "single", "board": "2x18"}),
    ],
    "longest jumps explain none of the refuted entries": [put("comparison", {"verdict": "refuted"}, longest="white")],
    "on 6x6 as many sets of stones are Black's as White's": [put("atlas", {"board": "6x6"}, black="1")],
    "of 24 cells, more rows give more values": [put("values_boards", {"rows": "3", "cols": "8"}, different_values="600000")],
    "openings that are not integers are halves and quarters": [
        put("opening_values", {"value": "-1/4"}, value="-1/8"),
        put("opening_values", {"value": "1/2"}, value=""),
    ],
    "openings that are not integers lie between consecutive integers": [put("opening_values", {"value": "1/2"}, upper="2", lower="0")],
    "every closed form agrees with the computed value": [put("families", {"family": "tail", "a": "9"}, value="0")],
    "patterns without a closed form are triples with two even lines, or of two single stones and an even line": [
        put("families", {"family": "three_lines", "a": "2", "b": "1", "c": "1"}, closed_form="1"),
        put("families", {"family": "three_lines", "a": "2", "b": "2", "c": "2"}, closed_form="1"),
        put("families", {"family": "three_lines", "a": "3", "b": "3", "c": "2"}, closed_form=""),
        put("families", {"family": "two_lines"}, closed_form=""),
    ],
    "other patterns with a form are listed ones read backwards, and short tails and stairs": [
        put("families", {"family": "three_lines", "a": "2", "b": "2", "c": "2"}, closed_form="1"),
        put("families", {"family": "tail", "a": "2"}, family="three_odd"),
        put("families", {"family": "three_lines", "a": "1", "b": "2", "c": "1"}, value="*3"),
        put("families", {"family": "three_lines", "a": "1", "b": "3", "c": "2"}, value="7"),
    ],
    "values by canonical forms agree with the sweep of integers": [
        put("opening_values", {"rows": "4", "cols": "4", "value": "1"}, value="2"),
        put("integers", {"rows": "3", "cols": "8", "value": ""}, lower="1", upper="2"),
        drop("opening_values", {"rows": "3"}),
    ],
    "in every problem the greedy jump loses": [put("problems", {}, greedy_loses="no")],
    "black wins only 1 x (4k+1), 5x5 and 5x7 with black corners": [
        put("atlas", {"board": "1x9-black"}, any="white"),
        put("atlas", {"board": "6x6"}, any="black"),
    ],
    "from two rows on the rule does not matter": [put("atlas", {"board": "4x4"}, centre="black")],
    "on one row the rule matters": [drop("atlas", {"rows": "1"})],
    "the atlas has every board of up to 36 cells, odd ones with both corners": [
        drop("atlas", {"board": "4x7"}),
        drop("atlas", {"board": "5x7-white"}),
    ],
    "black wins some opening of every board from 4x4": [put("atlas", {"board": "4x7"}, openings_black="0")],
    "3x8 is the smallest board with an opening that is no integer": [
        put("integers", {"rows": "3", "cols": "7"}, value=""),
        drop("integers", {"rows": "2", "cols": "11"}),
    ],
    "openings of one and two rows are worth what the theorem says": [put("integers", {"rows": "1", "cols": "9"}, value="3")],
    "openings in the middle are worth 0": [
        put("integers", {"rows": "4", "cols": "4", "black_removes": "c2", "white_removes": "b2"}, value="1"),
        put("atlas_openings", {"rows": "6", "cols": "6", "black_removes": "d3", "white_removes": "c3"}, winner="black"),
    ],
    "the rule does not change who wins, 6x7 included": [put("large_boards", {"board": "6x7"}, centre="black")],
    "the largest openings of three rows are n div 2 - 1": [put("integers", {"rows": "3", "cols": "7"}, upper="5")],
    "Black wins one row if it is 4k+1 long and his": [put("atlas", {"rows": "1", "cols": "9", "corner": "white"}, any="black")],
    "openings across three rows are worth 0": [
        put("integers", {"rows": "3", "cols": "9", "black_removes": "b2", "white_removes": "b1"}, value="1")
    ],
    "the middle row of three is worth what one row is": [
        put("atlas_openings", {"rows": "3", "cols": "12", "black_removes": "b2", "white_removes": "a2"}, winner="white")
    ],
    "from three rows on Black wins odd boards from five with his corners": [
        put_all("solved", {"rows": "7", "cols": "7", "corner": "black"}, winner="white")
    ],
    "no opening is won by whoever moves first": [
        put_all("atlas_openings", {"rows": "4", "cols": "4"}, winner="black")
    ],
    "every opening valued is a number": [put("opening_values", {"rows": "5", "cols": "5", "value": "-1/2"}, value="*")],
    "no position is left open as to whether it is an integer": [put("integer_counts", {"rows": "4", "cols": "4"}, value="beyond")],
    "the largest integer of any position is on 5x7": [
        put("integer_counts", {"rows": "6", "cols": "6", "value": "16"}, value="18"),
        drop("integer_counts", {"rows": "5", "cols": "7", "value": "17"}),
    ],
    "all openings of one and two rows are integers": [put("integers", {"rows": "2", "cols": "9"}, value="")],
    "integers become rarer with each row or column": [
        put("integer_counts", {"rows": "4", "cols": "5", "corner": "black", "value": ""}, positions="1")
    ],
    "3x7 has a larger share of integers than 4x5": [
        put("integer_counts", {"rows": "4", "cols": "5", "corner": "black", "value": ""}, positions="1")
    ],
    "openings are within 2": [put("integers", {"rows": "6", "cols": "6"}, upper="3")],
    "the fractional openings of 5x5 are worth one half": [
        put("opening_values", {"rows": "5", "cols": "5", "corner": "black", "value": "-1/2"}, value="1/2")
    ],
    "with white corners openings are negated": [
        put("integers", {"rows": "5", "cols": "7", "corner": "white"}, lower="2"),
        drop("integers", {"rows": "5", "cols": "7", "corner": "white", "black_removes": "b3"}),
    ],
    "three nimbers, first on 1x4, 1x8 and 1x13": [put("value_firsts", {"value": "*3"}, cols="14")],
    "the denominator 2^k occurs first on 1x(2k+3)": [put("value_firsts", {"kind": "denominator", "value": "16"}, cols="10")],
    "tiny values occur from 3x4 on, on three rows and more": [put("value_firsts", {"kind": "tiny"}, rows="2", cols="12")],
    "the median temperature of 4x6 and 5x5 is 0": [
        put("value_distributions", {"rows": "5", "cols": "5", "quantity": "temperature"}, median="1/2")
    ],
    "Holm rejects all but the classes of ab:2 and ab:6": [put("significance", {"family": "pairs"}, is_rejected="0")],
    "exact counts of positions are within the bounds": [
        put("complexity", {"rows": "6", "cols": "6", "opening": "any"}, states_high="10.3"),
        put("reachable", {"rows": "4", "cols": "5", "opening": "any"}, reachable="9999999"),
        drop("reachable", {"rows": "4", "cols": "5", "opening": "any"}),
    ],
    "games drawn uniformly are longer than random play": [
        put("complexity", {"rows": "8", "cols": "8", "opening": "corner-centre"}, length_low="46.8")
    ],
    "files of half of the positions are smaller from 24 cells on": [
        put("databases", {"rows": "4", "cols": "6", "version": "2"}, bytes="900000000"),
        put("compression", {"what": "file", "section": "Every second position"}, **{"6x6, version 2": "0.8 GiB"}),
    ],
    "both versions of a database have the digest of the atlas": [put("databases", {"version": "1"}, digest="0")],
    "exact counts of games and nodes are within the intervals": [
        put("complexity", {"rows": "5", "cols": "5", "opening": "corner-centre"}, nodes_low="10.4080"),
        put("random_exact", {"board": "4x6", "statistic": "games"}, value="4500000000"),
    ],
    "half of the time with rows on disk is packing, a fifth combining": [put("speed", {"what": "combining rows"}, share="a half")],
    "6x7 from disk takes several times what its pairs do in memory": [
        put("speed", {"what": "6x6", "memory given": "in memory, 1.00 GiB"}, **{"processor time": "12 s"})
    ],
    "in every cluster plan the network takes longer than the work": [
        put("cluster_plans", {"rows": "7", "ranks": "64"}, work_seconds="1e9")
    ],
    "with more nodes each board takes less time, but not in proportion": [
        put("cluster_plans", {"rows": "7", "ranks": "64"}, estimated_seconds="1e9")
    ],
    "flying kings draw more": [put("draughts_variants", {"game": "italian", "board": "8x8", "pieces": "4"}, drawn="99999999")],
    "thai draws least": [put("draughts_variants", {"game": "italian", "board": "8x8", "pieces": "4"}, drawn="1")],
    "the start of 4x4 is drawn in the whole family": [put("draughts_variants_starts", {"board": "4x4"}, winner="white")],
    "international is played on 10x10, the other games of the family on 8x8": [
        put("draughts_variants_play", {"rules": "international"}, board="8x8"),
        put("draughts_variants_play", {"rules": "thai"}, board="10x10"),
    ],
    "same rules, same counts": [put("draughts_variants", {"game": "spanish", "board": "8x8", "pieces": "4"}, won="1")],
    "deeper search draws more in draughts": [put("draughts_selfplay", {"black": "ab:2"}, draws="0")],
    "Norvig confirmed": [put("comparison", {"source": "Norvig"}, verdict="refuted"), drop("comparison", {"source": "Norvig", "rows": "6"})],
    "GamesmanClassic confirmed": [put("comparison", {"source": "GamesmanClassic"}, verdict="refuted")],
    "all refuted are second-player wins": [put("comparison", {"verdict": "refuted"}, ours="first")],
    "on 6x7 the pair of holes is a second-player win": [
        put("large_openings", {"black_removes": "d3", "white_removes": "c3"}, winner="black"),
        put("large_openings", {"black_removes": "c4", "white_removes": "d4"}, winner="black"),
        put("atlas_openings", {"rows": "5", "cols": "5", "corner": "white", "black_removes": "b3", "white_removes": "c3"}, winner="black"),
    ],
    "refuted without doubt are 5x6 and 6x6": [put("comparison", {"verdict": "refuted", "rows": "4"}, doubtful="no")],
    "refuted with doubt are 4x7 and 5x3": [put("comparison", {"verdict": "refuted", "rows": "6"}, doubtful="yes")],
    "corner colour does not change digests": [
        put("atlas", {"board": "5x5-white"}, digest="0"),
        drop("atlas", {"corner": "white"}),
    ],
    "random play favours White on 8x8": [put("selfplay", {"black": "random", "board": "8x8"}, black_share_high="0.51")],
    "corner openings favour White more": [share("random", "corner", "0.4", "0.6")],
    "White is ahead after openings of either class": [share("greedy", "centre", "0.4", "0.51")],
    "greedy, ab:4 and mcts:200 favour White more from corners": [share("ab:4", "corner", "0.3", "0.5"), share("mcts:200", "centre", "0.1", "0.5")],
    "ab:2 and ab:6 leave the class open": [share("ab:6", "corner", "0.3", "0.35")],
    "greedy and ab:2 open in the centre, ab:4 and ab:6 in corners": [
        put("selfplay_choices", {"black": "greedy"}, **{"class": "corner"}),
        put("selfplay_choices", {"black": "ab:6"}, **{"class": "centre"}),
    ],
    "ab:6 > ab:4 > ab:2 > greedy > random": [put("pairs", {"agent": "ab:4", "opponent": "ab:2"}, share_low="0.49")],
    "on 8x8 openings take turns, with four random moves but for random against itself": [
        put("commands of selfplay", {}, command="papamu selfplay --games 9 --black random --white random 8x8"),
        put("commands of strength", {}, command="papamu selfplay --matrix 'greedy;ab:2' --each-opening --seed 1 8x8"),
        put("commands of pairs", {}, command="papamu selfplay --matrix 'greedy;ab:2' --random-plies 4 --seed 1 8x8"),
    ],
    "time and database grow more slowly than the pairs from 3x3 to 6x6": [
        put("sweep", {"rows": "6", "cols": "6"}, processor_seconds="900000"),
        put("sweep", {"rows": "3", "cols": "3"}, database_bytes="3"),
    ],
    "the database grows faster than the pairs from 5x5 to 5x6": [put("sweep", {"rows": "5", "cols": "6"}, database_bytes="9000000")],
    "all proofs of the table are by the usual rules": [put("solved", {"board": "4x10"}, jumps="single")],
    "self-play of draughts has the usual rule of draws": [
        put("commands of draughts_selfplay", {}, command="papamu selfplay --game italian --draw-rule site --games 9 8x8")
    ],
    "games of the draughts family begin at the start without random moves": [
        put("commands of draughts_variants_play", {}, command="papamu selfplay --game thai --random-plies 4 8x8")
    ],
    "self-play of Italian draughts has four random moves but for random": [
        put("commands of draughts_selfplay", {}, command="papamu selfplay --game italian --black ab:2 --white ab:2 8x8")
    ],
    "on 6x6 openings take turns, without random moves": [
        put("commands of perfect_play", {}, command="papamu selfplay --games 600 --seed 1 6x6"),
        put("commands of perfect_play_openings", {}, command="papamu selfplay --each-opening --random-plies 4 --seed 1 6x6"),
    ],
    "on boards of many sizes random play draws the removals": [
        put("commands of boards", {}, command="papamu selfplay --games 1000000 --each-opening --seed 1 4x4")
    ],
    "Maastricht has three to six rows and columns, and three to five rows of seven": [
        put_all("published", {"source": "Maastricht", "rows": "4", "cols": "7"}, rows="6"),
        drop("published", {"source": "Maastricht", "rows": "3", "cols": "7"}),
    ],
    "every board of two rows or more up to 25 cells is valued": [drop("values_boards", {"rows": "3", "cols": "7"})],
    "tiny values are of a number with ups and nimbers": [
        put("value_firsts", {"value": "tiny(1^3)"}, value="tiny({1|1/2})"),
        put("value_firsts", {"value": "tiny(1^3)"}, value="tiny(^^*)"),
    ],
    "ab:4 as Black kept every game that Black had won": [
        put("perfect_play_openings", {"black": "ab:4", "white": "db:perfect,ab:4", "opening": "c4 b4"}, black_wins="49")
    ],
    "the openings that Black has won on 6x6 are images of each other": [
        put("perfect_play_openings", {"black": "db:perfect,ab:4", "white": "db:perfect,ab:4", "opening": "c4 c3"}, black_wins="50")
    ],
    "what ab:6 kept as White it kept after one opening": [
        put("perfect_play_openings", {"black": "db:perfect,ab:4", "white": "ab:6", "opening": "c4 c3"}, white_wins="1")
    ],
    "people's games favour White": [put("external", {}, black_wins="9000")],
    "4x4 and 6x6 draughts are drawn from the start": [
        put("draughts_first_moves", {"rows": "6", "move": ""}, winner="white"),
        drop("draughts_first_moves", {"rows": "6"}),
    ],
}


def unnoticed(d):
    """Sentences about facts that their changes do not make false, and about facts that are not here or not true."""
    for name in FACTS:
        if problems_of_fact(d, name):
            yield f"{name}: not true of the data as they are"
        if name not in CHANGES:
            yield f"{name}: no change that contradicts it"
        for i, (file, change) in enumerate(CHANGES.get(name, [])):
            if not problems_of_fact(Changed(d, file, change), name):
                yield f"{name}: change {i + 1}, of {file}.csv, goes unnoticed"
    yield from (f"{name}: there is no such fact" for name in CHANGES if name not in FACTS)


def main():
    found = list(unnoticed(Data(sys.argv[1] if len(sys.argv) > 1 else "data")))
    print("\n".join(found) if found else f"{len(CHANGES)} facts, {sum(map(len, CHANGES.values()))} contradictions noticed")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
