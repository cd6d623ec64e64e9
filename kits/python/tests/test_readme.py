"""The README: every block of Python is valid and imports what exists; the first one runs as it
is."""

from __future__ import annotations

import ast
import http.client
import importlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support import API_SECRET, HMAC_SECRET, body_of, success

import wasl_partner_kit
from wasl_partner_kit import sign

README = (Path(__file__).resolve().parents[1] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_readme_has_its_blocks() -> None:
    assert len(BLOCKS) >= 8
    body = BLOCKS[0].split("\n\n", 2)[2]
    code = [line for line in body.splitlines() if line.strip()]
    assert len(code) <= 30


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_is_valid_and_imports_what_exists(block: str) -> None:
    for node in ast.walk(ast.parse(block, feature_version=(3, 9))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wasl"):
            module = importlib.import_module(str(node.module))
            assert [name.name for name in node.names if not hasattr(module, name.name)] == []


def test_the_options_and_names_of_the_text_exist() -> None:
    names = set(re.findall(r"`(on_\w+|[a-z_]+_seconds|[a-z_]+_max)\b", README))
    sources = Path(wasl_partner_kit.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    assert names
    assert [name for name in names if name not in text] == []


def test_the_first_block_runs_and_is_paid_once(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(BLOCKS[0], "utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(wasl_partner_kit.__file__).parents[1]),
        "PYTHONUNBUFFERED": "1",
        "API_SECRET": API_SECRET,
        "HMAC_SECRET": HMAC_SECRET,
        "PORT": "0",
    }
    options: "dict[str, Any]" = {"cwd": tmp_path, "env": environment, "text": True}
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "server.py"], **options, **quiet) as process:
        try:
            assert process.stdout is not None
            printed = process.stdout.readline()
            found = re.search(r":(\d+)$", printed.strip())
            assert found is not None, printed
            port = int(found[1])
            assert _send(port, "GET", "/INV-2026-0001") == 200
            assert _send(port, "GET", "/INV-2026-0002") == 409
            assert _send(port, "GET", "/INV-1999-0001") == 404
            for _ in range(2):
                assert _send(port, "POST", "/webhooks/platform", body_of(success())) == 200
            assert _send(port, "GET", "/INV-2026-0001") == 409
        finally:
            process.kill()


def _send(port: int, method: str, path: str, body: bytes = b"") -> int:
    now = str(int(time.time()))
    headers = {
        "authorization": f"Bearer {API_SECRET}",
        "x-timestamp": now,
        "x-signature": sign(body, now, HMAC_SECRET),
    }
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body or None, headers)
    return connection.getresponse().status
