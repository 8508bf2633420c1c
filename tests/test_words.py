"""Every text of a workbook stands in the words, so that a translation is another TOML file."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.exercise.support import with_exercises
from tests.support import write_template
from tests.test_layout import GRADES, RANKS, clipped, template
from tests.test_quantities import OWN, everything
from tests.test_scoring import judged, returned
from xlmetrics import score
from xlmetrics.audit import check
from xlmetrics.build import build
from xlmetrics.errors import BadTemplate
from xlmetrics.exercise.copies import student_copy, teacher_copy
from xlmetrics.exercise.mark import Mark
from xlmetrics.judging.cells import Said
from xlmetrics.judging.collected import Outcome, Settled
from xlmetrics.judging.keys import row_keys
from xlmetrics.judging.manifest import Packet, Row
from xlmetrics.judging.reading import Shown
from xlmetrics.judging.scale import Level, Scale
from xlmetrics.judging.scale_file import usual_scale
from xlmetrics.layout import arrange
from xlmetrics.layout.judging.adjudication import arrange_adjudication
from xlmetrics.layout.judging.items import Item
from xlmetrics.layout.judging.packet import PacketContent, arrange_packet, title_of
from xlmetrics.layout.judging.solo import arrange_solo
from xlmetrics.layout.metrics import Listed
from xlmetrics.layout.scores.arrange import arrange_scores
from xlmetrics.model import Role, Workbook
from xlmetrics.template import files
from xlmetrics.template.read import read_template
from xlmetrics.template.words import PLACE, Words, english, read_words, shipped_words
from xlmetrics.template.words_schema import MAX_LABEL, validate_words

GERMAN = Path(__file__).with_name("data") / "german.toml"
ENGLISH = english().texts
MARK = Mark("t", 1)
MEASURES = ("RR", "MRR", "Judged@10")
LONG = dict.fromkeys(range(4), "a meaning at some length " * 7)


class Recording(Words):
    """Words that note which keys are asked for, and that each is filled with what it has."""

    used: set[str] = set()  # noqa: RUF012

    def __getitem__(self, key: str) -> str:
        assert not PLACE.search(ENGLISH[key]), key
        self.used.add(key)
        return super().__getitem__(key)

    def filled(self, key: str, **values: object) -> str:
        assert set(PLACE.findall(ENGLISH[key])) <= set(values), key
        self.used.add(key)
        return super().filled(key, **values)


def workbooks(words: Words) -> Iterator[Workbook]:
    """Workbooks that show every text there is."""
    yield arrange(template(GRADES, RANKS, words=words, notes=("A note.",)))
    yield arrange(template(GRADES, gain="exponential", words=words, scale=LONG))
    yield arrange(template(RANKS, sheet=words["sheet.notes"], words=words))
    course = everything(words)
    yield arrange(course)
    yield student_copy(with_exercises(course), MARK)
    alone = replace(course, topics=course.topics[:1])
    yield teacher_copy(with_exercises(alone), MARK, ["S"])
    yield arrange(everything(words))
    item = Item(
        "KEYKEY-KEYKEYKE", "1", "d", "query", "need", "title", "long " * 7_000, "http://a.b"
    )
    scale = Scale((Level(0, "no", "example"), Level(3, "perfect")), "A note.")
    packets = [Packet("KEYKEY", "ann", "ann-1.xlsx", (), each) for each in (False, True)]
    for packet, each in zip(packets, (scale, usual_scale(words)), strict=True):
        yield arrange_packet(PacketContent(title_of(packet, packets, words), (item,), each), words)
    title = title_of(packets[0], packets, words, solo=True)
    listed = (Listed("a", {"1": [(1, "d")]}, {"1": 1}),)
    yield arrange_solo(PacketContent(title, (item,), scale), [("1", "query")], listed, 10, words)
    row = Row("KEYKEY-KEYKEYKE", "1", "d")
    said = Settled(row, "ann", Outcome.JUDGED, Said(3.0), "", Shown("query", "need", "title"))
    adjudication = Packet("KEYKEY", "", "adjudication.xlsx", (row,))
    yield arrange_adjudication(adjudication, {("1", "d"): {"ann": said}}, scale, words, named=False)
    runs = {"a": returned({"1": {"d": 1}}), "b": returned({})}
    card = score(judged({"1": {"d": 1}}), runs, "RR AP AP@10 Rprec", keep_lists=True)
    yield arrange_scores(card.scores, card.comparisons, card.lists, words)[0]
    yield arrange_scores(card.scores, card.comparisons, None, words)[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("xlmetrics.layout.scores.arrange.MAX_LIVE_ROWS", 1)
        yield arrange_scores(card.scores, card.comparisons, card.lists, words)[0]


def test_every_key_is_used_and_every_key_used_is_there() -> None:
    words = Recording(ENGLISH)
    assert list(workbooks(words))
    assert words.used == set(ENGLISH)


def test_no_text_stands_in_the_code() -> None:
    """Words that say nothing but their key are all that is shown, with what the template says."""
    words = Words({key: f"«{key}»{text}" for key, text in nothing_but_places().items()})
    own = {
        "T",
        "S",
        "no",
        "partly",
        "good",
        "perfect",
        "a",
        "b",
        "A note.",
        "1.",
        "",
        str(MARK),
        str(MARK._replace(student="S")),
        *LONG.values(),
        *OWN,
        *MEASURES,
        *(
            "ann",
            "ann11",
            "KEYKEY-KEYKEYKE",
            "KEYKEYKE",
            "1",
            "d",
            "query",
            "need",
            "title",
            "a.b",
            "example",
            "3",
        ),
        *("AP", "AP@10", "Judged@10", "MAP", "MAP@10", "MRR", "RR", "Rprec"),
        *(key.removeprefix("-") for key in row_keys(0, "", [("1", "d")])),
    }
    own |= {"linear", "exponential"}  # read back by the check
    for workbook in workbooks(words):
        for sheet in workbook.sheets:
            assert sheet.title in ("Sheet", *MEASURES, *OWN) or sheet.title.startswith("«")
            for cell in sheet.cells:
                if isinstance(cell.value, str) and cell.role is not Role.FORMULA:
                    assert cell.value in own or cell.value.startswith(("«", "long")), cell
            for rule in sheet.validations:
                for message in (rule.prompt_title, rule.prompt, rule.error):
                    assert message.startswith("«"), message


def nothing_but_places() -> dict[str, str]:
    return {
        key: "".join(f"{{{place}}}" for place in PLACE.findall(text))
        for key, text in ENGLISH.items()
    }


def test_english_words_are_valid_and_filled_in() -> None:
    path = shipped_words()["en"]
    source = path.read_text("utf-8")
    validate_words(tomllib.loads(source), path, source)
    assert english().filled("heading.relevance", scale="0–3") == "Relevance (0–3)"


@pytest.mark.parametrize("language", sorted(set(shipped_words()) - {"en"}))
def test_translations_are_valid_and_complete(language: str) -> None:
    path = shipped_words()[language]
    source = path.read_text("utf-8")
    data = tomllib.loads(source)
    validate_words(data, path, source)
    for key in ENGLISH:
        text: object = data
        for part in key.split("."):
            text = text.get(part) if isinstance(text, dict) else None
        assert text or key.endswith(".link"), key


def test_a_german_workbook_is_german_and_right(tmp_path: Path) -> None:
    [path] = build([str(GERMAN)], tmp_path)
    report = check(path)
    assert not report.findings
    assert not report.not_checked
    workbook = arrange(read_template(GERMAN))
    shown = {cell.value for sheet in workbook.sheets for cell in sheet.cells}
    assert {"Rang", "Relevanz (0–3)", "keiner", "nicht gefunden", "Quellen", "NDCG@k"} <= shown
    english_only = set(ENGLISH.values()) - set(read_words("de", tmp_path).texts.values())
    assert len(english_only) > 50
    assert not shown & english_only


@pytest.mark.parametrize("text", ["W" * MAX_LABEL, "順位" * (MAX_LABEL // 4)])
def test_the_longest_labels_are_not_clipped(text: str) -> None:
    labels = {
        key: text
        for key, in_english in ENGLISH.items()
        if key.startswith(("heading.", "figure.", "panel.", "value.")) and "{" not in in_english
    }
    assert not list(clipped(arrange(template(GRADES, RANKS, words=Words({**ENGLISH, **labels})))))


def test_german_labels_are_not_clipped() -> None:
    assert not list(clipped(arrange(read_template(GERMAN))))


def test_ones_own_words_stand_beside_the_template(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[heading]\nquery = "Zoekvraag"\n[value]\nnone = "geen"\n')
    path = write_template(tmp_path / "t.toml", ["a"], words="mine.toml")
    words = read_template(path).words
    assert words["heading.query"] == "Zoekvraag"
    assert words["heading.rank"] == "Rank"
    rule = arrange(template(RANKS, words=words)).sheets[0].validations[0]
    assert '="geen"' in rule.formula
    assert "or geen if" in rule.prompt


def test_only_installed_words_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text("heading.rank = ' '")
    with pytest.raises(BadTemplate):
        read_words("mine.toml", tmp_path)
    monkeypatch.setattr(files, "INSTALLED", tmp_path)
    assert read_words("mine.toml", tmp_path)["heading.rank"] == " "


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fr", 'words: must be de or en, or the path of your own .toml file, not "fr"'),
        ("none.toml", "none.toml: there is no such file"),
        (1, "words: must be text in quotes, not 1"),
    ],
)
def test_words_that_are_not_there(tmp_path: Path, name: object, said: str) -> None:
    with pytest.raises(BadTemplate, match=said):
        read_template(write_template(tmp_path / "t.toml", ["a"], words=name))


RANK = 'rank = "Rank"'
RR = '"1 / rank of the first relevant result; 0 if there is none."'
COMPLAINTS = [
    (RANK, 'rnak = "Rank"', "heading.rnak: is not a key of words; did you mean rank?"),
    (RANK, 'zzz = "Rank"', "heading.zzz: is not a key of words; remove it"),
    ("[figure]", "[figures]", "figures: is not a key of words; did you mean figure?"),
    (RANK, "rank = 1", "heading.rank: must be text in quotes, not 1"),
    (RANK, "rank = { a = 'b' }", 'heading.rank: must be text in quotes, not { a = "b" }'),
    (RANK, 'rank = " "', "heading.rank: must not begin or end with a space"),
    (RANK, 'rank = ""', "heading.rank: must not be blank"),
    (RANK, r'rank = "a\nb"', "heading.rank: holds a line break"),
    (RANK, r'rank = "a\u0007b"', "heading.rank: holds the control character U+0007"),
    (RANK, f'rank = "{"x" * 33}"', "heading.rank: is 33 letters wide and at most 32 fit"),
    (RANK, f'rank = "{"順" * 17}"', "heading.rank: is 34 letters wide and at most 32 fit"),
    (RANK, 'rank = "{k}"', "heading.rank: has no place {k}; remove it"),
    ("({scale})", "({Scale})", "heading.relevance: has no place {Scale}; it has {scale}"),
    ("({scale})", "()", "heading.relevance: needs the place {scale}, which is filled in"),
    ('notes = "Notes"', 'notes = "a/b"', "sheet.notes: holds '/'"),
    ('notes = "Notes"', 'notes = "ABOUT"', "sheet.about: is the other title too"),
    ('none = "none"', 'none = "4"', "value.none: must begin with a letter and hold no digit"),
    ('k_title = "Cut-off k"', f'k_title = "{"x" * 33}"', "prompt.k_title: is 33 letters wide"),
    ("How many ranks", "x" * 185, "prompt.k: is 221 characters long and at most 200 fit"),
    ("The cut-off k is", "x" * 250, "error.k: is 279 characters long and at most 200 fit"),
    ("The sum of the discounted gains down", "x" * 5000, "meaning.DCG: takes more than 26 lines"),
    (RR, '""', "meaning.RR: must not be blank"),
    ('"https://trec.nist.gov', '"trec.nist.gov', "source.voorhees_1999.link: must be the address"),
]


@pytest.mark.parametrize(("old", "new", "said"), COMPLAINTS, ids=lambda value: str(value)[:30])
def test_complaints_name_line_and_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    source = shipped_words()["en"].read_text("utf-8")
    assert old in source
    path = tmp_path / "mine.toml"
    path.write_text(source.replace(old, new, 1), "utf-8")
    with pytest.raises(BadTemplate) as caught:
        read_words("mine.toml", tmp_path)
    [complaint] = caught.value.complaints
    assert f": {said}" in complaint
    assert complaint.startswith(f"{path}, line ")


def test_a_section_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("error = 'x'\n[heading]\nrank = 2\n")
    with pytest.raises(BadTemplate) as caught:
        read_words("mine.toml", tmp_path)
    path = tmp_path / "mine.toml"
    assert caught.value.complaints == (
        f'{path}, line 1: error: must be a table of keys, not "x"',
        f"{path}, line 3: heading.rank: must be text in quotes, not 2",
    )
