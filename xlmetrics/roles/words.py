"""What a heading or a label says: a line of cells, a measure with its cut-off, a mean, a total.

The vocabulary is data, ``words.toml``. A label is known when it is one of its phrases, or has one
in it and little else; so a sentence that happens to speak of precision says nothing.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.roles.concepts import composed
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterator


class Said(NamedTuple):
    """What a label says.

    ``what`` is a meaning of a line, the name of a measure, or one of the words ``mean``,
    ``total``, ``pooled``, ``spread``, ``k``, ``relevant``, ``returned``, ``missed``,
    ``ideal rank``, ``ideal discount``. ``mean`` is whether it says a mean of a measure, ``whole``
    whether the label says this and nothing else.
    """

    what: Meaning | str
    k: int | None = None
    gain: str | None = None
    mean: bool = False
    whole: bool = True

    @property
    def measure(self) -> str:
        """The measure it names, or nothing."""
        return self.what if self.what in MEASURES else ""


NOTHING = Said("")
"""What is said where no label is known."""

MEASURES = frozenset({"nDCG", "DCG", "IDCG", "RR", "P", "R", "F1", "AP", "Success"})
"""The measures that can be read from a sheet, as ``definitions`` names them."""

SURE = frozenset({"nDCG", "DCG", "IDCG"})
"""Names that mean nothing else anywhere."""

_OTHERS = (
    "mean", "total", "spread", "k", "relevant", "returned", "missed", "ideal rank",
    "ideal discount",
)  # fmt: skip

_IDEAL: dict[Meaning | str, Meaning] = {
    Meaning.GRADE: Meaning.IDEAL_GRADE,
    Meaning.GAIN: Meaning.IDEAL_GAIN,
    Meaning.DISCOUNT: Meaning.IDEAL_DISCOUNTED_GAIN,
    Meaning.DISCOUNTED_GAIN: Meaning.IDEAL_DISCOUNTED_GAIN,
}
"""What lines hold whose headings say ideal beside this: ``Ideal / log2(i+1)`` is discounted."""

_AT_A_CUT: dict[Meaning | str, Said] = {
    Meaning.GRADE: Said(Meaning.HITS_SO_FAR),
    Meaning.IDEAL_GRADE: Said("IDCG"),
}
"""What a label says that has a cut-off beside this: ``relevant@10``, ``ideal 10``."""

_LONGEST = 60
"""A label with more letters is a note."""

_MOST_WORDS = 7

_CUT = re.compile(
    r"(?:@\s*|\bat\s+|\btop[\s-]*|\bbei\s+|(?:\b|_)cut[\s_-]*(?:off)?[\s_:=]*|\bk\s*=\s*|\bfirst\s+)([0-9]{1,6})(?![^\W_])"
)
_GLUED = re.compile(r"^([^\W\d_]{1,12})[\s_(\[]*([0-9]{1,4})[)\]]?$")
_LETTER_AT = re.compile(r"(?<![^\W_])([pr])@\s*(?:[0-9]+|[kn])(?![^\W_])")
"""Precision and recall by one letter, which before a cut-off mean nothing else."""

_PLACE_SIGN = re.compile(r"(?:(?<=\bat)|(?<=1/)|(?<=1 /))\s*#")
"""``at #`` and ``1/#`` speak of a rank."""

_BEST_MATCH = re.compile(r"\bbest match(?:es|ing)?\b")
"""The name of a ranking, and not of the ideal one."""

_NUMBERED = (["no"], ["nr"])
"""Alone these number what stands below; among other words they may say no."""

_FARTHEST = 100
"""After a single letter a higher number is no cut-off, but makes an id: ``R102``."""

