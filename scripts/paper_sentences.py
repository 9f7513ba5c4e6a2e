#!/usr/bin/env python3
r"""List every sentence of the paper that states a result, with what it takes from data/ and the facts that test it.

    scripts/paper_sentences.py [DATA] [TEX]       defaults: data, paper/papamu.tex

For a reviewer: each sentence as it is printed, under its section; below it every \val with the key and the cell it names,
and every \fact with the condition that tests it, true or not. Sentences between \begin{findings} and \end{findings}
have one of these, or \cite, or say by \explains that they define, argue or explain and state nothing about the data;
scripts/check_paper.py refuses any other.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import ast
import pathlib
import re

sys.dont_write_bytecode = True
import paper_facts  # noqa: E402
import paper_numbers  # noqa: E402
from paper_data import Data  # noqa: E402
from paper_tex import read_tex, used  # noqa: E402

# What is typeset elsewhere or is not a sentence.
FORMULAS = re.compile(r"\\begin\{(align\*?|equation\*?)\}.*?\\end\{\1\}|\\\[.*?\\\]", re.S)
NOT_SAID = re.compile(
    r"\\(label|input|includegraphics|centering|footnotesize|small|tight\{[^{}]*\}|noindent|maketitle|appendix|bibliography|"
    r"bibliographystyle|setlength\{[^{}]*\}|resizebox\{[^{}]*\}\{!\}|hfill|qedhere)(\[[^\]]*\])?(\{[^{}]*\})?"
)
ENVIRONMENT = re.compile(r"\\(begin|end)\{(?!findings)[a-z*]+\}(\[[^\]]*\])*(\{[^{}]*\})?")
MARKS = r"\\fact\{[^{}]*\}|\\explains(?:\{\})?"
END_OF_SENTENCE = re.compile(rf"(?<=[.!?])((?:\)|'')?(?:{MARKS})*)\s+(?=[A-Z\\$(`])")
HAS_SOURCE = re.compile(r"\\(val|fact|cite[a-z]*|citet|explains)\b")


def braces(text, start):
    """Where the group that opens at `start` ends."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    raise ValueError("a brace is not closed")


def captions_apart(tex):
    """The text with each caption as a paragraph of its own, which begins with "%\t" and is one statement."""
    while (at := tex.find("\\caption{")) >= 0:
        end = braces(tex, at + len("\\caption"))
        tex = tex[:at] + "\n\n%\t" + tex[at + len("\\caption{") : end - 1] + "\n\n" + tex[end:]
    return tex


def headings_apart(tex):
    """The text with a line "#\tTITLE" for each heading."""
    return re.sub(r"\\(?:sub)*(?:section|paragraph)\*?\{([^{}]*)\}", r"\n\n#\t\1\n\n", tex)


def sentences(tex):
    """Every sentence as TeX: its section, whether it is among the findings, and itself."""
    body = tex[tex.find("\\begin{document}") :]
    body = FORMULAS.sub("(formula)", body)
    body = headings_apart(captions_apart(body))
    for name in ("begin", "end"):
        body = body.replace(f"\\{name}{{findings}}", f"\n\n@{name}\n\n")
    body = ENVIRONMENT.sub("\n\n", NOT_SAID.sub("", body))
    section, among = "", False
    for paragraph in re.split(r"\n\s*\n", body):
        paragraph = " ".join(paragraph.split())
        if paragraph.startswith("# "):
            section = paragraph[2:]
        elif paragraph in ("@begin", "@end"):
            among = paragraph == "@begin"
        else:
            whole = paragraph.startswith("% ")
            for sentence in [paragraph[2:]] if whole else END_OF_SENTENCE.sub(r"\1\n", paragraph).split("\n"):
                if re.search(r"[a-z]{2}", re.sub(r"\\[a-zA-Z]+", "", sentence)):
                    yield section, among, sentence


def unsupported(tex):
    """The sentences among the findings that take nothing from the data and do not say that they need not."""
    return [sentence for _, among, sentence in sentences(tex) if among and not HAS_SOURCE.search(sentence)]


def printed(sentence, values):
    """A sentence as plain text."""
    text = re.sub(MARKS, "", sentence)
    text = re.sub(r"\\val\{([^{}]*)\}", lambda m: str(values.get(m.group(1), "??")), text)
    return plain(text)


def plain(text):
    """Without TeX."""
    text = re.sub(r"\^\{([^{}]*)\}", r"^\1", text)
    text = re.sub(r"\\(emph|keys|cell|board|textsf|texttt|ensuremath|paragraph)\{([^{}]*)\}", r"\2", text)
    text = re.sub(r"\\(c|C)?ref\{([^{}]*)\}", r"[\2]", text)
    text = re.sub(r"\\cite[a-z]*\{([^{}]*)\}", r"[\1]", text)
    for tex, written in ((r"\,", " "), ("~", " "), ("{,}", ","), (r"\%", "%"), (r"\cdot", "x"), (r"\times", "x"), ("$", "")):
        text = text.replace(tex, written)
    return text.strip()


def conditions():
    """The source of what tests each fact, by its name."""
    source = pathlib.Path(paper_facts.__file__).read_text(encoding="utf-8")
    (facts,) = [
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and node.targets[0].id == "FACTS"
    ]
    texts = (ast.get_source_segment(source, value).removeprefix("lambda d: ") for value in facts.values)
    return {key.value: " ".join(text.split()) for key, text in zip(facts.keys, texts, strict=True)}


def listing(d, tex):
    values, problems = paper_numbers.resolve(d, tex)
    tested_by = conditions()
    last = None
    yield "# Statements of the paper, and what tests them"
    for section, _, sentence in sentences(tex):
        keys, names = used(sentence, "val"), used(sentence, "fact")
        if not keys and not names:
            continue
        if section != last:
            yield f"\n## {section}\n"
            last = section
        yield f"* {printed(sentence, values)}"
        yield from (f"    * value `{key}` is {plain(str(values.get(key, '??')))}" for key in keys)
        for name in names:
            false = paper_numbers.problems_of_fact(d, name)
            yield f"    * fact \"{name}\" is {'; '.join(false) if false else 'true'}: `{tested_by.get(name)}`"
    yield f"\n{len(problems)} problems" + "".join(f"\n* {problem}" for problem in problems)


def main():
    folder, path = (sys.argv[1:] + ["data", "paper/papamu.tex"][len(sys.argv) - 1 :])[:2]
    print("\n".join(listing(Data(folder), read_tex(path))))


if __name__ == "__main__":
    main()
