"""Cases made from our own OpenAPI document: none gets an answer that it doesn't describe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.dailies import Dailies, Slot
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import parts
from tests.service.serving.conftest import UNLIMITED

_CASES = 28


@pytest.fixture(scope="module")
def document(server: EmbeddedServer) -> Iterator[Any]:
    """The document of an API on a real store, whose dailies are there as soon as asked for."""
    made = parts(Settings(inline_seconds=0.01, **UNLIMITED), server.url)

    def quickly(_: Dailies, slot: Slot) -> tuple[dict[str, object], dict[str, object]]:
        public: dict[str, object] = {
            "date": str(slot.day), "number": slot.number, "rules": slot.rules,
            "difficulty": slot.difficulty, "score": 1, "deal": "KC", "min_moves": 1, "passes": 1,
            "solution_digest": "", "confirmed": True,
        }  # fmt: skip
        after: dict[str, object] = {
            "seed": "1", "candidate": 0, "day_key": "", "solution": ["KC"], "certificate": {},
        }  # fmt: skip
        return public, {**public, **after}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dailies, "_make", quickly)
        patch.setattr(Dailies, "_put", lambda self, _, slot: self.work(str(slot)))
        yield schemathesis.openapi.from_wsgi("/v1/openapi.json", create_app(made))


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_described(document: Any, mode: GenerationMode) -> None:
    """No crash, no status, body or header that the document doesn't have; more than 1,000 cases."""
    operations = [found.ok() for found in document.get_all_operations()]
    assert len(operations) >= 7
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query):
            continue  # There is nothing that could be wrong.

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=_CASES,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def answered(case: Any) -> None:
            # No schema can say what makes 52 cards a deal, so 422 may be the answer to
            # a body that the schema allows.
            case.call_and_validate(
                headers={"Accept-Encoding": "identity"}, excluded_checks=[positive_data_acceptance]
            )

        answered()
