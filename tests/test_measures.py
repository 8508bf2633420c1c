"""Names of measures: read, printed, refused in words; and runs evaluated by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xlmetrics
from xlmetrics import MEASURES, BadMeasureInput, Measure, evaluate, parse_measure

RANKED = [2, 0, 3, 1, 0, 2]
JUDGED = [*RANKED, 3]


@pytest.mark.parametrize(
    "name",
    [
        "nDCG@10",
        "nDCG",
        "nDCG(gain='exp')@10",
        "RR@10",
        "RR",
        "P(rel=2)@5",
        "R@100",
        "AP@100",
        "Rprec",
        "Success@1",
        "Judged@10",
        "Bpref",
        "ERR(max_grade=3)@20",
        "RBP(p=0.8)",
        "RBP(p=0.8, rel=2)",
        "CG@5",
        "DCG@5",
        "IDCG@5",
        "F1@5",
        "nDCG_retrieved_only@5",
        "DCG_2002(b=10)@5",
        "nDCG_2002(b=10, gain='exp')",
        "R_capped@5",
        "AP_capped@5",
        "AP_of_hits(rel=0.5)@5",
        "RR(rel=1e+300)",
    ],
)
def test_canonical_names_print_as_they_are_read(name):
    assert str(parse_measure(name)) == name


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("MRR", "RR"),
        ("mrr@10", "RR@10"),
        ("MAP@100", "AP@100"),
        ("NDCG@5", "nDCG@5"),
        ("Precision@5", "P@5"),
        ("recall@5", "R@5"),
        ("hit_rate@1", "Success@1"),
        ("rPREC", "Rprec"),
        ("  ndcg ( gain = exp ) @ 5\n", "nDCG(gain='exp')@5"),
        ('nDCG(gain="exponential")@5', "nDCG(gain='exp')@5"),
        ("nDCG(gain='linear')@5", "nDCG@5"),
        ("P()@5", "P@5"),
        ("P(rel=1.0)@5", "P@5"),
        ("P(rel=2.0)@05", "P(rel=2)@5"),
        ("RBP(rel=2,p=.5)", "RBP(p=0.5, rel=2)"),
        ("nDCG_2002(b=2)@5", "nDCG_2002@5"),
    ],
)
def test_other_spellings_are_the_same_measure(written, canonical):
    assert str(parse_measure(written)) == canonical
    assert parse_measure(written) == parse_measure(canonical)
    assert hash(parse_measure(written)) == hash(parse_measure(canonical))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("NGCD@10", "there is no measure 'NGCD'; did you mean nDCG@10?"),
        ("ndcg_cut_10", "there is no measure 'ndcg_cut_10'; did you mean nDCG@10?"),
        ("precision_at_5", "there is no measure 'precision_at_5'; did you mean P@5?"),
        ("P_30", "there is no measure 'P_30'; did you mean P@30?"),
        ("hit rate@1", "there is no measure 'hit rate'; did you mean Success@1?"),
        ("xyz", "there is no measure 'xyz'; the measures are " + ", ".join(MEASURES)),
        ("nDCG(gains=exp)@5", "nDCG has no parameter 'gains', it takes gain; write nDCG@5"),
        ("Judged(rel=2)@5", "Judged has no parameter 'rel', it takes none; write Judged@5"),
        ("P(k=5)", "P has no parameter 'k', it takes rel; write P@10"),
        (
            "nDCG(gain='cubic')@5",
            "gain must be 'linear' or 'exp', not 'cubic'; write for example gain='exp'",
        ),
        (
            "nDCG(gain=1)@5",
            "gain must be 'linear' or 'exp', not 1.0; write for example gain='exp'",
        ),
        (
            "P(rel=high)@5",
            "rel must be a number above 0, not 'high'; write for example rel=2",
        ),
        ("P(rel=0)@5", "rel must be a number above 0, not 0.0; write for example rel=2"),
        ("P(rel=1e999)@5", "rel must be a number above 0, not inf; write for example rel=2"),
        ("RBP(p=1)", "p must be a number between 0 and 1, not 1.0; write for example p=0.8"),
        ("RBP", "RBP needs p, a number between 0 and 1; write RBP(p=0.8)"),
        (
            "ERR@20",
            (
                "ERR needs max_grade, a number above 0 and up to 1000, "
                "the top of the grading scale; write ERR(max_grade=3)@20"
            ),
        ),
        ("P", "P needs a cut-off; write P@10"),
        ("Bpref@5", "Bpref has no cut-off; write Bpref"),
        ("RBP(p=0.5)@5", "RBP has no cut-off; write RBP(p=0.8)"),
        ("P@0", "the cut-off k must be a whole number from 1 up, not 0"),
        ("P@-1", "the cut-off k must be a whole number from 1 up, not -1"),
        ("P@2.5", "the cut-off k must be a whole number from 1 up, not '2.5'; write @10"),
        ("P@", "the cut-off k must be a whole number from 1 up, not ''; write @10"),
        ("P@5@5", "the cut-off k must be a whole number from 1 up, not '5@5'; write @10"),
        ("P(rel=2, rel=3)@5", "parameter rel is given twice; give it once"),
        ("P(rel)@5", "a parameter is written name=value, such as rel=2, not 'rel'"),
        ("P(rel=2,)@5", "a parameter is written name=value, such as rel=2, not ''"),
        (
            "P(rel=2@5",
            "a measure is written name(parameter=value)@k, such as nDCG@10 or P(rel=2)@5",
        ),
        ("", "a measure is written name(parameter=value)@k, such as nDCG@10 or P(rel=2)@5"),
    ],
)
def test_bad_names_are_refused_with_the_mend(name, says):
    with pytest.raises(BadMeasureInput) as refused:
        parse_measure(name)
    assert str(refused.value) == f"{name!r}: {says}"


def test_every_listed_measure_parses_and_computes():
    assert len(MEASURES) == 21
    for name in MEASURES:
        measure = parse_measure(name)
        assert str(measure) == name
        assert measure(RANKED, JUDGED) > 0
        assert measure([], JUDGED) == (measure(RANKED, JUDGED) if name == "IDCG" else 0)


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        ("nDCG@5", xlmetrics.ndcg(RANKED, JUDGED, k=5)),
        ("nDCG(gain=exp)@5", xlmetrics.ndcg(RANKED, JUDGED, k=5, gain="exponential")),
        ("IDCG@5", xlmetrics.idcg(JUDGED, k=5)),
        ("RR(rel=3)", 1 / 3),
        ("P(rel=2)@5", 0.4),
        ("R(rel=2)@5", 0.5),
        ("Judged@5", 1.0),
        ("ERR(max_grade=3)@5", xlmetrics.err(RANKED, k=5, max_grade=3)),
        ("RBP(p=0.8)", xlmetrics.rbp(RANKED, p=0.8)),
        ("nDCG_2002(b=3)@5", xlmetrics.ndcg_2002(RANKED, JUDGED, k=5, base=3)),
    ],
)
def test_a_measure_computes_what_its_name_says(name, by_hand):
    assert parse_measure(name)(RANKED, JUDGED) == by_hand


def test_measures_by_keyword():
    assert Measure.of("ndcg", k=10, gain="exponential") == parse_measure("nDCG(gain='exp')@10")
    assert Measure.of("MRR") == parse_measure("RR")
    with pytest.raises(BadMeasureInput, match=r"whole number from 1 up, not 2\.5"):
        Measure.of("P", k=2.5)
    for rel in (True, None, 10**400, float("nan")):
        with pytest.raises(BadMeasureInput, match="rel must be a number above 0"):
            Measure.of("P", k=5, rel=rel)


def test_the_mean_has_its_own_name():
    names = ["RR@10", "AP", "nDCG@5", "RR(rel=2)"]
    assert [parse_measure(name).mean_name for name in names] == [
        "MRR@10",
        "MAP",
        "nDCG@5",
        "MRR(rel=2)",
    ]


positive = st.floats(min_value=0, exclude_min=True, allow_infinity=False)
cuts = st.integers(1, 10**9 - 1)
measures = st.one_of(
    st.builds(
        lambda name, k, gain: Measure.of(name, k=k, gain=gain),
        st.sampled_from(["DCG", "IDCG", "ndcg", "nDCG_retrieved_only"]),
        st.none() | cuts,
        st.sampled_from(["linear", "exp", "exponential"]),
    ),
    st.builds(
        lambda name, k, rel: Measure.of(name, k=k, rel=rel),
        st.sampled_from(["P", "recall", "F1", "MAP", "RR", "hit_rate", "AP_of_hits"]),
        cuts,
        positive | st.integers(1, 9),
    ),
    st.builds(lambda p, rel: Measure.of("RBP", p=p, rel=rel), st.floats(0.001, 0.999), positive),
    st.builds(lambda top: Measure.of("ERR", max_grade=top), st.floats(0.001, 1000)),
    st.builds(lambda base: Measure.of("nDCG_2002", b=base), st.floats(1.001, 1e300)),
)


@given(measures)
def test_a_printed_measure_reads_back_as_itself(measure):
    assert parse_measure(str(measure)) == measure
    assert str(parse_measure(str(measure))) == str(measure)
    assert parse_measure(measure.mean_name) == measure


@given(st.text(st.sampled_from("nDCGPR@()=,'\" .0159rel_gainxp"), max_size=24) | st.text())
def test_any_text_is_a_measure_or_refused_in_words(text):
    try:
        measure = parse_measure(text)
    except BadMeasureInput as bad:
        refusal = str(bad)
    else:
        refusal = f"{text!r}: not refused"
        assert parse_measure(str(measure)) == measure
    assert refusal.startswith(f"{text!r}: ")


# Evaluating a run by name.

QRELS = {"hit": {"a": 1, "b": 0}, "gone": {"a": 2}, "low": {"a": 0.5}, "none": {"a": 0}}
RUN = {"hit": {"b": 2, "a": 1}, "low": {"a": 1}, "none": {"a": 1, "b": 1}, "other": {"a": 1}}


def test_a_run_is_evaluated_over_every_judged_query():
    scores = evaluate(["MRR", "nDCG@1", Measure.of("P", k=1, rel=2)], QRELS, RUN)
    assert list(scores) == ["MRR", "nDCG@1", "P(rel=2)@1"]
    mrr = scores["MRR"]
    assert mrr.measure == parse_measure("RR")
    assert mrr.per_query == {"hit": 0.5, "gone": 0, "low": 0, "none": 0}
    assert mrr.mean == 0.125
    assert (mrr.missing, mrr.ignored, mrr.tied) == (("gone",), ("other",), ("none",))
    assert mrr.without_relevant == ("low", "none")
    assert scores["nDCG@1"].without_relevant == ("none",)
    assert scores["P(rel=2)@1"].without_relevant == ("hit", "low", "none")


@pytest.mark.parametrize("name", ["CG@5", "DCG@5", "IDCG", "DCG_2002"])
def test_sums_of_gain_are_not_averaged(name):
    scores = evaluate([name], QRELS, RUN)[name]
    assert len(scores.per_query) == 4
    with pytest.raises(BadMeasureInput, match=f"{name} is not averaged over queries"):
        _ = scores.mean


def test_ties_can_be_refused():
    with pytest.raises(BadMeasureInput, match="query none: a, b have the same score"):
        evaluate(["RR"], QRELS, RUN, ties="error")
