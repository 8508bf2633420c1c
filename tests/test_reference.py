"""The measures by hand: worked figures, edges, errors, and what must hold for every ranking."""

from __future__ import annotations

import doctest
import importlib
import math
import subprocess
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import xlmetrics
from xlmetrics import (
    BadMeasureInput,
    average_precision,
    average_precision_of_hits,
    bpref,
    cg,
    dcg,
    dcg_2002,
    discount,
    discount_2002,
    discounted_gain,
    err,
    f1,
    first_relevant_rank,
    gain,
    group_qrels,
    group_run,
    idcg,
    ideal_ranking,
    in_rank_order,
    in_score_order,
    judged_fraction,
    match_run,
    mean,
    mean_reciprocal_rank,
    ndcg,
    ndcg_2002,
    ndcg_retrieved_only,
    precision,
    r_precision,
    rbp,
    recall,
    recall_capped,
    reciprocal_rank,
    reciprocal_rank_of,
    success,
    tied,
)

RANKED = [2, 0, 3, 1, 0, 2]
JUDGED = [*RANKED, 3]


# The worked example, to the digits it is published with.


@pytest.mark.parametrize(
    ("value", "published"),
    [
        (cg(RANKED, k=5), 6),
        (dcg(RANKED, k=5), 3.931),
        (idcg(JUDGED, k=5), 7.141),
        (idcg(RANKED, k=5), 5.693),
        (ndcg(RANKED, JUDGED, k=5), 0.550),
        (ndcg(RANKED, JUDGED, k=5, gain="exponential"), 0.475),
        (ndcg_retrieved_only(RANKED, k=5), 0.690),
        (ndcg_2002(RANKED, JUDGED, k=5), 0.505),
        (err(RANKED, k=5, max_grade=3), 0.5597),
        (err(RANKED, k=5, max_grade=4), 0.3131),
        (rbp(RANKED, p=0.8), 0.4959),
        (mean_reciprocal_rank([1, 3, 2, None, 1]), 0.567),
        (mean_reciprocal_rank([1, 3, 2, None, 1], k=2), 0.5),
        (dcg([3, 2, 3, 0, 1]), 6.149),
        (ndcg([3, 2, 3, 0, 1], [3, 2, 3, 0, 1]), 0.972),
        (ndcg([1, 3, 0, 2], [1, 3, 0, 2]), 0.788),
    ],
)
def test_worked_examples(value, published):
    digits = len(repr(float(published)).partition(".")[2])
    assert value == pytest.approx(published, abs=0.51 * 10**-digits)


# Building blocks.


def test_gain():
    assert [gain(grade) for grade in (3, 0.5, 0, -2, None)] == [3, 0.5, 0, 0, 0]
    assert [gain(grade, "exponential") for grade in (3, 1, 0, -2, None)] == [7, 1, 0, 0, 0]


def test_discount_is_log2_of_rank_plus_one():
    assert [discount(rank) for rank in (1, 3, 7)] == [1, 2, 3]


def test_original_discount_starts_at_rank_base():
    assert [discount_2002(rank) for rank in (1, 2, 4)] == [1, 1, 2]
    assert [discount_2002(rank, base=10) for rank in (1, 9, 10, 100)] == [1, 1, 1, 2]
    assert dcg_2002([3, 2, 3], gain="linear") == pytest.approx(5 + 3 / math.log2(3))


def test_discounted_gain_and_ideal_ranking_add_up_to_dcg():
    ideal = ideal_ranking(JUDGED)
    assert ideal == [3, 3, 2, 2, 1, 0, 0]
    terms = (discounted_gain(grade, rank) for rank, grade in enumerate(ideal[:5], start=1))
    assert math.fsum(terms) == idcg(JUDGED, k=5)


def test_first_relevant_rank():
    assert first_relevant_rank([None, -1, 0.5, 1]) == 4
    assert first_relevant_rank([None, 0, 1], rel=2) is None
    assert first_relevant_rank([]) is None


def test_reciprocal_rank_of_a_rank():
    assert [reciprocal_rank_of(rank) for rank in (1, 4, None)] == [1, 0.25, 0]
    assert [reciprocal_rank_of(rank, k=2) for rank in (2, 3)] == [0.5, 0]


# Edges, one a measure.


def test_precision_divides_by_k_whatever_was_returned():
    assert precision([1, 1], k=10) == 0.2


def test_recall_counts_the_missed():
    assert recall([1, 1, 0], [1, 1, 0, 1, 1], k=2) == 0.5
    assert recall_capped([1, 1, 0], [1, 1, 0, 1, 1], k=2) == 1


