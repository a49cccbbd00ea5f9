"""The back office of people and places: rows are edited, audited by the database, and never deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from clubs.admin_read_only import ReadOnlyAdmin
from clubs.errors import ClubsError
from clubs.models import AuditEntry, Club, Member, MemberRole, Table, User
from clubs.sentences import sentence
from clubs.texts import clean_text

if TYPE_CHECKING:
    from django.db.models import Model
    from django.http import HttpRequest

    # The types are generic, the classes are not.
    _Form = forms.ModelForm[Any]
    _UserAdmin = DjangoUserAdmin[User]
else:
    _Form = forms.ModelForm
    _UserAdmin = DjangoUserAdmin


class NamedForm(_Form):
    """A form whose name has the one form of `texts.py`."""

    def clean_name(self) -> str:
        """Bring the name into its form, or say why not."""
        limit = self._meta.model._meta.get_field("name").max_length  # noqa: SLF001 - public in all but name
        try:
            return clean_text(self.cleaned_data["name"], limit=limit)
        except ClubsError as error:
            raise forms.ValidationError(sentence(error), code=error.code) from error


class KeptAdmin(ModelAdmin):  # type: ignore[misc] # unfold ships no types
    """Rows that are kept: they become inactive, and their club never changes."""

    form = NamedForm
    actions = None
    list_filter: ClassVar[Any] = ["is_active"]
    readonly_fields: ClassVar[Any] = ["public_id", "recorded_at"]

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Nobody deletes (L-27)."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Let the club be chosen once."""
        fixed = list(super().get_readonly_fields(request, obj))
        return [*fixed, "club"] if obj is not None and hasattr(obj, "club_id") else fixed


@admin.register(Club)
class ClubAdmin(KeptAdmin):
    """Clubs."""

    list_display = ("name", "time_zone", "cutoff_hour", "is_active", "public_id")
    search_fields = ("name", "public_id")


class RoleInline(TabularInline):  # type: ignore[misc] # unfold ships no types
    """The roles of a member, beside the member."""

    model = MemberRole
    fields = ("role", "is_active")
    extra = 0
    can_delete = False


@admin.register(Member)
class MemberAdmin(KeptAdmin):
    """Members, with their roles."""

    list_display = ("number", "name", "club", "user", "is_active", "public_id")
    list_filter: ClassVar[Any] = ["is_active", "club"]
    list_select_related = ("club", "user")
    search_fields = ("number", "name", "search_key", "public_id")
    autocomplete_fields = ("user",)
    inlines = (RoleInline,)

    def get_inlines(self, request: HttpRequest, obj: Member | None) -> tuple[Any, ...]:
        """Offer roles once the member, and so the club, is known."""
        return () if obj is None else tuple(super().get_inlines(request, obj))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:  # noqa: FBT001 - Django's
        """Put a role into the club of its member."""
        del request, change
        for role in formset.save(commit=False):
            role.club_id = form.instance.club_id
            role.save()
        formset.save_m2m()


@admin.register(Table)
class TableAdmin(KeptAdmin):
    """Tables."""

    list_display = ("name", "club", "is_active", "public_id")
    list_filter: ClassVar[Any] = ["is_active", "club"]
    list_select_related = ("club",)
    search_fields = ("name", "public_id")


# allauth keeps addresses of its own, by which it would let people in; there is one address here.
admin.site.unregister(EmailAddress)


@admin.register(User)
class UserAdmin(_UserAdmin, ModelAdmin):  # type: ignore[misc] # unfold ships no types
    """Log-ins; the hash of a password is never shown."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    actions = None
    ordering = ("email",)
    list_display = ("email", "is_active", "is_staff", "last_login", "public_id")
    list_filter = ("is_active", "is_staff", "is_superuser", "groups")
    search_fields = ("email", "public_id")
    readonly_fields = ("public_id", "last_login", "recorded_at")
    fieldsets = (
        (None, {"fields": ("public_id", "email", "password", "language", "is_active")}),
        (_("Back office"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Times"), {"fields": ("recorded_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "usable_password", "password1", "password2")}),)

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Nobody deletes; a log-in is closed."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:  # noqa: FBT001 - Django's
        """Let nobody in by an address that is no longer this person's."""
        super().save_model(request, obj, form, change)
        EmailAddress.objects.filter(user=obj).exclude(email=obj.email).delete()


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Who changed what, newest first."""

    list_display = ("recorded_at", "actor", "action", "table", "row", "address")
    list_filter = ("table", "action")
    search_fields = ("actor", "=row")
    ordering = ("-id",)
