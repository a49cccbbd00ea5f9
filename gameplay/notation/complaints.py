"""What is wrong with how a record is written: stable codes and their sentences. It judges nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gameplay.engine.verdict import Code as RuleCode
from gameplay.engine.verdict import Fault
from gameplay.sentences import sentence as rule_sentence


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


class Code(StrEnum):
    """Codes of notation alone; none changes its meaning. Those of the rules stand in `engine/verdict.py`."""

    CARD_AMBIGUOUS = "card.ambiguous"
    NUMBER_NOT_CANONICAL = "number.not_canonical"
    RECORD_NOT_CANONICAL = "record.not_canonical"
    VERSION_NO_WAY_BACK = "version.no_way_back"


SENTENCES: Final[dict[Code, str]] = {
    Code.CARD_AMBIGUOUS: _("“{card}” may be {cards}: write which one"),
    Code.NUMBER_NOT_CANONICAL: _("The canonical form of {number} would be read as another number"),
    Code.RECORD_NOT_CANONICAL: _(
        "The record has no canonical form: it is nested too deep, or holds text that is not Unicode"
    ),
    Code.VERSION_NO_WAY_BACK: _("A record of format version {version} cannot be written as version {wanted}"),
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong: code, position of its event (None: header or line), what a sentence needs."""

    code: Code | RuleCode
    event: int | None
    params: Mapping[str, Any]


class Objection(Exception):  # noqa: N818 - the writing is objected to; the program is in order
    """Raised where something cannot be read or written; whoever knows the event makes a complaint of it."""

    def __init__(self, code: Code | RuleCode, **params: Any) -> None:
        """Keep the code and the parameters of the sentence."""
        super().__init__(code)
        self.code = code
        self.params = params

    def complaint(self, event: int | None) -> Complaint:
        """Say at which event."""
        return Complaint(self.code, event, self.params)


def complaint_of(fault: Fault) -> Complaint:
    """Take over what the rules say."""
    return Complaint(fault.code, fault.event, fault.params)


def sentence(complaint: Complaint, translate: Callable[[str], str] = _) -> str:
    """Say what is wrong: in English, or as `translate` has it."""
    if isinstance(complaint.code, RuleCode):
        return rule_sentence(Fault(complaint.code, complaint.event, complaint.params), translate)
    params = {
        key: " / ".join(value) if type(value) is list else value for key, value in complaint.params.items()
    }
    return translate(SENTENCES[complaint.code]).format_map(params)
