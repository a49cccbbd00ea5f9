"""Makes log-ins and ties them to members; it sends no mail."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from clubs.errors import ClubsError, Code
from clubs.models import Member, User
from clubs.models.user import fold_email
from clubs.services.refusals import lock_club, refusals


def create_user(*, email: str, password: str | None = None, language: str = "") -> User:
    """Return a new log-in; without a password nobody logs in with it until one is set."""
    email = _address(email)
    user = User(email=email, language=language)
    if password is not None:
        _refuse_weak(password, user)
    with refusals():
        return User.objects.create_user(email, password, language=language)


def link_user(*, member: Member, user: User) -> Member:
    """Let the user log in as this member. Repeating it changes nothing."""
    with refusals():
        lock_club(member.club)
        current = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        if not current.is_active:
            raise ClubsError(Code.MEMBER_INACTIVE, number=current.number)
        if current.user_id not in {None, user.pk}:
            raise ClubsError(Code.MEMBER_HAS_USER, number=current.number)
        member.user = user
        member.save(update_fields=["user"])
    return member


def _address(email: str) -> str:
    folded = fold_email(email)
    try:
        validate_email(folded)
    except ValidationError:
        raise ClubsError(Code.USER_EMAIL) from None
    if len(folded) > 254 or not folded.isprintable():
        raise ClubsError(Code.USER_EMAIL)
    return folded


def _refuse_weak(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise ClubsError(Code.USER_PASSWORD, reasons=" ".join(error.messages)) from None
