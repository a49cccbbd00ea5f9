"""The catalogues: fresh, and complete for what these folders show. Other apps are not asked yet."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import io
import re
import string
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation
from django.utils.translation.template import templatize

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
COMPLETE = (
    "clubs/",
    "templates/base.html",
    "templates/clubs/",
    "templates/account/",
    "templates/4",
    "templates/5",
)
MARKS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}


def _messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("panbook_messages", ROOT / "locale/messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


messages = _messages()
CATALOGUES = messages.catalogues()
by_language = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)


def entries(path: Path) -> list[Any]:
    """Return the messages of a catalogue."""
    found: list[Any] = messages.parse(path.read_text(encoding="utf-8"))
    return found


def is_ours(place: str) -> bool:
    """Return whether a place is one that must be complete."""
    return place.startswith(COMPLETE)


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert [path.parent.parent.name for path in CATALOGUES] == ["nl", "pl"]


@by_language
def test_the_compiled_catalogue_is_fresh(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == messages.compiled(entries(path))


@by_language
def test_gettext_reads_what_was_compiled(path: Path) -> None:
    catalogue = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
    for entry in entries(path)[1:]:
        if entry.is_translated and entry.plural is None and entry.context is None:
            assert catalogue.gettext(entry.text) == entry.translations[0]


@by_language
def test_everything_of_ours_is_translated(path: Path) -> None:
    missing = [
        entry.text for entry in entries(path) if any(map(is_ours, entry.places)) and not entry.is_translated
    ]
    assert missing == []


@by_language
def test_a_translation_takes_the_parameters_of_its_message(path: Path) -> None:
    for entry in entries(path)[1:]:
        for told in filter(None, entry.translations):
            assert _parameters(told) == _parameters(entry.text), entry.text


def _parameters(text: str) -> set[str]:
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name} if "{" in text else set()
    return set(re.findall(r"%\((\w+)\)[sd]", text)) | named


def _in_python(source: str) -> set[str]:
    """Return what the calls of gettext mark in a module."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        name = getattr(getattr(node, "func", None), "id", None)
        if isinstance(node, ast.Call) and name in MARKS:
            texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
            found.add(texts[1 if name.startswith("pgettext") else 0])
    return {text for text in found if isinstance(text, str)}


def _in_template(source: str) -> set[str]:
    """Return what the tags mark in a template, as makemessages sees it."""
    marked = re.findall(r"""gettext\((u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")""", templatize(source))
    marked += re.findall(r"""[^\w]_\((u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")""", templatize(source))
    return {ast.literal_eval(text) for text in marked}


@by_language
def test_no_marked_text_of_ours_is_missing_from_the_catalogue(path: Path) -> None:
    known = {entry.text for entry in entries(path)}
    marked: set[str] = set()
    for file in [*ROOT.glob("clubs/**/*.py"), *ROOT.glob("templates/**/*")]:
        if file.is_file() and is_ours(str(file.relative_to(ROOT))) and "migrations" not in file.parts:
            source = file.read_text(encoding="utf-8")
            marked |= _in_python(source) if file.suffix == ".py" else _in_template(source)
    assert len(marked) > 50
    assert marked - known == set()


@pytest.mark.parametrize(("language", "told"), [("pl", "Zaloguj się"), ("nl", "Inloggen"), ("en", "Log in")])
def test_a_page_is_in_the_language_that_is_active(language: str, told: str) -> None:
    with translation.override(language):
        assert translation.gettext("Log in") == told
