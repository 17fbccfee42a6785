"""What the documents show of the service is what happens."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import parts
from tests.service.command import ROOT
from tests.service.serving.test_serve import Service

SERVICE = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_curl_lines_of_the_readme(tmp_path: Path) -> None:
    """Each answers with JSON that isn't a problem."""
    if shutil.which("curl") is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have curl: apt-get install curl")
        pytest.skip("needs curl")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^curl .*$", readme, re.MULTILINE)
    assert len(lines) >= 6
    service = Service(tmp_path, PYRAMID_DAILY_RULES="cardgames")
    answers = []
    for line in lines:
        assert "http://127.0.0.1:8000" in line
        ran = subprocess.run(
            line.replace("http://127.0.0.1:8000", service.url),
            shell=True,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        answers.append(json.loads(ran.stdout))
        assert "title" not in answers[-1], answers[-1]
    service.process.terminate()
    assert service.process.wait(30) == 0
    assert answers[0]["result"]["min_moves"] == 55
    assert answers[3]["total"] == 10


def test_every_setting_is_documented() -> None:
    """With its default."""
    rows = re.findall(r"^\| (`(?:REDIS|PYRAMID)_.*?) \| (.*?) \|", SERVICE, re.MULTILINE)
    told: dict[str, str] = {}
    for names, defaults in rows:
        told.update(zip(re.findall(r"`(\w+)`", names), re.split(", (?=`)", defaults), strict=True))
    fields = Settings.model_fields
    assert set(told) == {
        "REDIS_URL" if name == "redis_url" else f"PYRAMID_{name.upper()}" for name in fields
    }
    for name, field in fields.items():
        default = field.default
        text = told["REDIS_URL" if name == "redis_url" else f"PYRAMID_{name.upper()}"].strip("`")
        shown = ",".join(default) if isinstance(default, tuple) else str(default).lower()
        assert text == ("none" if default is None or default == () else shown)


def test_every_path_is_documented(server: EmbeddedServer) -> None:
    app: Flask = create_app(parts(Settings(), server.url))
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:string|id|path):(?:\w+_)?(\w+)>", r"{\1}", rule.rule).replace(
            "{day}", "{date}"
        )
        ends = (path, path.removeprefix("/v1/batches/{id}/"), path.removeprefix("/v1/batches"))
        assert any(end and end in SERVICE for end in ends), path
