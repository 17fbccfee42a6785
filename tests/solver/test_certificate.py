"""Certificates: made, read, checked, and refused when anything in them is changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from solver import (
    KERNEL_COMPILED,
    Certificate,
    Deal,
    Limits,
    Result,
    certify,
    check_certificate,
    read,
    rules_from,
    solve,
)
from solver.certificate import FORMAT
from solver.engines import Disagreement
from solver.errors import BadCertificate, BadEngine, Fault

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")

DEAL = Deal.seed(12).position(rules_from("cardgames"))
SMALL = "pyramid: QH / 5C -- | stock: 8D AD"


@pytest.fixture(scope="module")
def good() -> Certificate:
    """A certificate of a full deal that takes 48 moves."""
    return certify(DEAL, made_by={"pyramid-solitaire": "1.2.3"})


def sentences(certificate: Certificate, engine: str | None = None) -> dict[str, tuple[object, str]]:
    """What became of each part."""
    parts = check_certificate(certificate, engine=engine)
    return {part.name: (part.holds, part.sentence) for part in parts}


def refusal(text: str) -> str:
    """Everything that is wrong with a certificate's text; empty if nothing is."""
    try:
        certificate = Certificate.from_json(text)
    except BadCertificate as error:
        return str(error)
    parts = check_certificate(certificate)
    return "; ".join(f"{p.name}: {p.sentence}" for p in parts if p.holds is False)


def test_a_certificate_says_who_has_proven_what(good: Certificate) -> None:
    document = json.loads(good.to_json())
    assert document["format"] == FORMAT
    assert document["deal"] == Deal.seed(12).line()
    assert document["rules"] == "cardgames"
    assert document["parameters"] == rules_from("cardgames").values()
    assert (document["answer"], document["min_moves"]) == ("winnable", 48)
    assert document["moves"] == [str(move) for move in solve("seed:12").solution]
    assert document["at_most"] == {"moves": 48, "by": "replay"}
    engines = [(p["engine"], p["by"], p["moves"]) for p in document["at_least"]]
    assert engines == [("search", "exhaustion", 48), ("cpsat", "infeasibility", 48)]
    assert document["made_by"] == {"pyramid-solitaire": "1.2.3"}
    assert re.fullmatch("[0-9a-f]{64}", document["digest"])


def test_it_comes_back_as_it_was(good: Certificate) -> None:
    assert Certificate.from_json(good.to_json()) == good
    assert refusal(good.to_json()) == ""


def test_its_parts_are_checked_one_by_one(good: Certificate) -> None:
    assert sentences(good) == {
        "digest": (True, "nothing has changed since it was made"),
        "deal": (True, "it can be played under cardgames"),
        "at most": (True, "the moves are legal and win in 48"),
        "at least": (
            None,
            (
                "that no win takes fewer than 48 was proven by search (exhaustion) and cpsat "
                "(infeasibility) when it was made"
            ),
        ),
    }
    both = sentences(good, "both")
    for engine in ("search", "cpsat"):
        holds, sentence = both[f"at least, by {engine}"]
        assert holds is True
        assert sentence.startswith("it has proven that no win takes fewer than 48, in ")
    assert "at least, by search" not in sentences(good, "cpsat")


def test_no_win_is_certified_too() -> None:
    lost = certify(Deal.seed(3).position(rules_from("cardgames")))
    assert (lost.answer, lost.min_moves, lost.moves, lost.at_most) == ("unwinnable", None, (), None)
    assert refusal(lost.to_json()) == ""
    assert sentences(lost, "both")["at least, by cpsat"][0] is True
    assert "that there is no win" in sentences(lost)["at least"][1]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (SMALL, "cardgames"),
        ("pyramid: QH | stock: 5C 7D", "cardgames"),
        ("pyramid: -- | stock: 5C", "cardgames"),
        ("seed:7", "giza"),
        ("pyramid: QH | stock: 5C AD | pass: 2", "microsoft"),
        ("seed:1", "one-pass"),
    ],
)
@pytest.mark.parametrize("engine", ["search", "cpsat", "both"])
def test_round_trip(text: str, rules: str, engine: str) -> None:
    position = read(text, rules_from(rules))
    certificate = Certificate.from_json(certify(position, engine=engine).to_json())
    assert certificate.position() == position
    assert all(part.holds is not False for part in check_certificate(certificate, engine=engine))
    assert len(certificate.proofs) == (2 if engine == "both" else 1)


