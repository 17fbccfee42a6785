"""Making certificates, and checking them part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from solver.batch import deal_text
from solver.certificate import Certificate, Proof
from solver.clock import default_clock
from solver.confirm import refute
from solver.cpsat import refuses
from solver.engines import BOTH, CPSAT, SEARCH, Disagreement, check_engine, solve
from solver.errors import BadCertificate, BadMove, Fault, IllegalMove, PyramidError
from solver.position import Position, play
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result

__all__ = ["Part", "certify", "check_certificate"]


def certify(
    position: Position,
    *,
    engine: str = BOTH,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
    workers: int = 1,
    made_by: Mapping[str, str] | None = None,
) -> Certificate:
    """Answer a position and write down what proves it.

    With ``both``, the search finds the answer, and the constraint model is asked for a win
    with fewer moves, or for any if there is none.

    Args:
        position: what to answer.
        engine: whose proof is wanted: ``search``, ``cpsat`` or ``both``.
        limits: for each engine.
        clock: gives seconds; only differences matter.
        workers: threads of the constraint model.
        made_by: versions to note.

    Raises:
        BadCertificate: a limit was hit, so there is nothing to certify.
        BadEngine: an engine is not installed, or can't take these rules or limits.
        Disagreement: the model has found a shorter win than the search.
    """
    limits = limits or Limits()
    check_engine(engine, position.rules, limits)
    first = CPSAT if engine == CPSAT else SEARCH
    result = solve(position, limits=limits, clock=clock, engine=first, workers=workers)
    if result.status == UNKNOWN:
        raise BadCertificate(f"not decided by the {first} within its limit on {result.limit}")
    least = result.min_moves
    proofs = [Proof.made(first, least, result.nodes, result.seconds)]
    if engine == BOTH:
        proofs.append(_second(position, result, replace(limits, nodes=None), clock, workers))
    certificate = Certificate(
        deal=deal_text(position, position.rules),
        rules=position.rules,
        answer=result.status,
        min_moves=least,
        moves=tuple(map(str, result.solution)),
        at_most=least,
        proofs=tuple(proofs),
        made_by=dict(made_by or {}),
    )
    certificate = replace(certificate, digest=certificate.true_digest())
    for part in check_certificate(certificate):
        if part.holds is False:
            raise Fault(f"the certificate of {certificate.deal} fails: {part.sentence}")
    return certificate


def _second(
    position: Position,
    first: Result,
    limits: Limits,
    clock: Callable[[], float],
    workers: int,
) -> Proof:
    """The constraint model's proof of what the search says."""
    least = first.min_moves
    shown = refute(position, least, limits=limits, clock=clock, workers=workers)
    if shown.holds is None:
        raise BadCertificate(
            f"not confirmed by cpsat within its limit on {shown.limit}; "
            "engine search alone gives a certificate with one proof"
        )
    if shown.line is not None:
        shorter = replace(
            first,
            status=WINNABLE,
            min_moves=None,
            solution=shown.line,
            at_least=0,
            at_most=len(shown.line),
            nodes=shown.branches,
            seconds=shown.seconds,
            kernel=CPSAT,
        )
        said = "that there is none" if least is None else f"{least} is the least"
        reason = f"the model has a win in {len(shown.line)} moves, the search says {said}"
        raise Disagreement(position, first, shorter, reason)
    return Proof.made(CPSAT, least, shown.branches, shown.seconds)


class Part(NamedTuple):
    """What became of one part of a certificate.

    Attributes:
        name: ``digest``, ``deal``, ``at most``, ``at least`` or ``at least, by ENGINE``.
        holds: None: it was not checked, or a limit was hit.
        sentence: what was found.
    """

    name: str
    holds: bool | None
    sentence: str


