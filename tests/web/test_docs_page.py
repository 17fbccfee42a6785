"""``/docs`` in a browser: all operations, from this server alone, and no complaint."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import parts


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """An API that really listens."""
    with EmbeddedServer(tmp_path / "store") as store:
        app = create_app(parts(Settings(), store.url))
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_page_of_the_api(page: Page, address: str) -> None:
    """Each operation can be opened and tried out; nobody else is asked for anything."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/docs")
    # A page with so many operations takes its time on a busy machine.
    expect(page.get_by_text("Pyramid solitaire").first).to_be_visible(timeout=60_000)
    expect(page.locator(".opblock")).to_have_count(45, timeout=60_000)
    page.get_by_text("/v1/verdicts").first.click()
    page.locator(".opblock.is-open textarea").fill('{"deal": "pyramid: QH / 5C -- | stock: 8D AD"}')
    page.get_by_role("button", name="Execute").click()
    live = page.locator(".opblock.is-open .live-responses-table").first
    expect(live).to_contain_text('"winnable"', timeout=60_000)
    assert asked
    assert all(url.startswith((address, "data:")) for url in asked), asked