def tampered(good: Certificate) -> Iterator[tuple[str, dict[str, object], str]]:
    """Every card, move and number changed, one at a time, and what must be said of it."""

    def changed(**fields: object) -> dict[str, object]:
        return {**json.loads(good.to_json()), **fields}

    cards = good.deal.split()
    for place, card in enumerate(cards):
        other = cards[(place + 17) % 52]
        yield (
            f"card {place}",
            changed(deal=" ".join([*cards[:place], other, *cards[place + 1 :]])),
            (f"duplicate: {other}.*missing: {card}|missing: {card}.*duplicate: {other}"),
        )
        following = (place + 1) % 52
        swapped = list(cards)
        swapped[place], swapped[following] = swapped[following], swapped[place]
        yield f"swap {place}", changed(deal=" ".join(swapped)), "digest: something has been changed"
    moves = list(good.moves)
    for place, move in enumerate(moves):
        for instead in ("draw", "recycle", "KS", "AS+QD"):
            if instead != move:
                line = [*moves[:place], instead, *moves[place + 1 :]]
                yield (
                    f"move {place}",
                    changed(moves=line),
                    "at most: (illegal: move|the .* don't win)",
                )
        yield f"no move {place}", changed(moves=moves[:place] + moves[place + 1 :]), "at most: "
    for more in (-1, 1):
        yield "min_moves", changed(min_moves=48 + more), f"min_moves is {48 + more}, but .* are 48"
        yield (
            "at_most",
            changed(at_most={"moves": 48 + more, "by": "replay"}),
            (f"at_most.moves is {48 + more}, but the moves are 48"),
        )
    document = json.loads(good.to_json())
    for at, proof in enumerate(document["at_least"]):
        for name, said in (
            ("moves", f"the proof by {proof['engine']} is of {proof['moves'] + 1} moves"),
            ("effort", "digest: something has been changed"),
            ("seconds", "digest: something has been changed"),
        ):
            proofs = [dict(each) for each in document["at_least"]]
            proofs[at][name] += 1
            yield f"proof {at} {name}", changed(at_least=proofs), said
    yield "version", changed(made_by={"pyramid-solitaire": "1.2.4"}), "digest: something"
    for digit in range(64):
        digest = good.digest
        flipped = f"{int(digest[digit], 16) ^ 1:x}"
        yield (
            f"digit {digit}",
            changed(digest=digest[:digit] + flipped + digest[digit + 1 :]),
            ("digest: something has been changed"),
        )
    for name, value in document["parameters"].items():
        other = {"yes": "no", "no": "yes", "none": "1x1"}.get(value, "2")
        parameters = {**document["parameters"], name: other}
        yield f"parameter {name}", changed(parameters=parameters), "rules is|parameters: |must be"


def test_every_change_is_noticed(good: Certificate) -> None:
    """More than 400 of them, each with the right sentence."""
    count = 0
    for what, document, said in tampered(good):
        found = refusal(json.dumps(document))
        assert re.search(said, found), f"{what}: {found!r}"
        count += 1
    assert count > 400


def test_a_new_digest_does_not_help(good: Certificate) -> None:
    """A digest is no signature: what it covers is checked as well."""
    for place in range(0, 48, 5):
        moves = list(good.moves)
        del moves[place]
        forged = replace(good, moves=tuple(moves), min_moves=47, at_most=47)
        forged = replace(forged, proofs=tuple(replace(p, moves=47) for p in forged.proofs))
        assert "at most: " in refusal(forged.to_json())


