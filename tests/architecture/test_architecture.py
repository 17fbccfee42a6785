"""The order of the floors, and what the import linter can't see."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("solver", "games", "service")
PURE = sorted(path for name in ("solver", "games") for path in (ROOT / name).rglob("*.py"))
EVERY = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_contracts_are_kept() -> None:
    """Every contract in pyproject.toml holds."""
    ran = _lint(ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " 0 broken" in ran.stdout


BREACHES = {
    "solver/breach.py": "import os, redis, flask, matplotlib\nimport games.breach\n",
    "games/breach.py": "import service.breach\nimport ortools\n",
    "service/breach.py": "import click\nimport service.cli\nimport solver.kernels\n"
    "import games.kernels\n",
    "games/hearts/breach.py": "import games.spades\n",
    "solver/confirm.py": "import solver.search\n",
    "solver/circle_a.py": "import solver.circle_b\n",
    "solver/circle_b.py": "import solver.circle_a\n",
}


def test_contracts_can_break(tmp_path: Path) -> None:
    """The linter is no decoration: with a breach of each contract planted, each is reported."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "*.c"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, text in BREACHES.items():
        (tmp_path / name).write_text(text)
    ran = _lint(tmp_path)
    contracts = (ROOT / "pyproject.toml").read_text().count("[[tool.importlinter.contracts]]")
    assert ran.returncode != 0
    assert f" 0 kept, {contracts} broken" in ran.stdout, ran.stdout + ran.stderr


def _calls(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_pure_modules_call_no_builtin_that_touches_the_world(path: Path) -> None:
    """No open, print or input, and no import by name that would hide from the linter."""
    assert not _calls(path) & {"open", "print", "input", "eval", "exec", "__import__"}


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_pure_modules_reach_no_world_by_another_door(path: Path) -> None:
    """No module of the standard library that opens files, starts programs or imports by name."""
    doors = {"pathlib", "subprocess", "importlib", "tempfile", "shutil", "ctypes", "datetime"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert not names & doors


@pytest.mark.parametrize("path", EVERY, ids=lambda path: str(path.relative_to(ROOT)))
def test_annotations_are_postponed(path: Path) -> None:
    """Every module with code in it starts with ``from __future__ import annotations``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    code = [node for node in tree.body if not isinstance(node, ast.Expr)]
    if code:
        first = code[0]
        assert isinstance(first, ast.ImportFrom)
        assert first.module == "__future__"


def test_a_plain_solve_loads_nothing_heavy() -> None:
    """Solving from Python loads no web, queue, constraint or number library, nor click."""
    program = (
        "import sys, solver\n"
        "assert solver.solve('pyramid: QH | stock: AD').min_moves == 2\n"
        "heavy = {'flask', 'redis', 'rq', 'ortools', 'numpy', 'pandas', 'click', 'tqdm',"
        " 'asyncio', 'unittest', 'cython', 'Cython'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(ast.literal_eval(ran.stdout))
    if "INTERPRETED" in _kernel_state():
        # Interpreted kernels ask Cython for its types where it is installed.
        loaded -= {"cython", "Cython"}
    assert not loaded


def _kernel_state() -> str:
    from solver import KERNEL_COMPILED

    return "compiled" if KERNEL_COMPILED else "INTERPRETED"
