"""The measures against cases kept as data: edge cases, and inputs other libraries got wrong."""

from __future__ import annotations

import json
import math
import re
from itertools import permutations
from pathlib import Path
from statistics import fmean

import pytest

from xlmetrics import (
    BadMeasureInput,
    average_precision,
    dcg,
    dcg_2002,
    group_qrels,
    group_run,
    in_score_order,
    match_run,
    mean,
    mean_reciprocal_rank,
    ndcg,
    parse_measure,
    precision,
    recall,
    recall_capped,
    reciprocal_rank,
)

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "measures.json").read_text("utf-8"))["cases"]
REPORTS = json.loads((DATA / "library_reports.json").read_text("utf-8"))["cases"]

# Edge cases.

BINARY = {"RR", "P", "R", "AP", "Rprec", "Success", "F1", "Bpref", "RBP", "R_cap", "AP_minRk"}
OUR_NAME = {
    "nDCG_exp": "nDCG(gain='exp')",
    "ERR": "ERR(max_grade=4)",
    "R_cap": "R_capped",
    "AP_minRk": "AP_capped",
    "AP_hits": "AP_of_hits",
}


def grouped(case):
    """Judgments and run of a case, through the same door as a user's."""
    qrels = group_qrels((q, doc, g) for q, docs in case["qrels"].items() for doc, g in docs.items())
    rows = [(q, doc, float(score)) for q, docs in case["run"].items() for doc, score in docs]
    return qrels, group_run(rows)


def our_measure(name, rel):
    base, _, k = name.partition("@")
    if base == "RBP(p=0.8)":
        ours = f"RBP(p=0.8, rel={rel})"
    elif base in BINARY | {"AP_hits"}:
        ours = f"{OUR_NAME.get(base, base)}(rel={rel})"
    else:
        ours = OUR_NAME.get(base, base)
    return parse_measure(ours + (f"@{k}" if k else ""))


def figures_of(expected):
    plain = {name: value for name, value in expected.items() if name != "_alternatives"}
    return {**plain, **expected["_alternatives"]}


GOOD = {name: case for name, case in CASES.items() if "error" not in case["expected"]}


def test_no_case_is_left_out():
    assert len(CASES) == 31
    assert set(CASES) - set(GOOD) == {"E08_duplicate_doc_in_run", "E20_nan_score"}
    queries = [query for case in GOOD.values() for query in case["expected"]["per_query"].values()]
    assert len(queries) == 38
    assert {len(figures_of(query)) for query in queries} == {23}


@pytest.mark.parametrize("case", GOOD.values(), ids=GOOD)
def test_edge_cases(case):
    queries = match_run(*grouped(case)).queries
    assert set(queries) == set(case["expected"]["per_query"])
    for name, wanted_mean in figures_of(case["expected"]["mean"]).items():
        measure = our_measure(name, case["rel"])
        if isinstance(wanted_mean, str):
            with pytest.raises(BadMeasureInput, match=wanted_mean.removeprefix("error: ")[:7]):
                mean(measure(*query) for query in queries.values())
            continue
        values = {query: measure(*seen) for query, seen in queries.items()}
        for query, value in values.items():
            wanted = figures_of(case["expected"]["per_query"][query])[name]
            assert value == pytest.approx(wanted, abs=1e-12), (query, name)
        assert mean(values.values()) == pytest.approx(wanted_mean, abs=1e-12), name


def test_judged_is_a_fraction_of_what_was_returned():
    """What the cases hold, whatever their introduction says: 3 judged of 3 returned is 1 at 10."""
    expected = CASES["E04_k_larger_than_list"]["expected"]["per_query"]["1"]
    assert expected["Judged@10"] == parse_measure("Judged@10")([1, 0, 1], [1, 0, 1]) == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("E08_duplicate_doc_in_run", "query 1: document d01 is listed twice"),
        ("E20_nan_score", "query 1: the score of document d01 must be a finite number, not nan"),
    ],
)
def test_edge_cases_that_are_errors(name, says):
    with pytest.raises(BadMeasureInput, match=says):
        grouped(CASES[name])


# Inputs on which libraries were reported wrong.


def binary(case):
    """A binary ranking and its judgments, the missed relevant documents among them."""
    ranked = case["ranked_binary"]
    missed = case.get("relevant_total", sum(ranked)) - sum(ranked)
    return ranked, [*ranked, *[1] * missed]


def by_score(grades, scores):
    return [grade for _, grade in sorted(zip(scores, grades, strict=True), reverse=True)]


def tie_averaged(case):
    """scikit-learn's convention: the mean over every order of the tied documents.

    Ours settles ties by document id and gives one of the figures averaged here.
    """
    assert len(set(case["y_score"])) == 1
    grades = case["y_true"]
    return fmean(ndcg(order, grades) for order in permutations(grades))


def shifted_to_be_positive(case):
    """Negative grades gain nothing here, so the raw input stays within 0 and 1."""
    raw = by_score(case["y_true"], case["y_score"])
    assert 0 < ndcg(raw, raw) < 1
    ranked = [grade + 1 for grade in raw]
    return ndcg(ranked, ranked)


def grades_of(case):
    """Grades of the documents retrieved, each once: a repeat is refused."""
    retrieved = case.get("retrieved") or case["hits"]
    relevant = case.get("expected") or case["relevant"]
    if len(set(retrieved)) < len(retrieved):
        with pytest.raises(BadMeasureInput, match="listed twice"):
            group_run(("q", doc, -rank) for rank, doc in enumerate(retrieved))
    ranked = [1 if doc in relevant else 0 for doc in dict.fromkeys(retrieved)]
    return ranked, [*ranked, *[1] * (len(relevant) - sum(ranked))]


