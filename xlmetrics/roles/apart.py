"""Lists that only hold the judgments of others, which are divided by their DCG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.engine.tree import references
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.operands import quotients
from xlmetrics.roles.pools import holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.engine.tree import Node
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.formulas import Written
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sheets import Sheets

_IDEAL = {
    Meaning.GRADE: Meaning.IDEAL_GRADE,
    Meaning.GAIN: Meaning.IDEAL_GAIN,
    Meaning.DISCOUNTED_GAIN: Meaning.IDEAL_DISCOUNTED_GAIN,
    Meaning.CUMULATED_GAIN: Meaning.CUMULATED_IDEAL,
}


def read_judged_apart(sheets: Sheets, claims: Claims) -> None:
    """Give the lists whose ideal is that of another one its judgments, and take it for no list."""
    pools = dict(_by_names(sheets))
    pools |= {**dict(_by_steps(sheets)), **dict(_by_ratios(sheets, claims))}
    pools = {listed: pool for listed, pool in pools.items() if pool not in pools}
    by_name = {pool.name: pool for pool in pools.values()}
    pools = {listed: by_name.get(listed.name, pool) for listed, pool in pools.items()}
    owners: dict[Listed, Listed] = {}
    for listed, pool in pools.items():
        listed.judged = list(pool.judged)
        owners.setdefault(pool, listed)
    for pool, listed in owners.items():
        _hand_over(pool, listed)
    for claim in claims.all():
        if claim.near in owners:
            claim.near = owners[claim.near]
        if claim.listed in owners:
            claim.listed = owners[claim.listed]
            claim.measure = "IDCG" if claim.measure == "DCG" else claim.measure
    sheets.forget([*owners])
    _share(sheets)


def _share(sheets: Sheets) -> None:
    """Give a list the judgments that stand apart for the same query of others, if they hold it."""
    for lists in sheets.by_name.values():
        own = [each for each in lists if each.judged == each.grades]
        apart = {tuple(each.judged) for each in lists if not set(each.judged) & set(each.grades)}
        if len(apart) == 1 and len(own) < len(lists):
            pool = [*apart.pop()]
            for each in own:
                if holds(sheets, pool, each):
                    each.judged = list(pool)


def _hand_over(pool: Listed, listed: Listed) -> None:
    """Make the steps beside a pool those of the ideal of its list."""
    for meaning, line in pool.lines.items():
        ideal = _IDEAL.get(meaning)
        if ideal is not None and ideal not in listed.lines:
            listed.lines[ideal] = line.of(ideal)


def _by_names(sheets: Sheets) -> Iterator[tuple[Listed, Listed]]:
    """The ranked lists of a query, and the one of its name that has no ranks and holds more."""
    for lists in sheets.by_name.values():
        pools = [each for each in lists if not each.ranks]
        ranked = [each for each in lists if each.ranks]
        if len(pools) == 1 and any(holds(sheets, pools[0].grades, each) for each in ranked):
            yield from ((each, pools[0]) for each in ranked)


def _by_steps(sheets: Sheets) -> Iterator[tuple[Listed, Listed]]:
    """The lists beside which an ideal is made of the grades of another."""
    for listed in sheets.listed:
        for meaning in (Meaning.IDEAL_GRADE, Meaning.IDEAL_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN):
            line = listed.lines.get(meaning)
            parsed = sheets.formulas.parsed(line.cells[0]) if line else None
            found = _only(sheets, *parsed) if parsed else None
            if found is not None and found is not listed and not found.ranks:
                yield listed, found


def _by_ratios(sheets: Sheets, claims: Claims) -> Iterator[tuple[Listed, Listed]]:
    """The lists whose nDCG is divided by what is computed from another, which has none itself."""
    found = [
        (claim, *ratio)
        for claim in claims.all()
        if claim.measure == "nDCG" and not claim.mean and (ratio := _ratio(sheets, claim))
    ]
    divided = {above for _, above, _ in found}
    ratios = {claim for claim, _, _ in found}
    for each in claims.all():
        if each.measure == "nDCG" and not each.mean and each not in ratios:
            divided |= {listed for listed in (each.listed, each.near) if listed}
    for claim, above, below in found:
        if above is not below and below not in divided and below.table is not above.table:
            claim.listed = above
            yield above, below


def _ratio(sheets: Sheets, claim: Claim) -> tuple[Listed, Listed] | None:
    """The lists from which the DCG and the ideal of a figure are computed, where each is one."""
    parsed = sheets.formulas.parsed(claim.address)
    if parsed is None:
        return None
    written, tree = parsed
    for above, below in quotients(tree):
        one, other = (_only(sheets, written, node) for node in (above, below))
        if one and other:
            return one, other
    return None


def _only(sheets: Sheets, written: Written, node: Node) -> Listed | None:
    lists = {
        each
        for number in references(node)
        for cell in sheets.sensing.seen(written.ranges[number])
        for each in sheets.tracing.lists(cell)
    }
    return lists.pop() if len(lists) == 1 else None
