"""Which kernel is under test, and whether it was built from the source that lies there."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

import games.kernels
import solver
import solver.kernels

PACKAGES = (solver.kernels, games.kernels)
FOLDERS = [Path(package.__path__[0]) for package in PACKAGES]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
REBUILD = "rebuild the kernels with: python setup.py build_ext --inplace"


def _kernels() -> list[ModuleType]:
    """The modules that say whether they run compiled."""
    names = [
        f"{package.__name__}.{info.name}"
        for package in PACKAGES
        for info in pkgutil.iter_modules(package.__path__)
    ]
    modules = [importlib.import_module(name) for name in names]
    return [module for module in modules if hasattr(module, "COMPILED")]


def _compiler_works(folder: Path) -> bool:
    """Whether the compiler that the build would call can compile against Python."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if not command or shutil.which(command[0]) is None:
        return False
    source = folder / "probe.c"
    source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
    include = sysconfig.get_paths()["include"]
    ran = subprocess.run(
        [*command, "-c", str(source), "-I", include, "-o", str(folder / "probe.o")],
        capture_output=True,
        check=False,
    )
    return ran.returncode == 0


def test_all_kernels_run_the_same_way() -> None:
    """Either every kernel is compiled or none is, and the package says which."""
    kernels = _kernels()
    assert {module.__name__.rpartition(".")[2] for module in kernels} >= {
        "store",
        "general",
        "table",
    }
    states = {module.__name__: module.COMPILED for module in kernels}
    assert set(states.values()) == {solver.KERNEL_COMPILED}, f"mixed: {states}; {REBUILD}"
    for module in kernels:
        assert str(module.__file__).endswith(SUFFIX if module.COMPILED else ".py")


def test_the_compiled_kernel_is_loaded(tmp_path: Path) -> None:
    """Where a C compiler works the tests run the compiled kernel, never the slow one unseen.

    Set PYRAMID_ALLOW_INTERPRETED=1 to test the interpreted kernel all the same.
    """
    if os.environ.get("PYRAMID_ALLOW_INTERPRETED") == "1" or not _compiler_works(tmp_path):
        pytest.skip(f"interpreted kernels are allowed here; compiled: {solver.KERNEL_COMPILED}")
    assert solver.KERNEL_COMPILED, f"the kernels run interpreted; {REBUILD}"


def _built_from(source: Path) -> list[Path]:
    """A kernel's source, its declarations, and those of the kernels that it calls in C."""
    called = re.findall(
        r"cimports\.(?:solver|games)\.kernels\.(\w+)", source.read_text(encoding="utf-8")
    )
    declarations = [source.with_name(f"{name}.pxd") for name in (source.stem, *called)]
    return [source, *(path for path in declarations if path.exists())]


def stale(folder: Path, suffix: str) -> list[str]:
    """The extension modules in a folder that are older than a source they were built from."""
    found = []
    for built in sorted(folder.glob(f"*{suffix}")):
        source = folder / (built.name.removesuffix(suffix) + ".py")
        if not source.exists():
            found.append(f"{built.name} has no source")
            continue
        found += [
            f"{built.name} is older than {path.name}"
            for path in _built_from(source)
            if path.stat().st_mtime > built.stat().st_mtime
        ]
    return found


def test_no_kernel_is_older_than_its_source() -> None:
    """After an edit the old extension module would go on running: so it must be rebuilt."""
    for folder in FOLDERS:
        assert not stale(folder, SUFFIX), REBUILD


def test_staleness_is_noticed(tmp_path: Path) -> None:
    """An extension module older than its source or declarations, or left over, is found."""

    def lay(name: str, when: int, text: str = "") -> None:
        path = tmp_path / name
        path.write_text(text)
        os.utime(path, (when, when))

    for name in ("edited", "fresh", "left"):
        lay(f"{name}.xyz", 5)
    lay("edited.py", 9)
    lay("fresh.py", 1, "from cython.cimports.solver.kernels.other import Other")
    lay("unrelated.pxd", 9)
    assert stale(tmp_path, ".xyz") == [
        "edited.xyz is older than edited.py",
        "left.xyz has no source",
    ]
    lay("other.pxd", 9)
    assert "fresh.xyz is older than other.pxd" in stale(tmp_path, ".xyz")
