"""``/docs`` in a browser: all operations, from this server alone, and no complaint."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.service.serving.test_serve import Service
from tests.web.conftest import Visitor


@pytest.mark.slow
def test_the_page_of_the_api(visitor: Visitor, service: Service) -> None:
    """Each operation can be opened and tried out; nobody else is asked for anything."""
    page = visitor.page
    page.goto(f"{service.url}/docs")
    # A page with so many operations takes its time on a busy machine.
    expect(page.get_by_text("Pyramid solitaire").first).to_be_visible(timeout=60_000)
    expect(page.locator(".opblock")).to_have_count(45, timeout=60_000)
    visitor.check("light")
    page.get_by_text("/v1/verdicts").first.click()
    page.locator(".opblock.is-open textarea").fill('{"deal": "pyramid: QH / 5C -- | stock: 8D AD"}')
    page.get_by_role("button", name="Execute").click()
    live = page.locator(".opblock.is-open .live-responses-table").first
    expect(live).to_contain_text('"winnable"', timeout=60_000)
    visitor.check("light")
