"""The catalogues: fresh, and every text that is marked anywhere is translated into every language."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import io
import re
import string
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation
from django.utils.translation.template import templatize

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("clubs/**/*.py", "config/**/*.py", "gameplay/**/*.py", "ledger/**/*.py", "templates/**/*")
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


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert [path.parent.parent.name for path in CATALOGUES] == ["nl", "pl"]


@by_language
def test_the_compiled_catalogue_is_fresh(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == messages.compiled(entries(path))


@by_language
def test_gettext_reads_what_was_compiled(path: Path) -> None:
    catalogue = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
    for entry in entries(path)[1:]:
        if entry.plural is not None:
            told = {catalogue.ngettext(entry.text, entry.plural, count) for count in range(130)}
            # The last Polish form is that of fractions, which no count takes.
            assert told == set(entry.translations[:3])
        elif entry.context is not None:
            assert catalogue.pgettext(entry.context, entry.text) == entry.translations[0]
        else:
            assert catalogue.gettext(entry.text) == entry.translations[0]


@by_language
def test_everything_is_translated_and_looked_at(path: Path) -> None:
    assert [entry.text for entry in entries(path) if not entry.is_translated] == []


@by_language
def test_a_message_stands_once_and_says_where_it_is_used(path: Path) -> None:
    found = entries(path)[1:]
    twice = Counter((entry.context, entry.text) for entry in found)
    assert [message for message, count in twice.items() if count > 1] == []
    assert [entry.text for entry in found if not entry.places] == []


@by_language
def test_every_plural_has_as_many_forms_as_the_language(path: Path) -> None:
    (forms,) = re.findall(r"nplurals=(\d)", entries(path)[0].translations[0])
    wrong = [
        entry.text
        for entry in entries(path)[1:]
        if len(entry.translations) != (1 if entry.plural is None else int(forms))
    ]
    assert wrong == []


def test_the_languages_know_the_same_messages() -> None:
    known = [{(entry.context, entry.text, entry.plural) for entry in entries(path)} for path in CATALOGUES]
    assert known[0] == known[1]


@pytest.mark.parametrize(
    ("count", "polish", "dutch"),
    [
        (1, "1 rozdanie", "1 spel"),
        (2, "2 rozdania", "2 spellen"),
        (5, "5 rozdań", "5 spellen"),
        (12, "12 rozdań", "12 spellen"),
        (22, "22 rozdania", "22 spellen"),
    ],
)
def test_plurals_are_chosen_by_the_language(count: int, polish: str, dutch: str) -> None:
    for language, told in (("pl", polish), ("nl", dutch)):
        with translation.override(language):
            found = translation.ngettext("%(deals)s deal", "%(deals)s deals", count)
            assert found % {"deals": count} == told


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


_TEXT = r"""(u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")"""


def _in_template(source: str) -> set[str]:
    """Return what the tags mark in a template, as makemessages sees it."""
    code = templatize(source)
    marked = re.findall(rf"(?<!p)gettext\({_TEXT}", code) + re.findall(rf"[^\w]_\({_TEXT}", code)
    marked += [text for _context, text in re.findall(rf"pgettext\({_TEXT},\s*{_TEXT}", code)]
    return {ast.literal_eval(text) for text in marked}


@by_language
def test_no_text_that_is_marked_is_missing_from_the_catalogue(path: Path) -> None:
    known = {entry.text for entry in entries(path)}
    marked: dict[str, Path] = {}
    for file in (file for pattern in SOURCES for file in ROOT.glob(pattern) if file.is_file()):
        source = file.read_text(encoding="utf-8")
        found = _in_python(source) if file.suffix == ".py" else _in_template(source)
        marked |= dict.fromkeys(found, file)
    assert len(marked) > 700
    assert {text: str(file.relative_to(ROOT)) for text, file in marked.items() if text not in known} == {}


@pytest.mark.parametrize(("language", "told"), [("pl", "Zaloguj się"), ("nl", "Inloggen"), ("en", "Log in")])
def test_a_page_is_in_the_language_that_is_active(language: str, told: str) -> None:
    with translation.override(language):
        assert translation.gettext("Log in") == told
