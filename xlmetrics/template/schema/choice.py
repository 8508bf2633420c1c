"""What a table of questions and decisions may say: every combination of answers is decided."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import product
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field, StrictStr, model_validator

from xlmetrics.template.schema.fields import Line, Part, says
from xlmetrics.text import complaint_about_line, counted, length

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_OPTIONS = 200
"""Characters of the options of a question, which a drop-down and its messages hold together."""


def _option(text: str) -> str:
    complaint = complaint_about_line(text)
    if not complaint and (not text[0].isalpha() or text.casefold() in ("true", "false")):
        complaint = "must begin with a letter and be neither true nor false, to be taken as text"
    if not complaint and (text != text.strip() or set(',"') & set(text)):
        complaint = "must hold no comma and no quotation mark, nor end with a space"
    if complaint:
        raise ValueError(complaint)
    return text


_Option = Annotated[
    StrictStr, AfterValidator(_option), says("text that begins with a letter, without commas")
]


class QuestionSchema(Part):
    """A question with the answers to choose from."""

    question: Line = Field(description="What is asked.")
    name: Line = Field(description="What stands over its answers in the decisions.")
    options: Annotated[list[_Option], Field(min_length=2, max_length=8)] = Field(
        description="The answers to choose from."
    )
    answer: StrictStr = Field("", description="The answer that is chosen; else it is left open.")

    @model_validator(mode="after")
    def _fit_together(self) -> QuestionSchema:
        if len({option.casefold() for option in self.options}) < len(self.options):
            raise ValueError("offers the same option twice; capitals make no difference")
        size = length(",".join(self.options))
        if size > MAX_OPTIONS:
            raise ValueError(
                f"has options of {size} characters together and at most {MAX_OPTIONS} fit; "
                "shorten them"
            )
        complaint = _not_offered(self.answer, self.options)
        if complaint:
            raise ValueError(f"has the answer {self.answer!r}, {complaint}")
        return self


class AdviceSchema(Part):
    """A recommendation and its reason."""

    recommendation: Line = Field(description="What is recommended.")
    reason: Line = Field(description="Why, in a sentence or two.")


class DecisionSchema(AdviceSchema):
    """What is recommended where the answers are these, and no decision above fits."""

    when: list[StrictStr] = Field(
        description='The answers it is for, one for each question; `""` for any.'
    )


def check_decisions(
    questions: Sequence[QuestionSchema], decisions: Sequence[DecisionSchema]
) -> None:
    """Raise ValueError where decisions do not fit the questions, or do not decide all of them."""
    complaint = next(_about_decisions(questions, decisions), None) or _about_combinations(
        questions, decisions
    )
    if complaint:
        raise ValueError(complaint)


def _about_decisions(
    questions: Sequence[QuestionSchema], decisions: Sequence[DecisionSchema]
) -> Iterator[str]:
    for number, decision in enumerate(decisions, 1):
        if len(decision.when) != len(questions):
            yield (
                f"has {counted(len(questions), 'question')} and decisions[{number}].when holds "
                f'{counted(len(decision.when), "answer")}; give one for each, "" for any'
            )
            continue
        for question, answer in zip(questions, decision.when, strict=True):
            complaint = _not_offered(answer, question.options)
            if complaint:
                yield f"has decisions[{number}] for {question.name} = {answer!r}, {complaint}"


def _about_combinations(
    questions: Sequence[QuestionSchema], decisions: Sequence[DecisionSchema]
) -> str | None:
    """A combination of answers without a decision, or a decision that none ever reaches."""
    reached: set[int] = set()
    for answers in product(*(question.options for question in questions)):
        fitting = (at for at, each in enumerate(decisions) if _fits(each.when, answers))
        first = next(fitting, None)
        if first is None:
            names = (question.name for question in questions)
            said = ", ".join(f"{n} = {a}" for n, a in zip(names, answers, strict=True))
            return f"has no decision for {said}; add one"
        reached.add(first)
    for at in range(len(decisions)):
        if at not in reached:
            return (
                f"never comes to decisions[{at + 1}], since those above it decide all that it is "
                "for; move it up or remove it"
            )
    return None


def _fits(conditions: Sequence[str], answers: Sequence[str]) -> bool:
    return all(
        wanted.casefold() in ("", given.casefold())
        for wanted, given in zip(conditions, answers, strict=True)
    )


def _not_offered(answer: str, options: Sequence[str]) -> str | None:
    """Why an answer is none of the options, or None if it is one, or blank."""
    if answer.casefold() in ("", *(option.casefold() for option in options)):
        return None
    nearest = get_close_matches(answer, options, n=1)
    hint = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(options)}"
    return f"which the question does not offer; {hint}"
