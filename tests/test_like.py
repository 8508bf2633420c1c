"""What other tools print: cases worked out from their sources, and trec_eval itself."""

import json
import random
from pathlib import Path

import polars as pl
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_scoring import judged, returned
from xlmetrics import parse_measure, score
from xlmetrics.errors import XlmetricsError
from xlmetrics.scoring.like import TOOLS

CASES = json.loads((Path(__file__).parent / "data" / "like.json").read_text("utf-8"))


def collection(case):
    """Documents of these grades; those returned are taken from the judged ones of that grade."""
    grades = {f"d{at}": grade for at, grade in enumerate(case["judged"])}
    left, run = dict(grades), {}
    for rank, grade in enumerate(case["returned"]):
        doc = next((doc for doc, each in left.items() if each == grade), f"u{rank}")
        left.pop(doc, None)
        run[doc] = -rank
    return judged({"q": grades}), returned({"q": run})


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['tool']} {case['measure']}")
def test_a_case_worked_out_from_the_sources(case):
    card = score(*collection(case), case["measure"], like=case["tool"])
    measure = parse_measure(case["measure"])
    (system,) = card.scores.systems
    assert system.mean(measure) == pytest.approx(case["here"], abs=5e-4)
    assert card.likeness.means["run"][measure] == pytest.approx(case["prints"], abs=1e-6)


def test_every_tool_has_a_case():
    assert {case["tool"] for case in CASES} == set(TOOLS)


TREC = {"P_5": "P@5", "map": "AP", "recip_rank": "RR", "ndcg_cut_5": "nDCG@5", "bpref": "Bpref"}


@given(st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_trec_eval_as_it_is(seed):
    draw = random.Random(seed)
    docs = [f"d{at}" for at in range(12)]
    qrels = {
        f"q{at}": {"d0": 1} | {doc: draw.randint(0, 3) for doc in draw.sample(docs, 6)}
        for at in range(4)
    }
    run = {
        f"q{at}": {
            doc: 1.0 + draw.choice((1e-9, 1e-3)) * draw.randint(0, 9)
            for doc in draw.sample(docs, draw.randint(1, 12))
        }
        for at in range(1, 5)
    }
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, {"P.5", "map", "recip_rank", "ndcg_cut.5", "bpref"}
    )
    truth = evaluator.evaluate(run).values()
    card = score(judged(qrels), returned(run), list(TREC.values()), like="trec_eval")
    for theirs, name in TREC.items():
        mean = sum(each[theirs] for each in truth) / len(truth)
        found = card.likeness.means["run"][parse_measure(name)]
        assert found == pytest.approx(mean, abs=5.1e-5), name


def test_trec_eval_sees_ties_and_leaves_out_what_is_not_answered():
    judgments = judged({"q": {"a": 1}, "missing": {"a": 1}})
    run = returned({"q": {"a": 1.00000001, "b": 1.0}})
    card = score(judgments, run, "RR", like="trec_eval")
    measure = parse_measure("RR")
    assert card.scores.systems[0].mean(measure) == 0.5
    assert card.likeness.means["run"][measure] == 0.5
    assert card.likeness.values["run"][measure].tolist() == [0.5, 0.0]
    assert card.scores.systems[0].values[measure].tolist() == [1.0, 0.0]


def test_trec_eval_cuts_grades_and_keeps_the_ranks_of_a_run_without_scores():
    judgments = judged({"q": {"a": 1.9, "b": 0.9, "c": 2}})
    card = score(judgments, pl.DataFrame({"query": "q", "doc": ["b", "a"]}), "RR", like="trec_eval")
    assert card.likeness.means["run"][parse_measure("RR")] == 0.5
    card = score(judgments, returned({"q": {"b": 2.0, "a": 1.0}}), "nDCG@5", like="trec_eval")
    evaluator = pytrec_eval.RelevanceEvaluator({"q": {"a": 1, "b": 0, "c": 2}}, {"ndcg_cut.5"})
    truth = evaluator.evaluate({"q": {"b": 2.0, "a": 1.0}})["q"]["ndcg_cut_5"]
    found = card.likeness.means["run"][parse_measure("nDCG@5")]
    assert found == pytest.approx(truth, abs=5.1e-5)


def test_what_a_tool_does_not_have():
    held = judged({"q": {"a": 1}}), returned({"q": {"a": 1}})
    with pytest.raises(XlmetricsError, match="is no tool"):
        score(*held, like="lucene")
    with pytest.raises(XlmetricsError, match="rre has none of Bpref, Judged@10"):
        score(*held, "Bpref", like="rre")
    with pytest.raises(XlmetricsError, match="no room for grade 2000"):
        score(judged({"q": {"a": 2000}}), held[1], "nDCG@5", like="quepid")
