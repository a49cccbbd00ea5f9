"""A person who can log in. What the person may do in a club stands in `member.py`, not here."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models.fields import public_id_field, recorded_at_field
from clubs.public_ids import new_public_id


def fold_email(email: str) -> str:
    """Return the one spelling under which an address is stored and looked up (L-29)."""
    return unicodedata.normalize("NFKC", email.strip()).casefold()


def new_user_id() -> str:
    """Return a new public id of a user."""
    return new_public_id("usr")


class UserManager(BaseUserManager["User"]):
    """Makes users and finds them by the folded address."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> User:
        """Return a new user; a password of None cannot log in until one is set."""
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> User:
        """Return a new operator, who may open the back office."""
        return self.create_user(email, password, **({"is_staff": True, "is_superuser": True} | fields))

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user of this address, however it is spelled."""
        return self.get(email=fold_email(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """One person's log-in, for all the clubs of this installation."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_user_id)
    email = models.EmailField(_("e-mail address"), max_length=254, unique=True)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    is_staff = models.BooleanField(_("may open the back office"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    recorded_at = recorded_at_field()

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=models.functions.Lower("email")), name="clubs_user_email_folded"
            )
        ]

    def __str__(self) -> str:
        return self.email

    def clean(self) -> None:
        """Fold the address."""
        super().clean()
        self.email = fold_email(self.email)

    def save(self, *args: object, **kwargs: object) -> None:
        """Store the row under the folded address, whichever form or shell it came through."""
        self.email = fold_email(self.email)
        super().save(*args, **kwargs)  # type: ignore[arg-type] # handed on as they came
