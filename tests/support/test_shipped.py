"""Files that come with the package are found beside its modules, wherever those are."""

from __future__ import annotations

import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from crosswright.support.shipped import shipped_bytes, shipped_text

FILES = {"__init__.py": "", "module.py": "", "words.txt": "é\n", "inside/more.txt": "more"}


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_files_beside_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    package = f"shipped_in_a_{kind}"
    if kind == "zip":
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
            for name, text in FILES.items():
                archive.writestr(f"{package}/{name}", text)
        monkeypatch.syspath_prepend(tmp_path / "all.zip")
    else:
        for name, text in FILES.items():
            (tmp_path / package / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / package / name).write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
    for module in (package, f"{package}.module"):
        import_module(module)
        assert shipped_bytes(module, "words.txt") == b"\xc3\xa9\n"
        assert shipped_text(module, "words.txt") == "é\n"
        assert shipped_text(module, "inside/more.txt") == "more"
        with pytest.raises(OSError, match=r"absent"):
            shipped_bytes(module, "absent.txt")