def test_a_false_claim_is_found_by_either_engine() -> None:
    """A win in 7 moves, honestly replayed and given out for the shortest."""
    small = read(SMALL)
    longer = ("draw", "draw", "recycle", "draw", "5C+8D", "draw", "QH+AD")
    proofs = tuple(replace(p, moves=7) for p in certify(small).proofs)
    false = replace(certify(small), moves=longer, min_moves=7, at_most=7, proofs=proofs)
    false = Certificate.from_json(false.to_json())
    assert refusal(false.to_json()) == ""
    for engine in ("search", "cpsat"):
        holds, sentence = sentences(false, engine)[f"at least, by {engine}"]
        assert (holds, sentence) == (False, "it has found a win in 4 moves")


def test_a_false_claim_that_there_is_no_win() -> None:
    true = certify(read(SMALL))
    proofs = tuple(replace(p, moves=None) for p in true.proofs)
    false = replace(
        true, answer="unwinnable", min_moves=None, moves=(), at_most=None, proofs=proofs
    )
    false = Certificate.from_json(false.to_json())
    for engine in ("search", "cpsat"):
        holds, sentence = sentences(false, engine)[f"at least, by {engine}"]
        assert holds is False
        assert re.fullmatch(r"it has found a win in \d moves", sentence)


def test_a_limit_leaves_a_part_open(good: Certificate) -> None:
    for engine, limits in (("cpsat", Limits(seconds=0.001)), ("search", Limits(nodes=1))):
        parts = check_certificate(good, engine=engine, limits=limits)
        assert parts[-1].holds is None
        assert "not decided within the limit" in parts[-1].sentence


def test_what_is_not_decided_is_not_certified() -> None:
    with pytest.raises(BadCertificate, match="not decided by the search within its limit on nodes"):
        certify(DEAL, limits=Limits(nodes=1))
    with pytest.raises(BadCertificate, match="not decided by the cpsat within its limit on sec"):
        certify(DEAL, engine="cpsat", limits=Limits(seconds=0.01))
    with pytest.raises(BadCertificate, match="not confirmed by cpsat within its limit on seconds"):
        certify(Deal.seed(5).position(rules_from("microsoft")), limits=Limits(seconds=0.04))
    with pytest.raises(BadEngine, match="draw=3"):
        certify(Deal.seed(1).position(rules_from("king-tut")))
    alone = certify(Deal.seed(1).position(rules_from("king-tut")), engine="search")
    assert [proof.engine for proof in alone.proofs] == ["search"]


def test_a_shorter_win_of_the_model_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = solve("seed:12")

    def lies(*_: object, **__: object) -> Result:
        return replace(truth, min_moves=49, at_least=49, at_most=49)

    monkeypatch.setattr("solver.certification.solve", lies)
    with pytest.raises(Disagreement, match="a win in 48 moves, the search says 49 is the least"):
        certify(DEAL)


