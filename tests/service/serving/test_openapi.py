"""Cases made from our own OpenAPI document: none gets an answer that it doesn't describe."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import parts

_CASES = 80


@pytest.fixture(scope="module")
def document(server: EmbeddedServer) -> Any:
    """The document of an API on a real store."""
    app = create_app(parts(Settings(inline_seconds=0.01), server.url))
    return schemathesis.openapi.from_wsgi("/v1/openapi.json", app)


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
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        answered()
