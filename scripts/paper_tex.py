r"""The text of the paper: paper/papamu.tex with the files of its folder that it takes by \input.

SPDX-License-Identifier: MIT
"""

import pathlib
import re

PAPER = pathlib.Path(__file__).resolve().parent.parent / "paper"
INPUT = re.compile(r"\\input\{([a-z_]+)\}")


def without_comments(path):
    return re.sub(r"(?<!\\)%.*", "", pathlib.Path(path).read_text(encoding="utf-8"))


def parts(path):
    """The file and those that it takes, in order: (name, text without comments). Tables and numbers are made, and are
    not among them."""
    text = without_comments(path)
    names = [name for name in INPUT.findall(text) if (PAPER / f"{name}.tex").is_file()]
    return [(pathlib.Path(path).name, text)] + [(f"{name}.tex", without_comments(PAPER / f"{name}.tex")) for name in names]


def read_tex(path):
    """The whole text, without comments."""
    (_, text), *taken = parts(path)
    texts = {name.removesuffix(".tex"): part for name, part in taken}
    return INPUT.sub(lambda m: texts.get(m.group(1), m.group(0)), text)


def used(tex, macro):
    return sorted(set(re.findall(rf"\\{macro}\{{([^}}]*)\}}", tex)))