def _without(name: str) -> Callable[[dict[str, object]], object]:
    return lambda document: {k: v for k, v in document.items() if k != name}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda _: [], "the certificate must be a JSON object"),
        (lambda d: {**d, "format": "pyramid certificate 9"}, "format is 'pyramid certificate 9'"),
        (lambda d: {**d, "answer": "maybe"}, "answer is 'maybe': must be winnable or unwinnable"),
        (lambda d: {**d, "min_moves": True}, "min_moves must be a whole number"),
        (lambda d: {**d, "min_moves": "48"}, "min_moves must be a whole number"),
        (lambda d: {**d, "min_moves": 48.0}, "min_moves must be a whole number"),
        (lambda d: {**d, "min_moves": -1}, "min_moves must be a whole number"),
        (lambda d: {**d, "moves": "draw"}, "moves must be a list of texts"),
        (lambda d: {**d, "moves": [1]}, "moves must be a list of texts"),
        (lambda d: {**d, "at_most": 48}, "at_most must be a JSON object"),
        (lambda d: {**d, "at_most": {"moves": 48, "by": "faith"}}, "at_most.by must be 'replay'"),
        (lambda d: {**d, "at_least": {}}, "at_least must be a list"),
        (lambda d: {**d, "at_least": [3]}, r"at_least\[0\] must be a JSON object"),
        (lambda d: {**d, "at_least": [{"engine": "me"}]}, r"at_least\[0\].by is missing"),
        (lambda d: {**d, "parameters": {}}, "parameters: not all of them"),
        (lambda d: {**d, "parameters": {"rows": "99"}}, "parameters: rows=99: must be"),
        (lambda d: {**d, "rules": "classic"}, "rules is 'classic', but the parameters are those"),
        (lambda d: {**d, "made_by": None}, "made_by must be an object of texts"),
        (lambda d: {**d, "digest": 5}, "digest must be a text"),
        (lambda d: {**d, "note": "hello"}, "'note' doesn't belong in a certificate"),
        (lambda d: {**d, "x" * 60_000: 1}, r"'x{37}\.\.\.' doesn't belong in a certificate"),
        (lambda d: {**d, "at_most": {**d["at_most"], "note": 1}}, "at_most.'note' doesn't belong"),
        (lambda d: {**d, "min_moves": 10**40}, "min_moves must be a whole number"),
        *[
            (_without(name), f"{name} is missing")
            for name in ("format", "deal", "rules", "answer", "moves", "at_most", "digest")
        ],
    ],
)
def test_malformed(
    good: Certificate, change: Callable[[dict[str, object]], object], says: str
) -> None:
    with pytest.raises(BadCertificate, match=says):
        Certificate.from_json(json.dumps(change(json.loads(good.to_json()))))


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 60_000, "\x00", '{"a": ' + "9" * 5000 + "}", "x" * 70_000]
)
def test_not_json(text: str) -> None:
    with pytest.raises(BadCertificate, match=r"not valid JSON|too many for a certificate"):
        Certificate.from_json(text)


def test_no_key_twice(good: Certificate) -> None:
    """Readers differ in which one they take."""
    text = good.to_json().replace("{", '{"min_moves": 3, ', 1)
    with pytest.raises(BadCertificate, match="a key stands twice"):
        Certificate.from_json(text)


def test_a_proof_that_the_model_cannot_have_made() -> None:
    true = certify(Deal.seed(1).position(rules_from("king-tut")), engine="search")
    both = (true.proofs[0], replace(true.proofs[0], engine="cpsat", by="infeasibility"))
    said = refusal(replace(true, proofs=both).to_json())
    assert said.startswith("at least: cpsat can't have proven it: draw=3: the constraint model")


def test_a_forged_loss_is_found_by_the_model() -> None:
    """On a position where the model's first win has kings to spare."""
    position = read(
        "pyramid: KC | stock: TD | waste: 3C KH KS KD | reserve: TC",
        rules_from("cardgames", ["stock_top=yes"]),
    )
    true = certify(position)
    proofs = tuple(replace(p, moves=None) for p in true.proofs)
    forged = replace(
        true, answer="unwinnable", min_moves=None, moves=(), at_most=None, proofs=proofs
    )
    forged = Certificate.from_json(forged.to_json())
    for engine in ("search", "cpsat"):
        holds, _ = sentences(forged, engine)[f"at least, by {engine}"]
        assert holds is False


def test_what_fails_its_own_check_is_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = solve("seed:12")
    monkeypatch.setattr(
        "solver.certification.solve", lambda *_, **__: replace(truth, min_moves=47, at_least=47)
    )
    with pytest.raises(Fault, match="min_moves is 47, but the moves are 48"):
        certify(DEAL, engine="search")


def test_contradictions_inside(good: Certificate) -> None:
    def says(**fields: object) -> str:
        return refusal(replace(good, **fields).to_json())  # type: ignore[arg-type]

    assert "the answer is unwinnable, but there are moves" in says(answer="unwinnable")
    assert "at least: no engine has proven it" in says(proofs=())
    assert "at least: two proofs by search" in says(proofs=(good.proofs[0], good.proofs[0]))
    assert "deal: not written the way" in says(deal=good.deal.lower())
    assert "deal: not written the way" in says(deal="seed:12")
