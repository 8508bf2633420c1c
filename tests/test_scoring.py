"""Scores for many queries at once: each equals the reference, query by query."""

import random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlmetrics import MEASURES, evaluate, in_score_order, parse_measure
from xlmetrics.collection import JUDGMENT_COLUMNS, Judgments, Run
from xlmetrics.errors import BadMeasureInput
from xlmetrics.scoring.matched import match
from xlmetrics.scoring.scores import score

ALL = [
    *MEASURES,
    *("CG@3", "DCG(gain='exp')@3", "IDCG@3", "nDCG@3", "nDCG(gain='exp')@5", "RR@2", "P(rel=2)@3"),
    *("R(rel=2)@3", "F1(rel=2)@3", "AP@3", "AP(rel=2)", "Success@1", "Judged@3", "Bpref(rel=2)"),
    *("ERR(max_grade=4)@3", "RBP(p=0.5, rel=2)", "nDCG_retrieved_only@3", "nDCG_2002(b=3)@4"),
    *("DCG_2002(b=10)@4", "R_capped@2", "AP_capped@2", "AP_of_hits@2", "Rprec(rel=2)"),
]


def judged(qrels):
    rows = [(q, d, float(g), "", "", "") for q, docs in qrels.items() for d, g in docs.items()]
    schema = dict.fromkeys(JUDGMENT_COLUMNS, pl.String) | {"grade": pl.Float64}
    return Judgments(pl.DataFrame(rows, schema=schema, orient="row"))


def returned(run, name="run"):
    rows = [
        (query, doc, rank, float(docs[doc]))
        for query, docs in run.items()
        for rank, doc in enumerate(in_score_order(docs), 1)
    ]
    schema = {"query": pl.String, "doc": pl.String, "rank": pl.Int64, "score": pl.Float64}
    return Run(name, pl.DataFrame(rows, schema=schema, orient="row"))


def collection(seed, queries=5):
    """Missed, unjudged and tied documents, negative and half grades, queries on one side."""
    draw = random.Random(seed)
    grades = draw.choice([(-1, 0, 0, 1, 2, 3, 0.5), (0, 1), (0, 0, 0, 2), (-2, 0)])
    qrels = {
        f"q{at}": {
            f"d{doc}": draw.choice(grades) for doc in draw.sample(range(12), draw.randint(1, 12))
        }
        for at in range(draw.randint(1, queries))
    }
    run = {
        f"q{at}": {
            f"d{doc}": draw.choice([draw.random(), 1.0])
            for doc in draw.sample(range(15), draw.randint(0, 15))
        }
        for at in range(queries + 1)
        if draw.random() < 0.8
    }
    return qrels, run


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_every_measure_is_that_of_the_reference(seed):
    qrels, run = collection(seed)
    seen = match(judged(qrels), returned(run))
    scores = score(ALL, [seen])
    (system,) = scores.systems
    for name, truth in evaluate(ALL, qrels, run).items():
        measure = parse_measure(name)
        found = dict(zip(scores.queries, system.values[measure], strict=True))
        assert found == pytest.approx(truth.per_query, abs=1e-12, rel=1e-12), name
        if measure.averaged:
            assert system.mean(measure) == pytest.approx(truth.mean, abs=1e-12)
        assert set(truth.without_relevant) == set(scores.barren.get(measure.rel, ()))
    assert set(truth.missing) == {
        *system.missing,
        *(q for q, d in run.items() if not d and q in qrels),
    }
    assert set(truth.ignored) >= set(system.ignored)


def test_judged_stands_beside_every_cutoff():
    seen = match(judged({"q": {"a": 1}}), returned({"q": {"a": 1, "b": 0}}))
    names = [str(each) for each in score(["P@5", "RR", "nDCG@5", "R@2"], [seen]).measures]
    assert names == ["P@5", "RR", "nDCG@5", "R@2", "Judged@5", "Judged@2"]
    assert [str(each) for each in score(["RR"], [seen]).measures] == ["RR", "Judged@10"]


def test_what_cannot_be_measured_is_said():
    run = returned({"q": {"a": 1}})
    with pytest.raises(BadMeasureInput, match="no query is judged"):
        match(judged({}), run)
    twice = judged({"q": {"a": 1}})
    with pytest.raises(BadMeasureInput, match="more than once: 1, the first 'a' of query 'q'"):
        match(Judgments(pl.concat([twice.rows, twice.rows])), run)
    with pytest.raises(BadMeasureInput, match="give at least one measure"):
        score([], [match(twice, run)])
    with pytest.raises(BadMeasureInput, match="above max_grade"):
        score(["ERR(max_grade=1)@5"], [match(judged({"q": {"a": 2}}), run)])