def check_certificate(
    certificate: Certificate,
    *,
    engine: str | None = None,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
    workers: int = 1,
) -> list[Part]:
    """Check a certificate part by part: its digest, the deal, the replay, the claim.

    Args:
        certificate: see :meth:`~solver.certificate.Certificate.from_json`.
        engine: which engine shall prove again that no win is shorter; None: none, which
            takes no time.
        limits: for each engine.
        clock: gives seconds; only differences matter.
        workers: threads of the constraint model.

    Raises:
        BadEngine: the engine is not installed, or can't take these rules or limits.
    """
    limits = limits or Limits()
    if engine is not None:
        check_engine(engine, certificate.rules, limits)
    parts = [_digest(certificate)]
    try:
        position = certificate.position()
        written = deal_text(position, position.rules)
        if written != certificate.deal or position.rules != certificate.rules:
            raise BadCertificate("not written the way a certificate writes it")
    except PyramidError as error:
        return [*parts, Part("deal", False, str(error))]
    parts.append(Part("deal", True, f"it can be played under {certificate.rules.name}"))
    parts.append(_at_most(certificate, position))
    parts.append(_claims(certificate))
    if engine is None or not all(part.holds is not False for part in parts):
        return parts
    for one in (SEARCH, CPSAT) if engine == BOTH else (engine,):
        own = limits if one == SEARCH else replace(limits, nodes=None)
        parts.append(_proven_again(certificate, position, one, own, clock, workers))
    return parts


def _digest(certificate: Certificate) -> Part:
    if certificate.digest == certificate.true_digest():
        return Part("digest", True, "nothing has changed since it was made")
    return Part("digest", False, "something has been changed since it was made")


def _at_most(certificate: Certificate, position: Position) -> Part:
    """Replay the moves."""

    def fails(sentence: str) -> Part:
        return Part("at most", False, sentence)

    length, claimed = len(certificate.moves), certificate.min_moves
    if certificate.answer == UNWINNABLE:
        if length or claimed is not None or certificate.at_most is not None:
            return fails("the answer is unwinnable, but there are moves or a number of them")
        return Part("at most", True, "there is no win to replay")
    try:
        won = play(position, certificate.line()).is_won
    except (IllegalMove, BadMove) as error:
        return fails(f"illegal: {error}")
    if not won:
        return fails(f"the {length} moves are legal, but don't win")
    for name, number in (("min_moves", claimed), ("at_most.moves", certificate.at_most)):
        if number != length:
            return fails(f"{name} is {number}, but the moves are {length}")
    return Part("at most", True, f"the moves are legal and win in {length}")


def _claims(certificate: Certificate) -> Part:
    """Whether the proofs that it names are of what it answers."""
    least = certificate.min_moves
    if not certificate.proofs:
        return Part("at least", False, "no engine has proven it")
    for proof in certificate.proofs:
        if proof.moves != least:
            return Part(
                "at least",
                False,
                f"the proof by {proof.engine} is of {proof.moves} moves, but the answer is {least}",
            )
        reason = refuses(certificate.rules) if proof.engine == CPSAT else None
        if reason is not None:
            return Part("at least", False, f"cpsat can't have proven it: {reason}")
    engines = [proof.engine for proof in certificate.proofs]
    if len(set(engines)) != len(engines):
        return Part("at least", False, f"two proofs by {engines[0]}")
    by = " and ".join(f"{proof.engine} ({proof.by})" for proof in certificate.proofs)
    return Part("at least", None, f"{_claim(least)} was proven by {by} when it was made")


def _claim(least: int | None) -> str:
    return "that there is no win" if least is None else f"that no win takes fewer than {least}"


def _proven_again(
    certificate: Certificate,
    position: Position,
    engine: str,
    limits: Limits,
    clock: Callable[[], float],
    workers: int,
) -> Part:
    """Let an engine prove once more that no win is shorter."""
    name, least = f"at least, by {engine}", certificate.min_moves
    if engine == CPSAT:
        shown = refute(position, least, limits=limits, clock=clock, workers=workers)
        shorter = None if shown.line is None else len(shown.line)
        holds, limit, seconds = shown.holds, shown.limit, shown.seconds
    else:
        result = solve(position, limits=limits, clock=clock)
        shorter, limit, seconds = result.at_most, result.limit, result.seconds
        if result.status == UNKNOWN:
            holds = False if shorter is not None and (least is None or shorter < least) else None
        else:
            holds = result.min_moves == least
    if holds is None:
        return Part(name, None, f"not decided within the limit on {limit}")
    if holds:
        return Part(name, True, f"it has proven {_claim(least)}, in {seconds:.2g} s")
    if shorter is None:
        return Part(name, False, "it says that there is no win")
    return Part(name, False, f"it has found a win in {shorter} moves")