def test_average_precision_divides_by_all_relevant():
    assert average_precision([0, 1, 0, 1], [0, 1, 0, 1, 1, 1], k=2) == 0.125
    assert average_precision_of_hits([0, 1, 0, 1], k=2) == 0.5


def test_threshold_is_inclusive():
    assert precision([2, 1, 3], k=3, rel=2) == pytest.approx(2 / 3)
    assert success([1], k=1, rel=1) == 1
    assert success([0.5], k=1, rel=0.5) == 1


def test_judged_divides_by_what_was_returned():
    assert judged_fraction([0, None], k=10) == 0.5
    assert judged_fraction([0, None, None], k=1) == 1
    assert judged_fraction([], k=10) == 0


def test_bpref_passes_over_unjudged_and_negative():
    assert bpref([None, -1, 1, 0, 1], [-1, 1, 0, 1]) == 0.5
    assert bpref([1], [1, 1]) == 0.5


def test_err_stops_at_a_perfect_document():
    assert err([4, 4], max_grade=4) == pytest.approx(15 / 16 + 1 / 16 * 15 / 16 / 2)


def test_nothing_relevant_is_zero_everywhere():
    judged = [0, -1, 0]
    values = [
        ndcg([0, -1], judged),
        ndcg_2002([0, -1], judged),
        ndcg_retrieved_only([0, -1]),
        recall([0], judged, k=5),
        recall_capped([0], judged, k=5),
        f1([0], judged, k=5),
        average_precision([0], judged),
        average_precision_of_hits([0]),
        r_precision([0], judged),
        bpref([0], judged),
        err([0], max_grade=3),
        rbp([0], p=0.5),
    ]
    assert values == [0] * len(values)


def test_rank_and_k_count_from_one_in_every_type_of_whole_number():
    numpy = pytest.importorskip("numpy")
    assert ndcg(numpy.array(RANKED), numpy.array(JUDGED), k=numpy.int64(5)) == ndcg(
        RANKED, JUDGED, k=5
    )


# Errors say what is wrong.


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: precision([1], k=0), "cut-off k must be a whole number from 1 up, not 0"),
        (lambda: ndcg([1], [1], k=-3), "not -3"),
        (lambda: dcg([1], k=2.5), "not 2.5"),
        (lambda: recall([1], [1], k=None), "not None"),
        (lambda: success([1], k=True), "not True"),
        (lambda: discount(0), "a rank must be a whole number from 1 up, not 0"),
        (lambda: reciprocal_rank_of(0), "a rank must be"),
        (lambda: reciprocal_rank_of(0, k=5), "a rank must be"),
        (lambda: mean_reciprocal_rank([1], k=0), "cut-off k"),
        (lambda: reciprocal_rank([0, 1], rel=0), "rel must be above 0, not 0"),
        (lambda: precision([1], k=1, rel=math.nan), "rel must be a finite number"),
        (lambda: cg([1, math.nan]), "grade at rank 2 .* must be a finite number, not nan"),
        (lambda: dcg(["3"]), "must be a finite number, not '3'"),
        (lambda: idcg([1, None]), "a judged grade must be a finite number, not None"),
        (lambda: idcg([10**400]), "a judged grade must be a finite number"),
        (lambda: ndcg([1], [1], gain="exp"), "gain must be 'linear' or 'exponential', not 'exp'"),
        (lambda: gain(2000, "exponential"), "no room for grade 2000"),
        (lambda: ndcg([3], [1, 2]), "grade 3 is returned more often than it is judged"),
        (lambda: average_precision([1, 1], [1]), "grade 1 is returned more often"),
        (lambda: err([5], max_grade=4), "grade 5 at rank 1 is above max_grade 4"),
        (lambda: err([0, 5], k=1, max_grade=4), "grade 5 at rank 2 is above max_grade 4"),
        (lambda: err([0], max_grade=0), "max_grade must be above 0"),
        (lambda: rbp([1], p=1), "p must lie between 0 and 1"),
        (lambda: rbp([1], p=0), "p must lie between 0 and 1"),
        (lambda: dcg_2002([1], base=1), "base b of the discount must be above 1"),
        (lambda: mean([]), "no mean of no queries"),
        (lambda: mean([math.inf]), "must be a finite number"),
        (lambda: mean_reciprocal_rank([]), "no mean of no queries"),
    ],
)
def test_misuse_is_refused_in_words(call, says):
    with pytest.raises(BadMeasureInput, match=says):
        call()


# Order.


