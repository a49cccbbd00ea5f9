"""Who the labels of a record are: members by number or id, by a map file, or new ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clubs.models import Member
from clubs.services import add_member, add_table, deactivate_member
from gameplay.errors import GameplayError
from gameplay.importing.map_file import read_map
from gameplay.models import Deal
from tests.gameplay.importing import deal, run, session_at, write

if TYPE_CHECKING:
    from pathlib import Path

    from clubs.models import Club
    from tests.gameplay.importing import Run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(club: Club) -> str:
    return session_at(add_table(club=club, name="Table 1"))


@pytest.fixture
def members(club: Club) -> list[Member]:
    return [add_member(club=club, name=f"Member 0{n}") for n in (1, 2)]


def seats(answer: Run) -> list[str]:
    header = json.loads(bytes(Deal.objects.get(public_id=answer.deals[0]).header))
    return list(header["seats"])


def test_a_label_is_a_number_or_a_public_id(
    club: Club, session: str, members: list[Member], tmp_path: Path
) -> None:
    """L-41: 0001 is not 1. A name alone is nobody: two people may share it (L-28)."""
    one, two = members
    labels = [(one.number, two.public_id), ("1", two.number), (one.name, two.number)]
    file = write(tmp_path / "a", *(deal(*each) for each in labels))
    answer = run("--club", club.public_id, "--session", session, file)
    assert answer.codes == ["ok", "import.label_unknown", "import.label_unknown"]
    assert answer.status == 1
    assert seats(answer) == [one.public_id, two.public_id]
    assert answer.verdicts[2]["params"] == {"label": one.name}
    assert Member.objects.filter(club=club).count() == 2


def test_a_member_of_another_club_is_nobody_here(
    club: Club, other_club: Club, session: str, members: list[Member], tmp_path: Path
) -> None:
    stranger = add_member(club=other_club, name="Member 01", number="77")
    file = write(tmp_path / "a", deal("0001", "77"), deal("0001", stranger.public_id))
    answer = run("--club", club.public_id, "--session", session, file)
    assert answer.codes == ["import.label_unknown"] * 2


@pytest.mark.parametrize(
    "text",
    [
        '{"Ann, of the bar": "0001", "Bob": "%s"}',
        '"Ann, of the bar",0001\nBob,%s\n',
        "\ufeffAnn, of the bar;0001\r\n\r\nBob;%s\r\n",
        "Ann, of the bar\t 0001\nBob\t%s",
    ],
    ids=["json", "comma", "semicolon", "tab"],
)
def test_a_map_file_says_who_the_others_are(
    club: Club, session: str, members: list[Member], tmp_path: Path, text: str
) -> None:
    """L-40: whatever a spreadsheet puts between the columns."""
    names = tmp_path / "map"
    names.write_text(text % members[1].public_id, newline="")
    file = write(tmp_path / "a", deal("Ann, of the bar", "Bob"), deal("Ann", "0002"))
    answer = run("--club", club.public_id, "--session", session, "--map", str(names), file)
    assert answer.codes == ["ok", "import.label_unknown"]
    assert seats(answer) == [member.public_id for member in members]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '{"a": "1", "a": "2"}',
        '{"a": "x\\u0000"}',
        '{"a": ["1"]}',
        '{"a"',
        "a,1,2",
        "a",
        "",
        "a,1\na,2",
        ",1",
        "a,",
        "[" * 5000,
        '{"a":' * 5000,
    ],
)
def test_a_map_file_that_says_two_things_or_nothing_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "map"
    path.write_text(text)
    with pytest.raises(GameplayError) as refused:
        read_map(str(path))
    assert refused.value.code == "import.map_invalid"


def test_a_map_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """L-39."""
    path = tmp_path / "map"
    path.write_bytes("Łukasz,1".encode("iso-8859-2"))
    with pytest.raises(GameplayError) as refused:
        read_map(str(path))
    assert refused.value.code == "import.map_invalid"


def test_new_members_get_the_label_as_number_or_as_name_and_are_found_again(
    club: Club, session: str, members: list[Member], tmp_path: Path
) -> None:
    """L-23: the second file makes nobody twice, nor a third one with other spaces or another accent form."""
    arguments = ("--club", club.public_id, "--session", session, "--map", "NEW")
    run(*arguments, write(tmp_path / "a", deal("42-b", "Łukasz Nowak"), deal("0001", "42-b", "Członek Nr 7")))
    made = set(Member.objects.filter(club=club).exclude(pk__in=[each.pk for each in members]))
    assert {(member.number, member.name) for member in made} == {
        ("42-b", "42-b"),
        ("0003", "Łukasz Nowak"),
        ("0004", "Członek Nr 7"),
    }

    again = run(
        *arguments,
        write(
            tmp_path / "b",
            deal("42-b", "Łukasz  Nowak "),
            deal("Czlonek Nr 7".replace("lo", "ło"), "0003"),
            deal("Member 02", "0001"),
        ),
    )
    assert again.codes == ["ok"] * 3
    assert Member.objects.filter(club=club).count() == 5


def test_two_labels_of_one_member_are_refused(
    club: Club, session: str, members: list[Member], tmp_path: Path
) -> None:
    """Also when the member would still have to be made."""
    file = write(tmp_path / "a", deal("0001", members[0].public_id), deal("Jan  Nowak", "Jan Nowak"))
    answer = run("--club", club.public_id, "--session", session, "--map", "NEW", file)
    assert answer.codes == ["import.label_twice"] * 2
    assert not Member.objects.filter(club=club, name="Jan Nowak").exists()


def test_a_name_that_several_have_is_refused(club: Club, session: str, tmp_path: Path) -> None:
    """L-28."""
    for _ in range(2):
        add_member(club=club, name="Jan Nowak")
    file = write(tmp_path / "a", deal("Jan Nowak", "x"))
    answer = run("--club", club.public_id, "--session", session, "--map", "NEW", file)
    assert answer.codes == ["import.label_ambiguous"]
    assert not Member.objects.filter(club=club, number="x").exists()


@pytest.mark.parametrize(
    ("label", "code"),
    [("x" * 101, "text.too_long"), ("a\u202eb", "text.character"), ("\u200b", "text.empty")],
)
def test_a_label_that_can_be_no_name_is_refused(
    club: Club, session: str, tmp_path: Path, label: str, code: str
) -> None:
    file = write(tmp_path / "a", deal(label, "x"))
    answer = run("--club", club.public_id, "--session", session, "--map", "NEW", file)
    assert answer.codes == [code]
    assert not Member.objects.filter(club=club).exists()


def test_who_has_left_plays_no_new_deal_but_old_ones_are_known(
    club: Club, session: str, members: list[Member], tmp_path: Path
) -> None:
    """L-26."""
    arguments = ("--club", club.public_id, "--session", session)
    old = write(tmp_path / "a", deal("0001", "0002", id="old"))
    first = run(*arguments, old)
    deactivate_member(member=members[1])

    assert run(*arguments, old).deals == first.deals
    answer = run(*arguments, write(tmp_path / "b", deal("0001", "0002", id="late")))
    assert answer.codes == ["member.inactive"]
    assert run(*arguments, "--map", "NEW", write(tmp_path / "c", deal("0001", "Member 02"))).codes == [
        "member.inactive"
    ]
    assert Deal.objects.filter(club=club).count() == 1
