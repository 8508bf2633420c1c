"""Pooling and sharing out: nothing is lost, the overlap is exact, and all is done alike again."""

from collections import Counter
from math import isclose

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlmetrics.collection import Judgments, Run
from xlmetrics.judging.assign import assign, packed
from xlmetrics.judging.manifest import LeftOut
from xlmetrics.judging.pool import in_order, pool

POOLS = st.dictionaries(
    st.text("ab", max_size=3), st.lists(st.text("cd", max_size=4), unique=True, max_size=12)
)
RATERS = st.lists(st.sampled_from("pqrstu"), min_size=1, max_size=6, unique=True)


def run(name: str, **lists: str) -> Run:
    rows = [
        (query, doc, rank, None)
        for query, docs in lists.items()
        for rank, doc in enumerate(docs.split(), 1)
    ]
    schema = {"query": pl.String, "doc": pl.String, "rank": pl.Int64, "score": pl.Float64}
    return Run(name, pl.DataFrame(rows, schema, orient="row"))


def judged(*rows: tuple[str, str, float | None]) -> Judgments:
    schema = {"query": pl.String, "doc": pl.String, "grade": pl.Float64}
    return Judgments(pl.DataFrame(rows, schema, orient="row"))


def test_a_pool_holds_each_document_once() -> None:
    found = pool([run("one", q="a b c", r="x"), run("two", q="b d e")], 2)
    assert found.pairs == {"q": ["a", "b", "d"], "r": ["x"]}
    assert found.pooled == {"q": 3, "r": 1}
    assert found.size == 4
    assert isclose(found.weights["q", "b"], 1 / 62 + 1 / 61)
    assert isclose(found.weights["q", "d"], 1 / 62)


def test_holes_are_what_no_grade_is_known_of() -> None:
    old = [judged(("q", "a", 0), ("q", "b", None), ("Q", "c", 1)), judged(("q", "c", -1))]
    found = pool([run("one", q="a b c d")], 3, judged=old)
    assert found.pairs == {"q": ["b", "c"]}
    assert found.left_out == (LeftOut("q", "a", "judged"),)
    assert found.pooled == {"q": 3}


def test_queries_keep_their_order_and_stay_without_a_result() -> None:
    found = pool([run("one", r="x", s="y")], 5, queries=["none", "s"])
    assert found.pairs == {"none": [], "s": ["y"], "r": ["x"]}
    assert found.pooled["none"] == 0


def test_the_first_by_weight_come_first() -> None:
    found = pool([run("one", q="a b c"), run("two", q="c b d"), run("three", q="c")], 3)
    order = in_order(found.pairs["q"], "q", "prioritised", found.weights, 1, "ann")
    assert order[:2] == ["c", "b"]


def test_a_blind_order_hangs_on_nothing_but_the_seed_and_the_rater() -> None:
    docs = [str(number) for number in range(50)]
    one = in_order(docs, "q", "blind", {}, 1, "ann")
    assert in_order(docs[::-1], "q", "blind", {}, 1, "ann") == one
    assert sorted(one) == sorted(docs)
    others = [(2, "ann"), (1, "bo")]
    assert all(in_order(docs, "q", "blind", {}, seed, who) != one for seed, who in others)


@given(POOLS, RATERS, st.floats(0, 1), st.integers(0, 20), st.integers())
def test_every_document_is_judged_as_often_as_it_should_be(
    pairs: dict[str, list[str]], raters: list[str], share: float, calibrate: int, seed: int
) -> None:
    overlap = share if len(raters) > 1 else 0
    work = assign(pairs, raters, overlap=overlap, calibrate=calibrate, seed=seed)
    assert work == assign(pairs, raters, overlap=overlap, calibrate=calibrate, seed=seed)
    everything = {(query, doc) for query, docs in pairs.items() for doc in docs}
    assert len(work.calibration) == min(calibrate, len(everything))
    times = Counter(pair for share in work.shares.values() for pair in share)
    assert set(times) == everything - set(work.calibration)
    assert all(len(set(share)) == len(share) for share in work.shares.values())
    assert sum(count == 2 for count in times.values()) == work.doubled
    assert work.doubled == round(overlap * len(times))
    assert max(times.values(), default=1) <= 2
    loads = [len(share) for share in work.shares.values()]
    assert max(loads) - min(loads) <= 2


@given(POOLS, RATERS, st.integers())
def test_few_queries_are_cut(pairs: dict[str, list[str]], raters: list[str], seed: int) -> None:
    work = assign(pairs, raters, seed=seed)
    parts = Counter(query for share in work.shares.values() for query in {q for q, _ in share})
    assert sum(parts.values()) - len(parts) <= len(raters) - 1


@given(POOLS, st.integers(1, 9))
def test_packets_hold_all_and_no_more_than_they_may(pairs: dict[str, list[str]], size: int) -> None:
    share = [(query, doc) for query, docs in pairs.items() for doc in docs]
    packets = list(packed(share, size))
    assert [pair for packet in packets for pair in packet] == share
    assert all(0 < len(packet) <= size for packet in packets)
    for query, docs in pairs.items():
        holding = [packet for packet in packets if any(pair[0] == query for pair in packet)]
        assert len(holding) <= 1 or len(docs) > size


def test_everybody_shares_work_with_somebody() -> None:
    pairs = {"q": [str(number) for number in range(100)]}
    work = assign(pairs, ["a", "b", "c", "d"], overlap=0.2)
    both = {
        one + other
        for one in "abcd"
        for other in "abcd"
        if one < other and set(work.shares[one]) & set(work.shares[other])
    }
    assert both == {"ab", "bc", "cd", "ad"}


@pytest.mark.parametrize(
    ("raters", "overlap"), [([], 0), (["a", "a"], 0), (["a"], 0.1), (["a", "b"], 2)]
)
def test_what_cannot_be_shared_out(raters: list[str], overlap: float) -> None:
    with pytest.raises(ValueError, match=r"raters|overlap"):
        assign({"q": ["d"]}, raters, overlap=overlap)