def test_rank_is_authority():
    assert in_rank_order([(3, "c"), (1, "a"), (2, "b")]) == ["a", "b", "c"]
    assert in_rank_order([]) == []


@pytest.mark.parametrize(
    ("ranks", "says"),
    [
        ([0, 1], "a rank must be a whole number from 1 up, not 0"),
        ([1, 3], "rank 2 is missing though rank 3 is given"),
        ([2, 3], "rank 1 is missing"),
        ([1, 2, 2], "rank 2 is given twice"),
        ([1, 1.5], "not 1.5"),
    ],
)
def test_ranks_with_gaps_or_repeats_are_refused(ranks, says):
    with pytest.raises(BadMeasureInput, match=says):
        in_rank_order((rank, "doc") for rank in ranks)


def test_equal_scores_put_the_higher_id_first():
    assert in_score_order({"d1": 1, "d10": 1, "d2": 1, "z": 0, "a": 2}) == [
        "a",
        "d2",
        "d10",
        "d1",
        "z",
    ]


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",))), unique=True))
def test_ids_compare_by_their_bytes(ids):
    in_bytes = sorted(ids, key=lambda doc: doc.encode("utf-8"), reverse=True)
    assert in_score_order(dict.fromkeys(ids, 0.0)) == in_bytes


def test_scores_are_compared_as_float64():
    assert in_score_order({"a": 1.00000001, "b": 1.0}) == ["a", "b"]
    assert in_score_order({"a": 2**53 + 1, "b": 2**53}) == ["b", "a"]


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, None, "1"])
def test_scores_must_be_finite_numbers(score):
    with pytest.raises(BadMeasureInput, match="the score of b must be a finite number"):
        in_score_order({"a": 1, "b": score})


def test_ties_are_found_and_refused_on_request():
    scores = {"a": 1, "b": 2, "c": 1, "d": 3, "e": 2.0}
    assert tied(scores) == [["a", "c"], ["b", "e"]]
    with pytest.raises(BadMeasureInput) as refused:
        in_score_order(scores, ties="error")
    assert refused.value.complaints == (
        "a, c have the same score; break the tie",
        "b, e have the same score; break the tie",
    )
    assert in_score_order({"a": 1, "b": 2}, ties="error") == ["b", "a"]
    with pytest.raises(BadMeasureInput, match="'id' or 'error', not 'first'"):
        in_score_order(scores, ties="first")


# Queries.


def test_rows_are_grouped_and_every_fault_is_told():
    assert group_run([("q2", "a", 1), ("q1", "a", 2), ("q2", "b", 3)]) == {
        "q2": {"a": 1, "b": 3},
        "q1": {"a": 2},
    }
    with pytest.raises(BadMeasureInput) as refused:
        group_qrels([("q1", "a", 1), ("q1", "a", 0), ("q2", "b", math.nan), ("q2", "c", 1)])
    assert refused.value.complaints == (
        "query q1: document a is listed twice; keep one grade",
        "query q2: the grade of document b must be a finite number, not nan",
    )


def test_a_run_is_matched_with_its_judgments():
    qrels = {"hit": {"a": 1, "b": 0}, "gone": {"a": 2}, "empty": {"a": 1}, "none": {"a": -1}}
    run = {"hit": {"x": 1, "b": 3, "a": 3}, "empty": {}, "none": {"a": 1}, "other": {"a": 1}}
    matched = match_run(qrels, run)
    assert matched.queries["hit"] == ((0, 1, None), (1, 0))
    assert matched.queries["gone"] == ((), (2,))
    assert matched.missing == ("gone", "empty")
    assert matched.ignored == ("other",)
    assert matched.tied == ("hit",)
    assert matched.without_relevant() == ("none",)
    assert matched.without_relevant(rel=2) == ("hit", "empty", "none")
    assert mean(ndcg(*query) for query in matched.queries.values()) == pytest.approx(
        1 / math.log2(3) / 4
    )


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ({"q": {"a": math.nan}}, "query q: the score of a"),
        ({"q": {"a": 1, "b": 1}}, "query q: a, b"),
    ],
)
def test_a_fault_in_a_run_names_its_query(run, says):
    with pytest.raises(BadMeasureInput, match=says):
        match_run({"q": {"a": 1}}, run, ties="error")


def test_without_judgments_there_is_nothing_to_match():
    with pytest.raises(BadMeasureInput, match="no query is judged"):
        match_run({"q": {}}, {"q": {"a": 1}})


# What holds for every ranking.

grades = st.sampled_from([None, -2, -1, 0, 1, 2, 3, 4, 0.5, 2.5])


