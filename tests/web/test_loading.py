"""How the page comes: small, without jumps, over a slow line; and what it may do."""

from __future__ import annotations

import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.service.serving.test_serve import Service
from tests.web.conftest import Visitor, visiting

pytestmark = pytest.mark.slow

_MOST_BYTES = 150_000
# Of the shifts that a browser counts: Chromium calls 0.1 good.
_MOST_SHIFT = 0.02
_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const moved = shift.sources.map((source) => source.node?.outerHTML?.slice(0, 80));
    window.shifts.push([shift.value, moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def test_the_first_view_is_small_and_calm(phone: Visitor, service: Service) -> None:
    """Over a line like slow mobile networks, from nothing to a deal that can be played."""
    page = phone.page
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    slow = {
        "offline": False,
        "latency": 300,
        "downloadThroughput": 60_000,
        "uploadThroughput": 30_000,
    }
    wire.send("Network.emulateNetworkConditions", slow)
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.add_init_script(_SHIFTS)
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url))
    page.goto(f"{service.url}/")
    expect(page.locator(".desk .card").first).to_be_visible(timeout=60_000)
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) <= _MOST_BYTES, sizes
    # What the first view needs is known from the start, and not found file by file.
    named = set(page.locator("link[rel=modulepreload]").evaluate_all("all => all.map(a => a.href)"))
    assert {url for url in scripts if url.endswith(".js") and "/page/" in url} == named
    shifts: list[Any] = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) <= _MOST_SHIFT, shifts


def test_the_check_for_everybody_finds_faults(browser: Browser) -> None:
    """A button without a name, and grey on grey, don't pass."""
    faults = {
        "button-name": "<button></button>",
        "color-contrast": '<p style="color: #999; background: #aaa">words</p>',
    }
    for name, fault in faults.items():
        with visiting(browser) as visitor:
            text = f"<!doctype html><html lang=en><title>t</title><main><h1>t</h1>{fault}</main>"
            visitor.page.set_content(text)
            with pytest.raises(AssertionError, match=name):
                visitor.check()


def test_a_strict_policy(service: Service) -> None:
    """Scripts and styles come from here and from files alone."""
    with urllib.request.urlopen(f"{service.url}/") as response:
        policy, text = response.headers["Content-Security-Policy"], response.read().decode()
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert "unsafe" not in policy
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)|https?://", text)


def test_files_are_kept_and_never_mixed(service: Service) -> None:
    """All that the page names is there for good; what another version named isn't."""
    with urllib.request.urlopen(f"{service.url}/") as response:
        text = response.read().decode()
        assert response.headers["Cache-Control"] == "no-cache"
    names = set(re.findall(r'(?:href|src)="(page/[^"]+)"', text))
    assert len(names) > 10
    for name in names:
        with urllib.request.urlopen(f"{service.url}/{name}") as response:
            assert "immutable" in response.headers["Cache-Control"]
            digest = name.split("/")[1]
    with urllib.request.urlopen(f"{service.url}/sw.js") as response:
        assert digest in response.read().decode()
    status, problem = service.get(f"/page/{'0' * 16}/main.js")
    assert (status, problem["type"]) == (404, "/problems/not-found")
    for path in ("index.html", "sw.js", "../page.py", "vendor/lit-html/lit-html.d.ts"):
        assert service.get(f"/page/{digest}/{path}")[0] == 404
