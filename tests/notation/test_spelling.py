"""How cards are spelled, by hand and all spellings one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplay.engine.cards import NOTATION, RANKS, UNKNOWN
from gameplay.engine.verdict import Code as RuleCode
from gameplay.notation.complaints import Code, Objection
from gameplay.notation.spelling import (
    LOCALES,
    SPELLING_LONGEST,
    card_spellings,
    rank_spellings,
    read_card,
    read_rank,
)

EXAMPLES = {
    "en": {
        "Ts 10s TS tS 10S 10♠ ♠10 ♠T 10♤ T♠️ 10spades spades10 Spade10": "Ts",
        "As as ♠A a♠ aSpades": "As",
        "Kd KD kd K♦ ♦k kdiamonds DiamondK": "Kd",
        "Jk jk JK jK joker JOKER 🃏": "Jk",
        "?? ?": "??",
    },
    "pl": {
        "Kd kd KD K♦ ♦K Kkaro karoK kKARO": "Kd",
        "Dd dd D♦ ♦D Dkaro KaroD Qd qd Q♦": "Qd",
        "Dh dH Dkier KierD Qh": "Qh",
        "Wp wp Ws W♠ ♠W Wpik pikW Js js": "Js",
        "10t Tt tT Tc 10trefl trefl10 10♣": "Tc",
        "Kp kP Ks Kpik": "Ks",
        "As ap AP Apik": "As",
        "9h 9kier 9♥ ♡9": "9h",
        "Jk jk joker": "Jk",
    },
    "nl": {
        "Hh hh HH H♥ Kh kH hartenH HHarten": "Kh",
        "Hk hK Kk kk KK Kc Hc klaverH Kklaveren": "Kc",
        "Vr vr VR Vd V♦ ruitenV Qd": "Qd",
        "Bs Bschoppen schoppenB ♠B Js js": "Js",
        "10r Tr 10ruiten": "Td",
        "Ak ak Ac": "Ac",
        "Jk jk joker": "Jk",
    },
}


@pytest.mark.parametrize(
    ("locale", "texts", "card"),
    [(locale, texts, card) for locale, rows in EXAMPLES.items() for texts, card in rows.items()],
)
def test_examples(locale: str, texts: str, card: str) -> None:
    assert {text: read_card(text, locale) for text in texts.split()} == dict.fromkeys(texts.split(), card)


def test_blanks_within_a_card_do_not_matter() -> None:
    assert [read_card(text, "pl") for text in (" 10 pik", "D karo ", "♠\u00a0A")] == [
        "Ts",
        "Qd",
        "As",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_canonical_text_is_itself_in_every_locale(locale: str) -> None:
    assert [read_card(card, locale) for card in sorted(NOTATION)] == sorted(NOTATION)
    assert read_card(UNKNOWN, locale) == UNKNOWN
    assert [read_rank(rank, locale) for rank in RANKS] == list(RANKS)


def test_no_spelling_is_ambiguous_but_polish_k_as_a_suit() -> None:
    ambiguous = {
        locale: {text: meant for text, meant in card_spellings(locale).items() if len(meant) > 1}
        for locale in LOCALES
    }
    assert ambiguous["en"] == ambiguous["nl"] == {}
    ranks = [*"a23456789twdk", "10"]
    assert set(ambiguous["pl"]) == {rank + "k" for rank in ranks}
    assert all({card[1] for card in meant} == {"d", "h"} for meant in ambiguous["pl"].values())
    assert all(len(meant) == 1 for locale in LOCALES for meant in rank_spellings(locale).values())


@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_has_spellings_of_its_own(locale: str) -> None:
    meant = {card for cards in card_spellings(locale).values() if len(cards) == 1 for card in cards}
    assert meant == NOTATION | {UNKNOWN}
    assert max(map(len, card_spellings(locale))) < SPELLING_LONGEST


@pytest.mark.parametrize("text", ["Kk", "kk", "KK", "10k", "dK", "A k"])
def test_an_ambiguous_card_is_refused_with_all_that_it_may_be(text: str) -> None:
    with pytest.raises(Objection) as refused:
        read_card(text, "pl")
    assert refused.value.code is Code.CARD_AMBIGUOUS
    assert len(refused.value.params["cards"]) == 2
    assert refused.value.params["card"] == text


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en", "Kk"),  # letters of another locale
        ("en", "Wp"),
        ("en", "Hh"),
        ("pl", "Vh"),
        ("nl", "Wh"),
        ("en", "sT"),  # a letter names the suit only where it comes last
        ("pl", "pD"),
        ("pl", "Jp"),  # a card is spelled in one language
        ("nl", "Qr"),
        ("nl", "Jr"),
        ("en", "1s"),
        ("en", "11s"),
        ("en", "T"),
        ("en", "♠"),
        ("en", ""),
        ("en", "Tss"),
        ("en", "T♠♠"),
        ("en", "10" + " " * 40 + "s"),
        ("pl", "x" * 10**5),
    ],
)
def test_what_is_no_card_is_refused_by_the_code_of_replay(locale: str, text: str) -> None:
    with pytest.raises(Objection) as refused:
        read_card(text, locale)
    assert refused.value.code is RuleCode.CARD_INVALID


def test_a_rank_alone() -> None:
    assert [read_rank(text, "pl") for text in ("10", "d", "W", "k", "a")] == ["T", "Q", "J", "K", "A"]
    assert [read_rank(text, "nl") for text in ("V", "b", "H", "t")] == ["Q", "J", "K", "T"]
    for text in ("Jk", "??", "", "11", "♠"):
        with pytest.raises(Objection) as refused:
            read_rank(text, "nl")
        assert refused.value.code is RuleCode.RECORD_INVALID


@given(st.sampled_from(sorted(LOCALES)), st.text("kdhsctpr10TJQKAWDBVH♠♥karo ?9", max_size=8))
def test_whatever_is_read_is_a_card_and_reads_as_itself(locale: str, text: str) -> None:
    try:
        card = read_card(text, locale)
    except Objection as refused:
        card = {RuleCode.CARD_INVALID: UNKNOWN, Code.CARD_AMBIGUOUS: UNKNOWN}[refused.code]
    assert card in NOTATION | {UNKNOWN}
    assert read_card(card, locale) == card
