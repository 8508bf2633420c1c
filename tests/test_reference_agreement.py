"""The measures against three other implementations, wherever they define the same thing.

trec_eval's own C code (through pytrec_eval), ir_measures with its other providers, scikit-learn.
trec_eval keeps scores as float32, so the scores here are small whole numbers, ties included.
"""

from __future__ import annotations

import random
from shutil import which

import ir_measures
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import dcg_score, ndcg_score

from xlmetrics import dcg, evaluate, idcg, in_score_order, match_run, ndcg, parse_measure

CUTOFFS = (1, 2, 3, 5, 10, 30)
AT = ",".join(map(str, CUTOFFS))


def same(value):
    return pytest.approx(value, abs=1e-12, rel=1e-12)


def collection(seed, *, ties=True, lowest=-2, highest=4, queries=40):
    """Judgments and a run: unjudged and missed documents, negative grades, queries on one side."""
    draw = random.Random(seed)
    qrels, run = {}, {}
    for number in range(queries):
        docs = [f"d{doc}" for doc in range(draw.randint(1, 40))]
        judged = draw.sample(docs, draw.randint(1, len(docs)))
        found = draw.sample(docs, draw.randint(1, len(docs)))
        scores = [draw.randint(-5, 5) if ties else rank for rank in range(len(found))]
        qrels[f"q{number}"] = {doc: draw.randint(lowest, highest) for doc in judged}
        run[f"q{number}"] = dict(zip(found, map(float, scores), strict=True))
    del run["q0"], qrels["q1"]
    run["q2"] = {}
    qrels["q3"] = dict.fromkeys(qrels["q3"], 0)
    qrels["q4"] = dict.fromkeys(qrels["q4"], lowest)
    return qrels, run


# trec_eval.

TREC = {
    "ndcg": "nDCG",
    "recip_rank": "RR(rel={rel})",
    "map": "AP(rel={rel})",
    "Rprec": "Rprec(rel={rel})",
    "bpref": "Bpref(rel={rel})",
    **{f"ndcg_cut_{k}": f"nDCG@{k}" for k in CUTOFFS},
    **{f"P_{k}": f"P(rel={{rel}})@{k}" for k in CUTOFFS},
    **{f"recall_{k}": f"R(rel={{rel}})@{k}" for k in CUTOFFS},
    **{f"map_cut_{k}": f"AP(rel={{rel}})@{k}" for k in CUTOFFS},
    **{f"success_{k}": f"Success(rel={{rel}})@{k}" for k in CUTOFFS},
}
FAMILIES = {"ndcg", "recip_rank", "map", "Rprec", "bpref", "set_F"} | {
    f"{name}.{AT}" for name in ("ndcg_cut", "P", "recall", "map_cut", "success")
}


def trec_eval(qrels, run, rel):
    """Figures by query, of the queries that trec_eval can take.

    It reads outside its memory, and may crash, where a query returned nothing or has negative
    judgments only. By definition such a query scores 0 in every measure.
    """
    possible = {
        query: grades
        for query, grades in qrels.items()
        if run.get(query) and max(grades.values()) >= 0
    }
    return pytrec_eval.RelevanceEvaluator(possible, FAMILIES, relevance_level=rel).evaluate(run)


def agree_with_trec_eval(qrels, run, rel):
    """Compare every measure of every judged query; the number compared."""
    theirs = trec_eval(qrels, run, rel)
    queries = match_run(qrels, run).queries
    for query, seen in queries.items():
        figures = theirs.get(query, {})
        for name, ours in TREC.items():
            value = parse_measure(ours.format(rel=rel))(*seen)
            assert value == same(figures.get(name, 0)), (query, name, seen)
        # set_F is F1 of all that was returned: F1@k with k the length of the list.
        value = parse_measure(f"F1(rel={rel})@{len(seen.ranked) or 1}")(*seen)
        assert value == same(figures.get("set_F", 0)), (query, seen)
    return len(theirs) * (len(TREC) + 1)


