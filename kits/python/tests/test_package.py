"""The package: its syntax stays that of Python 3.9, and a wheel and an sdist install without the
network."""

from __future__ import annotations

import ast
import compileall
import importlib
import importlib.util
import inspect
import os
import pkgutil
import subprocess
import sys
import typing
import zipfile
from pathlib import Path
from typing import Any

import pytest

import wasl_partner_kit

KIT = Path(__file__).resolve().parents[1]
SOURCES = sorted((KIT / "src").rglob("*.py"))

# What newer releases added, and 3.9 does not know. ast checks the syntax itself.
NEWER_NAMES = {
    "typing": {"ParamSpec", "Concatenate", "TypeAlias", "TypeGuard", "Self", "Never"},
    "datetime": {"UTC"},
    "itertools": {"pairwise", "batched"},
    "contextlib": {"aclosing", "chdir"},
    "dataclasses": {"KW_ONLY"},
    "enum": {"StrEnum"},
}
NEWER_ARGUMENTS = {"dataclass": {"slots", "kw_only", "match_args"}, "zip": {"strict"}}


def test_there_are_sources() -> None:
    assert len(SOURCES) > 40


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_syntax_is_that_of_python_3_9(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"), feature_version=(3, 9))
    assert _newer(tree) == []


def _newer(tree: ast.AST) -> "list[str]":
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = NEWER_NAMES.get(node.module or "", set())
            found += [name.name for name in node.names if name.name in names]
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            arguments = NEWER_ARGUMENTS.get(called, set())
            found += [word.arg for word in node.keywords if word.arg in arguments]
    return found


def test_the_check_of_the_syntax_finds_what_is_newer() -> None:
    with pytest.raises(SyntaxError):
        ast.parse("match x:\n  case 1: pass", feature_version=(3, 9))
    assert _newer(ast.parse("from datetime import UTC")) == ["UTC"]
    assert _newer(ast.parse("@dataclass(slots=True)\nclass A: ...")) == ["slots"]


def test_no_source_needs_more_than_the_standard_library() -> None:
    allowed = set(getattr(sys, "stdlib_module_names", ())) | {"wasl_partner_kit"}
    if len(allowed) == 1:
        pytest.skip("this Python does not list its standard library")
    frameworks = {"django"}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                top = module.partition(".")[0]
                assert top in allowed or (top in frameworks and "django" in path.name), path


def test_every_type_hint_is_readable() -> None:
    """A union written with | is an error on 3.9 as soon as somebody reads the hints."""
    names = pkgutil.walk_packages(wasl_partner_kit.__path__, "wasl_partner_kit.")
    for module in (importlib.import_module(found.name) for found in names):
        own = [v for v in vars(module).values() if getattr(v, "__module__", "") == module.__name__]
        for value in own:
            methods = vars(value).values() if inspect.isclass(value) else [value]
            for one in [value, *methods]:
                if inspect.isclass(one) or inspect.isfunction(one):
                    typing.get_type_hints(one)
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for hint in _hints(node):
                assert " | " not in ast.unparse(hint), f"{path}: {ast.unparse(hint)}"


def _hints(node: ast.AST) -> "list[ast.AST]":
    found = [getattr(node, name, None) for name in ("annotation", "returns")]
    return [hint for hint in found if isinstance(hint, ast.AST)]


def test_everything_compiles(tmp_path: Path) -> None:
    target = tmp_path / "src"
    for path in SOURCES:
        copy = target / path.relative_to(KIT / "src")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert compileall.compile_dir(str(target), quiet=1)


def test_public_names_exist_and_have_docstrings() -> None:
    for name in wasl_partner_kit.__all__:
        value = getattr(wasl_partner_kit, name)
        assert name.isupper() or name.startswith("__") or value.__doc__, name


BUILD = [name for name in ("build", "hatchling") if importlib.util.find_spec(name) is None]


@pytest.mark.skipif(bool(BUILD), reason=f"missing: {', '.join(BUILD)} (Debian: python3-build …)")
def test_a_wheel_and_an_sdist_are_built_and_used_without_the_network(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    command = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check"]
    command += ["--outdir", str(dist), str(KIT)]
    _run(command, cwd=tmp_path)
    files = sorted(path.name for path in dist.iterdir())
    assert files == [
        f"wasl_partner_kit-{wasl_partner_kit.__version__}-py3-none-any.whl",
        f"wasl_partner_kit-{wasl_partner_kit.__version__}.tar.gz",
    ]
    wheel = dist / files[0]
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(name for name in names if name.endswith("METADATA"))
        text = archive.read(metadata).decode("utf-8")
        archive.extractall(tmp_path / "installed")
    assert "wasl_partner_kit/py.typed" in names
    assert any(name.endswith("LICENSE") for name in names)
    assert not any("test" in name for name in names)
    assert "Requires-Python: >=3.9" in text
    assert "Provides-Extra: receipts" in text
    # A wheel of pure Python is installed by unpacking it. The vectors run on what was unpacked.
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    tests = ["-c", os.devnull, "--rootdir", str(KIT / "tests"), "-q", "-p", "no:cacheprovider"]
    chosen = [str(KIT / "tests" / name) for name in ("test_vectors.py", "test_partner.py")]
    printed = _run([sys.executable, "-m", "pytest", *tests, *chosen], tmp_path, environment)
    assert " passed" in printed
    where = [sys.executable, "-c", "import wasl_partner_kit; print(wasl_partner_kit.__file__)"]
    assert str(tmp_path) in _run(where, tmp_path, environment)


def _run(command: "list[str]", cwd: Path, environment: Any = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_lines_are_at_most_100_columns_and_files_short() -> None:
    for path in [*SOURCES, *(KIT / "tests").rglob("*.py")]:
        lines = path.read_text("utf-8").splitlines()
        assert [line for line in lines if len(line) > 100] == [], path
        assert len(lines) <= 250 or "tests" in path.parts, path