def as_written(case):
    """The figures of the documents in the order written, which is what the report calls right.

    Ours settles ties by document id, higher first, as trec_eval does: here that puts the one
    relevant document first, and 1 is no mistake but a convention.
    """
    ranked = [case["qrel"].get(doc) for doc in in_score_order(case["run"])]
    assert ranked == [1, None, None]
    written = [case["qrel"].get(doc) for doc in case["run"]]
    judged = [*case["qrel"].values()]
    return {"map": average_precision(written, judged), "ndcg": ndcg(written, judged)}


def mean_ndcg(case):
    rankings = [by_score(query["target"], query["pred"]) for query in case.values()]
    return mean(ndcg(ranked, ranked) for ranked in rankings)


def two_discounts(case):
    grades = case["ranked_grades"]
    return {"log2(max(i,2))": dcg_2002(grades, base=2), "log2(i+1)": dcg(grades)}


def reciprocal_and_recall_at_one(case):
    ranked, judged = binary(case)
    return f"MRR@1 = {reciprocal_rank(ranked, k=1)}, Recall@1 = {recall(ranked, judged, k=1)}"


def plain_and_capped_recall(case):
    ranked, judged = binary(case)
    assert recall_capped(ranked, judged, k=1) == 1
    return recall(ranked, judged, k=1)


def mean_over_missing(case):
    return {name: mean_reciprocal_rank(case[f"doc_{name}_ranks"]) for name in "AB"}


def precision_of_hits(case):
    ranked = [1] * case["hits"] + [0] * (case["k"] - case["hits"])
    return precision(ranked, k=case["k"])


def ap_of_ids(case):
    ranked = [int(doc in case["relevant"]) for doc in case["ranked"]]
    return average_precision(ranked, [*ranked, *[1] * (len(case["relevant"]) - sum(ranked))])


def rr_of_ranks(case):
    return reciprocal_rank([int(r in case["relevant_ranks"]) for r in range(1, 4)])


def ndcg_of_pool(case):
    ranked = case["ranked_grades"]
    return ndcg(ranked, [*case["judged_pool"], 0], k=len(ranked))


def ndcg_of_binary(case):
    return ndcg(*binary(case), k=case.get("k", len(case["ranked_binary"])))


# In the order of the file: what it says is wrong, and how it is computed here.
ANSWERS = [
    ("ties broken in the model's favour", tie_averaged),
    ("negative grades", shifted_to_be_positive),
    (
        (
            "reporter's own number is the mistake: predictions used as grades; "
            "all docs relevant so any order is ideal"
        ),
        lambda case: ndcg(case["y_true"], case["y_true"], k=4),
    ),
    ("IDCG from hits only (relevant-but-missed docs ignored)", ndcg_of_binary),
    (
        "IDCG uses len(retrieved) instead of number relevant",
        lambda case: ndcg(*grades_of(case)),
    ),
    ("IDCG from ranked list", ndcg_of_pool),
    ("IDCG from own hits: [1,0,0] scores above [1,0,1]", ndcg_of_binary),
    ("not a bug: recall divides by all relevant", reciprocal_and_recall_at_one),
    ("mean of reciprocals of all relevant ranks instead of the first", rr_of_ranks),
    ("missing rank dropped from the denominator (AVERAGE of non-blanks)", mean_over_missing),
    ("divides by hits instead of number relevant", ap_of_ids),
    ("duplicate hits counted", lambda case: recall(*grades_of(case), k=3)),
    ("duplicate hits counted", lambda case: precision(grades_of(case)[0], k=3)),
    ("duplicate hits counted", lambda case: ndcg(*grades_of(case))),
    ("discount off by one: log2(i) with first rank special-cased", ndcg_of_binary),
    ("base e vs base 2: harmless for NDCG, changes DCG", ndcg_of_binary),
    ("std::log is base e", lambda case: dcg(case["ranked_grades"], gain="exponential")),
    ("two discount conventions", two_discounts),
    ("queries flattened into one list instead of averaged", mean_ndcg),
    ("tied scores: order undefined (trec_eval sorts by docno desc)", as_written),
    ("divides by min(k, relevant) instead of k", precision_of_hits),
    ("convention: capped vs plain recall", plain_and_capped_recall),
    ("divides by relevant retrieved", lambda case: average_precision(*binary(case), k=10)),
]


def test_every_report_is_answered():
    assert [kind for kind, _ in ANSWERS] == [report["kind"] for report in REPORTS]
    assert len(REPORTS) == 23


def near(wanted):
    """A figure to the digits it is given with."""
    digits = len(repr(float(wanted)).partition(".")[2])
    return pytest.approx(wanted, abs=1.01 * 10**-digits)


@pytest.mark.parametrize(
    ("report", "answer"),
    [
        pytest.param(report, answer, id=f"{number}-{report['metric']}")
        for number, (report, (_, answer)) in enumerate(zip(REPORTS, ANSWERS, strict=True))
    ],
)
def test_reports(report, answer):
    got, right = answer(report["input"]), report["right_value"]
    wrong = report.get("reported_wrong_value")
    if isinstance(right, dict):
        assert got == {name: near(value) for name, value in right.items()}
    elif isinstance(got, str):
        assert got == right
    else:
        assert got == near(float(re.search(r"[0-9.]+$", str(right))[0]))
    if isinstance(wrong, float) and right != wrong:
        assert not math.isclose(got, wrong, abs_tol=1e-3)
