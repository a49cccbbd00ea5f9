"""The pages of a club in every language: each text is in the catalogues and translated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clubs.test_messages import CATALOGUES, _in_python, _in_template, entries

ROOT = Path(__file__).resolve().parents[2]
PLACES = (
    "templates/gameplay/",
    "gameplay/pages/",
    "gameplay/selectors/",
    "gameplay/templatetags/",
    "gameplay/reasons.py",
    "gameplay/telling/",
    "gameplay/tell.py",
    "gameplay/error_sentences.py",
    "gameplay/replay_account.py",
    "gameplay/sentences.py",
)
by_language = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)


@by_language
def test_every_text_of_the_pages_is_translated(path: Path) -> None:
    missing = [
        entry.text
        for entry in entries(path)
        if any(place.startswith(PLACES) for place in entry.places) and not entry.is_translated
    ]
    assert missing == []


@by_language
def test_no_text_of_the_pages_is_missing_from_the_catalogue(path: Path) -> None:
    known = {entry.text for entry in entries(path)}
    marked: set[str] = set()
    for file in [*ROOT.glob("gameplay/**/*.py"), *ROOT.glob("templates/gameplay/*")]:
        if str(file.relative_to(ROOT)).startswith(PLACES):
            source = file.read_text(encoding="utf-8")
            marked |= _in_python(source) if file.suffix == ".py" else _in_template(source)
    assert len(marked) > 300
    assert marked - known == set()
