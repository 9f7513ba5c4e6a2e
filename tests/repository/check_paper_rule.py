#!/usr/bin/env python3
"""The rule of scripts/check_paper.py: each way of breaking it is refused for its reason, what keeps it is accepted.

    tests/repository/check_paper_rule.py [DATA]

Each text is put at the end of the paper, those of FINDINGS among the findings.

SPDX-License-Identifier: MIT
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import check_paper  # noqa: E402
from paper_data import Data  # noqa: E402

TYPED = "a number without a source in data/"
REFUSED = (
    ("Black wins 8 openings.", TYPED),
    (r"The share is $42.2$\,\%.", TYPED),
    ("There are $2{,}471$ openings.", TYPED),
    ("At least $n=3$ rows.", TYPED),
    ("There are $10^{11}$ pairs.", TYPED),
    (r"\caption{All 60 openings.}", TYPED),
    (r"\emph{4} of them", TYPED),
    (r"It takes 3~s, see \cref{tab:sweep}.", TYPED),
    ("Twelve of them", f'"Twelve" is {TYPED}'),
    ("some hundred millions", f'"hundred" is {TYPED}'),
    (r"\keys{137}", r"is not a valid \keys"),
    (r"\cell{44}", r"is not a valid \cell"),
    (r"\board{64}", r"is not a valid \board"),
    (r"\val{atlas/6x6/opening}", "atlas.csv has no column opening"),
    (r"\val{atlas/9x9/openings}", "0 rows of atlas.csv are 9x9"),
    (r"\val{atlas/6x6/openings/roman}", "there is no format roman"),
    (r"\val{atlas}", "neither FILE/ROW/COLUMN"),
    (r"\val{nothing/6x6/openings}", "neither FILE/ROW/COLUMN"),
    (r"\val{rate/9x9}", "rate/9x9"),
    (r"\val{constant/speed of light}", "speed of light"),
    (r"\val{measured/speed/How fast it is/sweep of 9x9/figure}", "0 rows of How fast it is begin with sweep of 9x9"),
    (r"\val{measured/speed/How fast it is/sweep of/figure}", "3 rows of How fast it is begin with sweep of"),
    (r"\fact{the earth is flat}", "unknown"),
    (r"\input{data/tables/by_hand}", "no table of scripts/tables.py"),
    (r"\includegraphics{photo}", "scripts/figures.sh draws no photo"),
)
SOURCE = "neither number nor fact nor"
FINDINGS_REFUSED = (
    ("White wins every board of four rows.", f"{SOURCE} \\explains: White wins every board of four rows."),
    (r"\val{atlas/6x6/openings} openings. Black wins more of them.", f"{SOURCE} \\explains: Black wins more of them."),
    (r"Tested.\explains{} Not tested.", f"{SOURCE} \\explains: Not tested."),
    (r"\begin{figure}\caption{Black is \emph{best}.}\end{figure}", f"{SOURCE} \\explains: Black is \\emph{{best}}."),
)
ACCEPTED = (
    "% 8 in a comment",
    r"Formulas: $G+1 \ge 0$, $x_{2}$; the jump \cell{d5}, the board \board{8x8}, \keys{papamu solve 6x6}, XXH3.",
    r"\val{atlas/6x6/openings}~openings, two stones, \cref{tab:sweep}.",
    "White wins every board of four rows.",
    r"\val{measured/speed/How fast it is/sweep of 6x6/figure}~seconds and \val{constant/pattern weights}~weights.",
)
FINDINGS_ACCEPTED = (
    r"\val{atlas/6x6/openings} openings. So it is said~\cite{ernst1995}. All agree.\fact{openings are within 2} And so on.\explains",
    r"\begin{figure}\caption{Black. White.\explains}\end{figure}",
)


def paper_with(text, among_findings):
    paper = (ROOT / "paper/papamu.tex").read_text(encoding="utf-8")
    added = f"\n\\begin{{findings}}\n{text}\n\\end{{findings}}\n" if among_findings else f"\n{text}\n"
    return paper.replace("\\end{document}", added + "\\end{document}")


def main():
    d = Data(sys.argv[1] if len(sys.argv) > 1 else "data")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        tex = pathlib.Path(folder) / "papamu.tex"

        def problems(text, among_findings):
            tex.write_text(paper_with(text, among_findings), encoding="utf-8")
            return check_paper.check(d, tex)

        for among, refused, accepted in ((False, REFUSED, ACCEPTED), (True, FINDINGS_REFUSED, FINDINGS_ACCEPTED)):
            for text, reason in refused:
                found = problems(text, among)
                if not any(reason in problem for problem in found):
                    wrong.append(f"not said of {text}: {reason}, but {found}")
            wrong += [f"refused: {text}: {found}" for text in accepted if (found := problems(text, among))]
    n_refused, n_accepted = len(REFUSED) + len(FINDINGS_REFUSED), len(ACCEPTED) + len(FINDINGS_ACCEPTED)
    print("\n".join(wrong) if wrong else f"{n_refused} texts refused, {n_accepted} accepted")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
