"""Agreement of any number of raters: published tables, and what has no meaning."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference import fleiss_kappa, krippendorff_alpha

CASES = json.loads((Path(__file__).parent / "data/reliability.json").read_text("utf-8"))
GRADES = st.integers(0, 3)


def published(value: float) -> Any:
    return pytest.approx(value, abs=0.0005)


@pytest.mark.parametrize("case", CASES["krippendorff"], ids=lambda case: case["source"])
def test_alpha_as_published(case: dict[str, Any]) -> None:
    for level, alpha in case["alpha"].items():
        items = list(zip(*case["raters"], strict=True))
        assert krippendorff_alpha(items, level) == published(alpha)


@pytest.mark.parametrize("case", CASES["fleiss"], ids=lambda case: case["source"])
def test_fleiss_as_published(case: dict[str, Any]) -> None:
    items = [
        [grade for grade, times in enumerate(row) for _ in range(times)] for row in case["counts"]
    ]
    assert fleiss_kappa(items) == published(case["kappa"])


@given(st.lists(st.lists(GRADES, min_size=3, max_size=3), min_size=1), st.randoms())
def test_who_gave_a_grade_is_of_no_matter(items: list[list[int]], random: Any) -> None:
    """To alpha and Fleiss; and where nothing is missing they differ by alpha's 1 / (n m)."""
    number = 3 * len(items)
    if len({grade for item in items for grade in item}) == 1:
        return
    kappa, alpha = fleiss_kappa(items), krippendorff_alpha(items)
    assert kappa is not None
    assert alpha == pytest.approx(kappa + (1 - kappa) / number)
    mixed = [random.sample(item, 3) for item in random.sample(items, len(items))]
    with_gaps = [[None, *item] for item in mixed] + [[None, None, None, 3]]
    assert krippendorff_alpha(with_gaps) == pytest.approx(alpha)
    assert fleiss_kappa(mixed) == pytest.approx(kappa)


def test_chance_agrees_on_everything_where_all_grades_are_the_same() -> None:
    assert fleiss_kappa([]) is fleiss_kappa([[2, 2], [2, 2]]) is None
    assert krippendorff_alpha([]) is krippendorff_alpha([[2, 2, 2]]) is None
    assert krippendorff_alpha([[1, None], [None, 2]]) is None


@pytest.mark.parametrize(
    ("measure", "items", "says"),
    [
        (fleiss_kappa, [[1, 2], [1, 2, 3]], "as many grades of each item"),
        (fleiss_kappa, [[1], [2]], "two or more"),
        (fleiss_kappa, [[1, None]], "must be a finite number, not None"),
        (krippendorff_alpha, [[1, float("nan")]], "must be a finite number, not nan"),
    ],
)
def test_what_has_no_meaning_is_refused(measure: Any, items: Any, says: str) -> None:
    with pytest.raises(BadMeasureInput, match=re.escape(says)):
        measure(items)