@pytest.mark.parametrize("rel", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_trec_eval_on_random_collections(seed, rel):
    qrels, run = collection(seed)
    assert agree_with_trec_eval(qrels, run, rel) > 30 * len(TREC)


documents = st.sampled_from([f"d{number}" for number in range(12)] + ["é", "z", "𝄞", "Z"])


@settings(deadline=None)
@given(
    st.dictionaries(documents, st.integers(-2, 4), min_size=1),
    st.dictionaries(documents, st.integers(-2, 2).map(float), min_size=1),
    st.integers(1, 3),
)
def test_trec_eval_on_any_query(judged, scores, rel):
    agree_with_trec_eval({"q": judged}, {"q": scores}, rel)


def test_exponential_gain_is_linear_gain_of_mapped_grades():
    qrels, run = collection(11)
    mapped = {
        query: {doc: 2 ** max(grade, 0) - 1 for doc, grade in grades.items()}
        for query, grades in qrels.items()
    }
    theirs = trec_eval(mapped, run, 1)
    for k in CUTOFFS:
        ours = evaluate([f"nDCG(gain='exp')@{k}"], qrels, run)[f"nDCG(gain='exp')@{k}"]
        for query, figures in theirs.items():
            assert ours.per_query[query] == same(figures[f"ndcg_cut_{k}"])


# ir_measures, which averages over every judged query as we do.

IR = [
    "nDCG@10",
    "nDCG",
    "RR",
    "RR(rel=2)",
    "P@5",
    "P(rel=2)@5",
    "R@10",
    "AP",
    "AP(rel=2)@10",
    "Rprec",
    "Success@1",
    "Success(rel=3)@5",
    "Bpref",
    "RR@3",
]


@pytest.mark.parametrize("name", IR)
def test_ir_measures_reads_the_same_name_and_gives_the_same_mean(name):
    qrels, run = collection(5)
    run = {query: scores for query, scores in run.items() if scores}
    qrels = {query: grades for query, grades in qrels.items() if max(grades.values()) >= 0}
    ours = evaluate([name], qrels, run)[name]
    theirs = ir_measures.parse_measure(name)
    ranked = in_distinct_scores(run)  # its providers settle ties each in its own way
    assert ir_measures.calc_aggregate([theirs], qrels, ranked)[theirs] == same(ours.mean)
    per_query = {m.query_id: m.value for m in ir_measures.iter_calc([theirs], qrels, ranked)}
    for query, value in ours.per_query.items():
        assert per_query.get(query, 0) == same(value), query


def in_distinct_scores(run):
    return {
        query: {doc: float(-rank) for rank, doc in enumerate(in_score_order(scores))}
        for query, scores in run.items()
    }


def test_judged_agrees_with_ir_measures():
    qrels, run = collection(6, ties=False)
    names = [f"Judged@{k}" for k in CUTOFFS]
    run = {query: scores for query, scores in run.items() if scores}  # it divides by zero
    ours = evaluate(names, qrels, run)
    theirs = list(ir_measures.iter_calc([*map(ir_measures.parse_measure, names)], qrels, run))
    assert len(theirs) == len(names) * len(qrels)
    for metric in theirs:
        assert metric.value == same(ours[str(metric.measure)].per_query[metric.query_id])


def test_names_that_ir_measures_prints_are_ours():
    for name in [*IR, "Judged@10"]:
        assert str(ir_measures.parse_measure(name)) == str(parse_measure(name)) == name


@pytest.mark.skipif(which("perl") is None, reason="gdeval, which computes ERR, is a Perl script")
def test_gdeval_agrees_on_err_and_exponential_ndcg_to_its_five_digits():
    qrels, run = collection(7, ties=False, lowest=0)
    qrels = {query.removeprefix("q"): grades for query, grades in qrels.items()}
    run = {query.removeprefix("q"): scores for query, scores in run.items()}
    pairs = {
        ir_measures.ERR @ 10: "ERR(max_grade=4)@10",
        ir_measures.nDCG(dcg="exp-log2") @ 10: "nDCG(gain='exp')@10",
    }
    ours = evaluate(pairs.values(), qrels, run)
    compared = 0
    for metric in ir_measures.gdeval.iter_calc([*pairs], qrels, run):
        value = ours[pairs[metric.measure]].per_query[metric.query_id]
        assert metric.value == pytest.approx(value, abs=0.51e-5)
        compared += 1
    assert compared == 2 * len(qrels) == 78


# scikit-learn, which sees one list at a time and averages over ties unless told not to.


@pytest.mark.parametrize("k", [None, 1, 3, 5, 100])
@pytest.mark.parametrize("ignore_ties", [True, False])
def test_scikit_learn_on_lists_without_ties(k, ignore_ties):
    draw = random.Random(3)
    for _ in range(40):
        grades = [draw.choice([0, 0.5, 1, 2, 3.25]) for _ in range(draw.randint(2, 30))]
        scores = draw.sample(range(100), len(grades))
        ranked = [g for _, g in sorted(zip(scores, grades, strict=True), reverse=True)]
        options = {"k": k, "ignore_ties": ignore_ties}
        assert ndcg(ranked, grades, k=k) == same(ndcg_score([grades], [scores], **options))
        assert dcg(ranked, k=k) == same(dcg_score([grades], [scores], **options))
        assert idcg(grades, k=k) == same(dcg_score([grades], [grades], **options))


def test_scikit_learn_refuses_the_negative_grades_that_gain_nothing_here():
    with pytest.raises(ValueError, match="negative"):
        ndcg_score([[-1, 2]], [[2, 1]])
    assert ndcg([-1, 2], [-1, 2]) == same(ndcg_score([[0, 2]], [[2, 1]]))