_CUT_SAID = re.compile(r"@\s*[kn](?![^\W_])|\bat\s+[kn]\b|\(\s*k\s*\)|@")
_FORMULA_GAIN = re.compile(r"2\s*\^|\*\*\s*rel|pow")
_PIECE = re.compile(r"[^\W\d_]+|[0-9]+|[∑σ]")
_COUNTED = re.compile(r"\s*(?:[#№]|(?:no|nr|num|n)[.°º]|number of|count of|anzahl)\s*(?:of\s+)?")
_NUMBER_SIGNS = frozenset({"#", "№"})
_ASIDE = re.compile(r"[(\[].*?[)\]]")
_RATIO = re.compile(r"\bdcg[^/]*/\s*i(?:deal\s*)?dcg")
_MACRO = re.compile(r"\s*ma[ck]ro\b[\s-]*(?:(?:averaged?|avg|mean|mittel)\b[\s.-]*)?(?:of\s+)?")
_ONE_OVER = re.compile(r"\s*1\s*/\s*")
RANKS = (Meaning.RANK, Meaning.FIRST_RANK)
_LEGEND = re.compile(r"\s*[0-9]{1,2}\s*=\s*[^\W\d]")
_EITHER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[^\s\u3040-\u30ff\u3400-\u9fff]+")
_NOT_WORDS = re.compile(r"[^\w∑]+|_+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@lru_cache(maxsize=65_536)
def understand(label: str) -> Said | None:
    """What a label says; None for one that says nothing known."""
    if len(label) > _LONGEST or not label.strip() or _LEGEND.match(label):
        return None
    text = _unaccented(label)
    if sign := _by_its_signs(text):
        return Said(sign)
    over = _ONE_OVER.match(text)
    if over and (said := _understood(text[over.end() :])) and said.what in RANKS:
        return Said("RR", said.k, whole=said.whole)
    macro = _MACRO.match(text)
    if macro and (said := _understood(text[macro.end() :])) and said.measure:
        return said._replace(mean=True)
    counted = _COUNTED.match(text)
    if counted is None:
        said = _understood(text) or _understood(text.partition(":")[2])
        return None if said and _is_a_map(label, said) else said
    said = _understood(text[counted.end() :])
    return Said("relevant") if said and said.what == Meaning.GRADE else said or _understood(text)


def _by_its_signs(text: str) -> Meaning | None:
    """What a heading says that is a sign, ``#``, or a choice between grades."""
    if text.strip() in _NUMBER_SIGNS:
        return Meaning.RANK
    return Meaning.GRADE if _is_a_choice(text) else None


def _is_a_choice(text: str) -> bool:
    """Whether a heading names the grades that may stand under it, best first: ``yes/no``."""
    grades = [graded_words().get(plain(word)) for word in text.split("/")]
    known = [grade for grade in grades if grade is not None]
    return len(known) == len(grades) > 1 and known[0] > known[-1] == min(known)


def _understood(text: str) -> Said | None:
    """What a label says, without accents and capitals."""
    text = _PLACE_SIGN.sub(" rank", text)
    k, rest = _cut_off(text)
    words = plain(rest)
    found = _phrases().get(words) or (_phrases().get(plain(text)) if k is None else None)
    if found is None and (
        len(outside := plain(_ASIDE.sub(" ", rest))) > 1 or (outside and (k or "@" in text))
    ):
        found = _phrases().get(outside)
    if _RATIO.search(text):
        found = Said("nDCG")
    if (k is not None or "@" in text) and _is_success(words):
        found = Said("Success")
    if found is None:
        return None if _is_moved(words) else _among_others(words, k, text)
    if k is not None:
        found = _AT_A_CUT.get(found.what, found)
    return found._replace(k=k, gain=_gain(text) if found.what in MEASURES else None)


def _among_others(words: str, k: int | None, text: str) -> Said | None:
    """What a label says that is no known phrase: by its parts, or by a letter before a cut-off."""
    if letter := _LETTER_AT.search(text):
        mean = not _words("mean").isdisjoint(words.split())
        return Said(letter[1].upper(), k, mean=mean, whole=False)
    together = composed(words, text)
    if together is not None:
        return Said(together, k)
    return None if _is_of_grades(words) else _within(words, k, text)


def _is_success(words: str) -> bool:
    """Whether a label with a cut-off speaks of success by a name that alone says less: ``hits``."""
    first, *others = words.split() or [""]
    return len(others) <= 1 and first in _vocabulary()["measure_at"]["Success"]


def _is_a_map(label: str, said: Said) -> bool:
    """Whether a label speaks of a map, such as that of a town, and not of MAP."""
    return said.what == "AP" and not said.whole and "map" in _PIECE.findall(label)


def is_ideal(label: str) -> bool:
    """Whether a heading says that what stands under it is ideal."""
    words = _BEST_MATCH.sub("", plain(label))
    return bool(set(words.split()) & _words("ideal"))


def is_ratio(label: str) -> bool:
    """Whether a label names DCG and its ideal, one over the other."""
    return _RATIO.search(_unaccented(label)) is not None


def says_relevance(label: str) -> bool:
    """Whether a heading speaks of relevance, and not of any grade or rating."""
    return any(piece.startswith(tuple(_words("relevance"))) for piece in plain(label).split())


def says_parts(label: str) -> bool:
    """Whether a label speaks of a mean over parts of the queries, each of which counts alike."""
    return not _words("parts").isdisjoint(plain(label).split())


def says_weighted(label: str) -> bool:
    """Whether a label speaks of a mean in which queries count for more or less than others."""
    return any(piece.startswith(tuple(_words("weighted"))) for piece in plain(label).split())


_STATED = re.compile(r"(?<![\w.,@])(\d{1,4})(?![\w.,%])")


def relevant_in(text: str) -> int | None:
    """How many relevant documents a text says there are: ``6 relevant docs in the collection``."""
    text = re.split(r"[,;]\s", text)[0]
    numbers = _STATED.findall(text)
    if len(numbers) != 1 or len(text) > _LONGEST:
        return None
    words = plain(_STATED.sub(" ", text))
    said = composed(words) or ((found := _phrases().get(words)) and found.what)
    return int(numbers[0]) if said == "relevant" else None


@lru_cache(maxsize=65_536)
def cut_in(label: str) -> int | None:
    """The cut-off that is all a label says: ``@5``, ``top 10``."""
    k, rest = _cut_off(_unaccented(label))
    return k if k is not None and not plain(rest) else None


def says_cut(label: str) -> bool:
    """Whether a label says that a figure is cut somewhere: ``hr@k``."""
    return _CUT_SAID.search(_unaccented(label)) is not None


_DASHES = re.compile(r"[-–—/.\s]*[-–—/]")
"""What is written where nothing is."""


def says_none(text: str) -> bool:
    """Whether a text stands where there is no rank: ``none``, ``not found``, a dash."""
    if _DASHES.fullmatch(text):
        return True
    said = understand(text) if text else None
    return said is not None and said.what == "missed"


@lru_cache(maxsize=65_536)
def says_missed(label: str) -> bool:
    """Whether a text says of a document that it was not returned."""
    words = f" {plain(label)} "
    return any(f" {phrase} " in words for phrase in _words("missed") if len(phrase) > 4)


def plain(text: str) -> str:
    """A text as the vocabulary writes it: no accents, capitals, signs."""
    return " ".join(_NOT_WORDS.sub(" ", _unaccented(text)).split())


def _unaccented(text: str) -> str:
    if text.isascii():
        return text.casefold()
    spread = unicodedata.normalize("NFKD", text.casefold()).replace("ı", "i")
    return unicodedata.normalize("NFC", "".join(c for c in spread if not _is_accent(c)))


def _is_accent(letter: str) -> bool:
    """Whether it is a mark upon a Latin or Cyrillic letter; those of Japanese are letters."""
    return unicodedata.combining(letter) != 0 and letter not in "\u3099\u309a"


def _cut_off(text: str) -> tuple[int | None, str]:
    """The cut-off in a label, and the label without it."""
    found = _CUT.search(text)
    if found:
        return int(found[1]) or None, text[: found.start()] + " " + text[found.end() :]
    glued = _GLUED.match(text.strip())
    if glued and plain(text) not in _phrases():
        known = _phrases().get(glued[1])
        code = len(glued[1]) == 1 and int(glued[2]) > _FARTHEST
        if known is not None and known.what in MEASURES and not code:
            return int(glued[2]) or None, glued[1]
    return None, _CUT_SAID.sub(" ", text)


def _gain(text: str) -> str | None:
    if _FORMULA_GAIN.search(text):
        return "exponential"
    words = set(plain(text).split())
    for gain, known in _vocabulary()["gain"].items():
        if words & set(known):
            return gain
    return None


def _within(words: str, k: int | None, text: str) -> Said | None:
    """What the longest known phrase inside a label says, if there is little else in it."""
    pieces = _EITHER.findall(words)
    mean = not _words("mean").isdisjoint(pieces)
    rest = " ".join(p for p in pieces if p not in _words("mean") | _words("filling"))
    alone = _phrases().get(rest)
    if alone is not None and alone.what in MEASURES and not rest[0].isdigit():
        return Said(alone.what, k, _gain(text), mean or alone.mean)
    found = _wide(words) if _WIDE.search(words) else _longest(pieces)
    if found is None:
        return None
    said, others = found
    if others & (_words("pooled") | _words("spread") - _words("ideal")):
        return Said("pooled")
    if said.what in MEASURES:
        return _measured(said._replace(k=k, gain=_gain(text), mean=mean or said.mean), others)
    if said.what in _IDEAL and others & _words("ideal"):
        return Said(_IDEAL[said.what], k)
    if k is not None and said.what == Meaning.GRADE:
        said = Said(Meaning.HITS_SO_FAR)  # relevant in the first 10
    return said._replace(k=k, whole=False) if len(others - _small()) <= 1 else None


def _is_of_grades(words: str) -> bool:
    """Whether a label speaks of a mean of grades, or of judgments, and of no measure."""
    rest = " ".join(p for p in words.split() if p not in _words("mean"))
    of = _phrases().get(rest)
    return rest != words and of is not None and of.what in (Meaning.GRADE, Meaning.JUDGED)


def _is_moved(words: str) -> bool:
    """Whether a label speaks of a change, or a goal: a rank moved from, a difference of figures."""
    pieces = words.split()
    if not _words("earlier").isdisjoint(pieces) or not _words("goal").isdisjoint(pieces[:1]):
        return True
    return not _words("moved").isdisjoint((*pieces[:1], *pieces[-1:]))


def _measured(said: Said, others: set[str]) -> Said | None:
    """A measure among other words, of which a name that is not sure stands no two strange ones."""
    ideal = bool(others & _words("ideal"))
    strange = others - _words("mean") - _words("ideal") - _words("filling")
    if said.what not in SURE and len(strange) > 1:
        return None
    what = "IDCG" if ideal and said.what == "DCG" else said.what
    return said._replace(what=what, whole=not strange)


def _longest(pieces: list[str]) -> tuple[Said, set[str]] | None:
    """The longest phrase among the words of a label, and the other words; a sure name first."""
    for start, end in _stretches(len(pieces)):
        said = _phrases().get(" ".join(pieces[start:end]))
        if said is not None and _says_enough(said, pieces, pieces[start:end]):
            return said, {*pieces[:start], *pieces[end:]}
    return None


def _stretches(count: int) -> Iterator[tuple[int, int]]:
    for length in range(min(count, _MOST_WORDS), 0, -1):
        for start in range(count - length + 1):
            yield start, start + length


def _says_enough(said: Said, pieces: list[str], phrase: list[str]) -> bool:
    """Whether a phrase says what the label is of which it is a part."""
    if said.what in SURE:
        return True
    if phrase[0].isdigit() or phrase in _NUMBERED:
        return phrase == pieces
    if not SURE.isdisjoint({each.what for p in pieces if (each := _phrases().get(p))}):
        return False
    if said.what in ("mean", "total"):
        return len(pieces) <= 3
    if said.what == "spread":
        return len(pieces) == len(phrase)
    return len(phrase) > 1 or len(phrase[0]) > 1


def _wide(words: str) -> tuple[Said, set[str]] | None:
    """The longest phrase in a text whose words have no spaces between them."""
    for phrase in _wide_phrases():
        if phrase in words:
            return _phrases()[phrase], set(words.replace(phrase, " ").split())
    return None


@cache
def _wide_phrases() -> tuple[str, ...]:
    return tuple(sorted(filter(_WIDE.search, _phrases()), key=len, reverse=True))


@cache
def _small() -> frozenset[str]:
    """Words that say nothing by themselves."""
    return frozenset(_vocabulary()["concept"]["small"])


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(map(plain, _vocabulary()["word"][name]))


@cache
def _phrases() -> dict[str, Said]:
    vocabulary = _vocabulary()
    known: dict[str, Said] = {}
    for meaning, phrases in vocabulary["meaning"].items():
        known |= {plain(phrase): Said(Meaning(meaning)) for phrase in phrases}
    for word in _OTHERS:
        known |= {plain(phrase): Said(word) for phrase in vocabulary["word"][word]}
    for measure, phrases in vocabulary["measure"].items():
        known |= {plain(phrase): Said(measure) for phrase in phrases}
    for measure, phrases in vocabulary["mean_of"].items():
        known |= {plain(phrase): Said(measure, mean=True) for phrase in phrases}
    return known


@cache
def graded_words() -> dict[str, float]:
    """The words that stand for a grade, and which."""
    return {
        plain(word) or word: float(grade)
        for grade, words in _vocabulary()["grade"].items()
        for word in words
    }


@cache
def _vocabulary() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("xlmetrics.roles").joinpath("words.toml").read_text("utf-8"))
