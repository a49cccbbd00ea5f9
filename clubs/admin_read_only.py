"""The back office's view of what nobody changes: facts, derived rows, audit entries. It offers no action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unfold.admin import ModelAdmin

if TYPE_CHECKING:
    from django.http import HttpRequest


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc] # unfold ships no types
    """Lists and shows rows: no add, no change, no delete, no actions."""

    actions = None
    show_full_result_count = False  # counting a fact table scans it

    def has_add_permission(self, *_: Any) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """Nobody changes; whoever may view, sees."""
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Nobody deletes."""
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:  # noqa: ARG002 - asked by Django
        """Offer none, whatever the site registered for all."""
        return {}
