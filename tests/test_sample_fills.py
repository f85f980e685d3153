"""The blind reading of fills: the interval, the verdicts, and the figures that come of them."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


@pytest.fixture
def sampling(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import sample_fills

    yield sample_fills
    sys.modules.pop("sample_fills", None)


def write_key(folder: Path) -> None:
    key = {
        "grids": {"7": ["ACE", "ACIDTEST", "RELATION"], "8": ["ACE", "OWL"]},
        "good": ["TABLE", "CHAIR"],
        "bad": ["OFTHE", "XYLYL"],
        "pages": ["grid 7", "planted", "grid 8"],
    }
    (folder / "key.json").write_text(json.dumps(key))


def verdicts(ace: str = "k", bad: str = "s") -> str:
    return (
        f"ACE {ace}\nACIDTEST l\nRELATION k\nOWL k\nTABLE k\nCHAIR k\nOFTHE {bad}\nXYLYL {bad}\n"
        "# grid 1: ACE ACIDTEST RELATION\npairs 1: \n# grid 2: WALK WALKED\npairs 2: WALK/WALKED\n"
    )


def test_the_interval_is_wilsons(sampling: ModuleType) -> None:
    low, high = sampling.wilson(5, 1000)
    assert (round(low, 5), round(high, 5)) == (0.00214, 0.01165)
    assert sampling.wilson(0, 100)[0] == 0


def test_verdicts_become_figures(
    sampling: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_key(tmp_path)
    (tmp_path / "anna.txt").write_text(verdicts())
    (tmp_path / "ben.txt").write_text(verdicts(ace="s", bad="k"))
    sampling.score(tmp_path, [tmp_path / "anna.txt", tmp_path / "ben.txt"])
    printed = capsys.readouterr().out
    assert "anna: struck 0 of 2 good controls and 2 of 2 bad ones (0 frowned at): counts" in printed
    assert "ben: struck 0 of 2 good controls and 0 of 2 bad ones (0 frowned at): does" in printed
    assert "  anna: 0 of 5: 0.00%" in printed
    assert "  ben: 2 of 5: 40.00%" in printed  # ACE is in two grids
    assert "  mean: 1 of 2: 50.00%" in printed  # lively, of eight letters or more
    assert "struck: ACE by ben" in printed
    assert "anna: two forms of one word in 0 of 2 grids; saw 1 of 1 that were planted" in printed


@pytest.mark.parametrize("line", ["ACE", "ACE x", "ACE k k"])
def test_what_is_no_verdict_is_named_with_its_line(
    sampling: ModuleType, tmp_path: Path, line: str
) -> None:
    path = tmp_path / "anna.txt"
    path.write_text(f"OWL k\n{line}\n")
    with pytest.raises(SystemExit, match=r"anna\.txt:2: write one of s, f, k, l after the entry"):
        sampling.Reader(path)