@st.composite
def queries(draw):
    ranked = draw(st.lists(grades, max_size=12))
    missed = draw(st.lists(grades.filter(lambda grade: grade is not None), max_size=4))
    return ranked, [grade for grade in ranked if grade is not None] + missed


cutoffs = st.one_of(st.none(), st.integers(1, 15))
gains = st.sampled_from(["linear", "exponential"])


@given(queries(), cutoffs, gains)
def test_dcg_never_passes_the_ideal(query, k, gain):
    ranked, judged = query
    assert dcg(ranked, k=k, gain=gain) <= idcg(judged, k=k, gain=gain)
    assert 0 <= ndcg(ranked, judged, k=k, gain=gain) <= 1
    assert ndcg(ranked, judged, k=k, gain=gain) <= ndcg_retrieved_only(ranked, k=k, gain=gain)


@given(queries(), cutoffs, gains)
def test_the_ideal_order_scores_one(query, k, gain):
    _, judged = query
    assume(any(grade > 0 for grade in judged))
    assert ndcg(ideal_ranking(judged), judged, k=k, gain=gain) == 1
    assert ndcg_2002(ideal_ranking(judged), judged, k=k, gain=gain) == 1


@given(queries(), st.data(), cutoffs)
def test_a_better_document_moved_up_never_hurts(query, data, k):
    ranked, judged = query
    assume(len(ranked) > 1)
    upper, lower = sorted(
        data.draw(st.lists(st.integers(0, len(ranked) - 1), min_size=2, max_size=2, unique=True))
    )
    worse, better = list(ranked), list(ranked)
    pair = sorted((ranked[upper], ranked[lower]), key=gain)
    (worse[upper], worse[lower]), (better[lower], better[upper]) = pair, pair
    ranked = worse
    for kind in ("linear", "exponential"):
        more, less = dcg(better, gain=kind), dcg(ranked, gain=kind)
        assert more > less if gain(pair[0]) < gain(pair[1]) else more == less
        assert ndcg(better, judged, k=k, gain=kind) >= ndcg(ranked, judged, k=k, gain=kind)
    for measure in (reciprocal_rank, average_precision_of_hits):
        assert measure(better) >= measure(ranked)
    assert average_precision(better, judged, k=k) >= average_precision(ranked, judged, k=k)
    assert rbp(better, p=0.8) >= rbp(ranked, p=0.8)


@given(queries(), cutoffs)
def test_reciprocal_rank_is_zero_or_one_over_a_rank(query, k):
    ranked, _ = query
    possible = {0.0} | {1 / rank for rank in range(1, len(ranked) + 1)}
    assert reciprocal_rank(ranked, k=k) in possible


@given(queries(), st.integers(1, 15), st.sampled_from([0.5, 1, 2]))
def test_everything_else_lies_between_zero_and_one(query, k, rel):
    ranked, judged = query
    values = {
        "P": precision(ranked, k=k, rel=rel),
        "R": recall(ranked, judged, k=k, rel=rel),
        "R_capped": recall_capped(ranked, judged, k=k, rel=rel),
        "F1": f1(ranked, judged, k=k, rel=rel),
        "AP": average_precision(ranked, judged, k=k, rel=rel),
        "Rprec": r_precision(ranked, judged, rel=rel),
        "Bpref": bpref(ranked, judged, rel=rel),
        "Judged": judged_fraction(ranked, k=k),
        "ERR": err(ranked, k=k, max_grade=4),
        "RBP": rbp(ranked, p=0.8, rel=rel),
    }
    assert all(0 <= value <= 1 for value in values.values()), values
    assert values["R"] <= values["R_capped"]
    assert success(ranked, k=k, rel=rel) == (reciprocal_rank(ranked, k=k, rel=rel) > 0)


# The package around them.


def test_examples_in_the_docs_are_true():
    tried = 0
    for name in ("reference", "measures", "evaluation"):
        failed, attempted = doctest.testmod(importlib.import_module(f"xlmetrics.{name}"))
        assert failed == 0
        tried += attempted
    assert tried == 7


def test_importing_the_package_loads_nothing_heavy():
    heavy = "{'numpy', 'openpyxl', 'pydantic', 'formulas', 'click', 'rich', 'lxml'}"
    program = f"import sys, xlmetrics; print(sorted({heavy} & set(sys.modules)))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert ran.stdout.strip() == "[]"


def test_public_names_exist_and_are_sorted():
    assert all(hasattr(xlmetrics, name) for name in xlmetrics.__all__)
    assert sorted(xlmetrics.__all__) == sorted(set(xlmetrics.__all__))
