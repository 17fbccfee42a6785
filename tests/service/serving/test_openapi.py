"""Cases made from our own OpenAPI document: none gets an answer that it doesn't describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    use_after_free,
)

from service.dailies import Dailies, Slot
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.storage.queue import JobQueue
from service.wiring import Parts, parts
from solver import Deal
from tests.service.serving.conftest import UNLIMITED

_CASES = 16
_CHAINS = 40
_DEALS = ("seed:7", "junk", "pyramid: QH / 5C -- | stock: 8D AD")


@pytest.fixture
def made(server: EmbeddedServer) -> Parts:
    """Nothing is answered inline, which would depend on the time that it takes."""
    return parts(Settings(inline_seconds=0, waiters=1024, **UNLIMITED), server.url)


@pytest.fixture
def document(made: Parts) -> Iterator[Any]:
    """The document of an API on a real store, whose dailies are there as soon as asked for."""

    def quickly(_: Dailies, slot: Slot) -> tuple[dict[str, object], dict[str, object]]:
        public: dict[str, object] = {
            "date": str(slot.day), "number": slot.number, "rules": slot.rules,
            "difficulty": slot.difficulty, "score": 1, "deal": Deal.seed(1).line(),
            "min_moves": 1, "passes": 1,
            "solution_digest": "", "confirmed": True,
        }  # fmt: skip
        after: dict[str, object] = {
            "seed": "1", "candidate": 0, "day_key": "", "solution": ["KC"], "certificate": {},
        }  # fmt: skip
        return public, {**public, **after}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dailies, "_make", quickly)
        # Nobody works on the batches: a download needn't wait for more.
        patch.setattr("service.http.batches._LONGEST_SECONDS", 0.0)
        patch.setattr(Dailies, "_put", lambda self, _, slot: self.work(str(slot)))
        patch.setattr(JobQueue, "workers", lambda _: 1)  # Else it isn't ready, as 503 tells.
        yield schemathesis.openapi.from_wsgi("/v1/openapi.json", create_app(made))


@pytest.mark.slow
def test_every_answer_is_described(document: Any) -> None:
    """No crash, no status, body or header that the document doesn't have; 1,000 cases and more."""
    operations = [found.ok() for found in document.get_all_operations()]
    cases: Counter[str] = Counter()
    for mode, operation in product(GenerationMode, operations):
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
            cases[case.operation.label] += 1
            # No schema can say what makes 52 cards a deal, so 422 may be the answer to
            # a body that the schema allows.
            case.call_and_validate(
                headers={"Accept-Encoding": "identity"}, excluded_checks=[positive_data_acceptance]
            )

        answered()
    assert len(cases) == len(operations) >= 32
    assert sum(cases.values()) >= 1000, cases


@pytest.mark.slow
def test_the_links_hold(document: Any, made: Parts) -> None:
    """What an answer leads to is there, and is described as well; chains of up to 12 requests."""
    machine = document.as_state_machine()
    statuses: Counter[int] = Counter()
    followed: Counter[str] = Counter()

    class Chain(machine):  # type: ignore[misc,valid-type]  # made from the document
        def setup(self) -> None:
            made.connection.flushdb()  # What is asked twice must be answered alike.

        def before_call(self, case: Any) -> None:
            # No schema says what makes 52 cards a deal; without one no chain gets anywhere.
            if isinstance(case.body, dict):
                changes = {"deal": _DEALS[0], "rules": "cardgames", "deals": list(_DEALS)}
                case.body.update({name: changes[name] for name in changes if name in case.body})
            if "code" in case.path_parameters:
                case.path_parameters["code"] = "seed:1"
            if case.query:
                case.query.pop("wait", None)

        def get_call_kwargs(self, _: Any) -> dict[str, Any]:
            return {"headers": {"Accept-Encoding": "identity"}}

        def validate_response(self, response: Any, case: Any, **kwargs: Any) -> None:
            statuses[response.status_code] += 1
            case.validate_response(
                response,
                # DELETE gives a question up; what is known of it stays. And what was wrong may
                # have been put right above.
                excluded_checks=[
                    negative_data_rejection,
                    positive_data_acceptance,
                    use_after_free,
                ],
                transport_kwargs=kwargs,
                recorder=self.recorder,
            )

        def after_call(self, response: Any, case: Any) -> None:
            super().after_call(response, case)
            followed[case.operation.label] += response.status_code < 300

    run_state_machine_as_test(
        Chain,
        settings=settings(
            max_examples=_CHAINS,
            stateful_step_count=12,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert sum(statuses.values()) >= _CHAINS
    # The ids were not made up: what only links lead to was found.
    for reached in ("GET /v1/solves/{solve_id}", "GET /v1/batches/{batch_id}"):
        assert followed[reached] > 0, followed
