#!/usr/bin/env python3
"""Does every number of the paper come from data/? Needs no LaTeX.

    scripts/check_paper.py [DATA] [TEX]       defaults: data, paper/papamu.tex

The rule. In the text, comments aside, no digit is typed but

    * in the argument of \\val and \\fact, of \\cite, \\label, \\ref and their kin, of \\input and \\includegraphics, of
      \\url;
    * in \\board{4x5} (a size, also 1xn), \\cell{d5} (a cell) and \\keys{papamu solve 6x6} (what one types; not a number
      alone);
    * in the NAMES below, of things that have a digit in their name;
    * 0, 1 and 2 by themselves in a formula: definitions, bounds and proofs need no more;

and no number above ten is spelled out. A sentence among the findings has a \\val, a \\fact or a \\cite, or says by
\\explains that it states nothing about the data. Every \\val and \\fact is resolved by scripts/paper_numbers.py, every \\input
names a table that scripts/tables.py makes of DATA, every picture is drawn by a script of its name. Before
\\begin{document} come macros and settings; numbers are looked for in the title and the macros' texts alike, save in
NOT_TEXT.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import pathlib
import re
import subprocess

sys.dont_write_bytecode = True
import paper_numbers  # noqa: E402
import paper_sentences  # noqa: E402
import paper_tex  # noqa: E402
import tables  # noqa: E402
from paper_data import Data  # noqa: E402

NAMES = ("C11", "XXH3", "AVX2", "AVX-512", "Python 3", "x86-64", "CGSuite 1.x", "CGSuite 2.x", "Zen~4", "Zen~5")

FREE = (
    r"val|fact|cite[a-z]*|label|ref|cref|Cref|input|includegraphics|url|bibliography|bibliographystyle|documentclass|"
    r"usepackage|begin|end"
)
NOT_TEXT = re.compile(
    r"^\\(geometry|setlength|setcounter|renewcommand|hypersetup|captionsetup|"
    r"newcommand\{\\(val|fact|board|cell|keys|tight|diagram)\}|def\\boardsize|pdfsuppressptexinfo)"
)

ABOVE_TEN = re.compile(
    r"\b(eleven|twelve|(thir|four|fif|six|seven|eigh|nine)teen|(twen|thir|for|fif|six|seven|eigh|nine)ty|"
    r"hundred|thousand|million|billion|dozen)s?\b",
    re.I,
)

SHAPES = {
    "board": re.compile(r"([0-9]+|[mn])x([0-9]+|[mn])"),
    "cell": re.compile(r"[a-z][0-9]{1,2}"),
    "keys": re.compile(r"(?![-0-9.,\s]*$).*"),
}


def problems_of_shapes(tex):
    used = [(macro, text) for macro in SHAPES for text in paper_tex.used(tex, macro)]
    return [f"\\{macro}{{{text}}} is not a valid \\{macro}" for macro, text in used if not SHAPES[macro].fullmatch(text)]


def blank(match):
    """A match as spaces, its line breaks kept, so that line numbers stay."""
    return re.sub(r"[^\n]", " ", match.group(0))


def formula(match):
    """A formula without the digits that it may have."""
    return re.sub(r"(?<![0-9.}])[012](?![0-9.]|\{,)", " ", match.group(0))


def digits_typed(tex):
    """The lines of what is left when all that may have digits is taken out."""
    tex = "\n".join("" if NOT_TEXT.match(line) else line for line in tex.split("\n"))
    tex = re.sub(r"\\begin\{(align\*?)\}.*?\\end\{\1\}", formula, tex, flags=re.S)
    tex = re.sub(r"\\(" + "|".join(SHAPES) + r")\{[^{}]*\}", blank, tex)
    tex = re.sub(r"\\(" + FREE + r")\*?(\[[^\]]*\])*(\{[^{}]*\})+", blank, tex)
    tex = re.sub(r"\\(vspace|hspace|\\)\*?(\[[^\]]*\]|\{[^{}]*\})", blank, tex)
    for name in NAMES:
        tex = tex.replace(name, " " * len(name))
    tex = re.sub(r"\\\[.*?\\\]|\$[^$]*\$", formula, tex, flags=re.S)
    return [(i, line.strip()) for i, line in enumerate(tex.split("\n"), 1) if re.search(r"[0-9]", line)]


def problems_of_numbers(name, tex):
    """Of one file of the text."""
    found = [f"{name}:{i}: a number without a source in data/: {line}" for i, line in digits_typed(tex)]
    for i, line in enumerate(tex.split("\n"), 1):
        text = re.sub(r"\\(val|fact|cite[a-z]*|label|cref|ref)\{[^{}]*\}", blank, line)
        found += [f'{name}:{i}: "{m.group(0)}" is a number without a source in data/' for m in ABOVE_TEN.finditer(text)]
    return found


def problems_of_sentences(tex):
    return [f"neither number nor fact nor \\explains: {sentence}" for sentence in paper_sentences.unsupported(tex)]


def problems_of_files(tex, folder):
    made = {name for name, _, _ in tables.all_tables()}
    figures = pathlib.Path(__file__).with_name("figures.sh")
    drawn = subprocess.run([figures, "--list"], check=True, capture_output=True, text=True).stdout.split()
    found = []
    for path in paper_tex.used(tex, "input"):
        name = pathlib.PurePath(path).name
        is_table = name in made and (folder / "tables" / f"{name}.tex").is_file()
        if path != "numbers" and path not in (f"data/{diagram}" for diagram in drawn) and not is_table:
            found.append(f"\\input{{{path}}}: no table of scripts/tables.py, or not in {folder}/tables")
    for path in re.findall(r"\\includegraphics(?:\[[^\]]*\])?\{([^}]*)\}", tex):
        if path not in drawn:
            found.append(f"\\includegraphics{{{path}}}: scripts/figures.sh draws no {path}")
    return found


def check(d, path):
    """What is wrong with the text, by the data."""
    tex = paper_tex.read_tex(path)
    _, problems = paper_numbers.resolve(d, tex)
    for name, text in paper_tex.parts(path):
        problems += problems_of_numbers(name, text)
    return problems + problems_of_shapes(tex) + problems_of_sentences(tex) + problems_of_files(tex, d.folder)


def main():
    folder, path = (sys.argv[1:] + ["data", "paper/papamu.tex"][len(sys.argv) - 1 :])[:2]
    problems = check(Data(folder), path)
    if problems:
        sys.exit("\n".join(f"check_paper.py: {problem}" for problem in problems))


if __name__ == "__main__":
    main()
