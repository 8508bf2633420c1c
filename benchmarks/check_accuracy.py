"""How right the auditor is: what it finds of the mistakes seeded in the corpus, and what it adds.

For each code: how many sheets have that mistake, in how many it is named, how many of the
findings with that code are right, and what was said where it was not named. Then every miss and
every false alarm. Ends with 1 below the marks: recall and precision 98 %, nothing on clean sheets.

    python benchmarks/check_accuracy.py
    python benchmarks/check_accuracy.py --short        # the tables alone
    python benchmarks/check_accuracy.py --by-others    # the layouts made by others

Those are by people who had not seen the program. They are below the marks, and
say how well sheets are read that nobody here thought of. Each was measured when it was new, and
then learned from.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.accuracy import MARK, Accuracy, Outcome, measure, share
from tests.corpus import BY_OTHERS, DATA


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--short", action="store_true", help="the tables alone")
    parser.add_argument("--by-others", action="store_true", help="the layouts made by others")
    options = parser.parse_args()
    short = options.short
    start = time.perf_counter()
    accuracy = measure(BY_OTHERS if options.by_others else DATA)
    spent = time.perf_counter() - start
    by_code(accuracy)
    by_layout(accuracy)
    if not short:
        one_by_one(accuracy)
    overall(accuracy, spent)
    wrong = accuracy.accused or accuracy.crashed
    good = min(accuracy.recall, accuracy.precision) >= MARK and not wrong
    return 0 if good else 1


def by_code(accuracy: Accuracy) -> None:
    print(f"{'code':6}{'seeded':>8}{'named':>7}{'recall':>9}{'precision':>11}  instead")
    for code in accuracy.codes:
        seeded = accuracy.seeded(code)
        found = sum(each.found for each in seeded)
        others = ", ".join(f"{c} ({n})" for c, n in accuracy.instead(code).most_common(6))
        print(
            f"XL{code:4}{len(seeded):8}{found:7}{found / len(seeded):9.1%}"
            f"{accuracy.precision_of(code):11.1%}  {others}"
        )


def by_layout(accuracy: Accuracy) -> None:
    print(
        f"\n{'layout':26}{'clean':>7}{'accused':>9}{'mutants':>9}{'named':>7}{'false alarms':>14}"
    )
    for layout in sorted({each.case.layout for each in accuracy.outcomes}):
        clean = [each for each in accuracy.clean if each.case.layout == layout]
        mutants = [each for each in accuracy.mutants if each.case.layout == layout]
        print(
            f"{layout:26}{len(clean):7}{sum(bool(each.mistakes) for each in clean):9}"
            f"{len(mutants):9}{sum(each.found for each in mutants):7}"
            f"{sum(bool(each.false_alarms) for each in mutants):14}"
        )


def one_by_one(accuracy: Accuracy) -> None:
    tell("crashes", [(e, e.crash) for e in accuracy.crashed])
    tell("mistakes told of in clean sheets", [(e, e.mistakes) for e in accuracy.accused])
    tell("missed", [(e, sorted(e.codes)) for e in accuracy.mutants if not e.found])
    tell("false alarms", [(e, e.false_alarms) for e in accuracy.mutants if e.false_alarms])
    tell(
        "variants not named",
        [(e, sorted(e.notes_missed)) for e in accuracy.clean if e.notes_missed],
    )


def tell(what: str, outcomes: list[tuple[Outcome, object]]) -> None:
    print(f"\n{what}: {len(outcomes)}")
    for each, codes in outcomes:
        seeded = f" [{each.case.code}]" if each.case.code else ""
        print(f"  {each.case.layout}: {each.case.name}{seeded}: {codes}")


def overall(accuracy: Accuracy, spent: float) -> None:
    latent = [each for each in accuracy.mutants if each.case.latent]
    print(
        f"\n{len(accuracy.mutants)} mutants: recall {accuracy.recall:.2%}"
        f" (of {len(latent)} latent {share(each.found for each in latent):.1%}),"
        f" precision {accuracy.precision:.2%};"
        f" {len(accuracy.clean)} clean sheets, {len(accuracy.accused)} accused;"
        f" {len(accuracy.crashed)} crashes;"
        f" variants named {accuracy.variants_named:.1%}; {spent:.1f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
