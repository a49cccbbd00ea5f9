"""Grants the serving role what each table's kind allows, after every migration; it makes no table.

What is not named here can be read and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db import connections, transaction

from clubs.kinds import Kind

if TYPE_CHECKING:
    from django.db.models import Model

APP_ROLE = "panbook_app"
OUR_APPS = frozenset({"clubs", "ledger", "gameplay"})
ALL = "SELECT, INSERT, UPDATE, DELETE"
BY_KIND = {
    Kind.FACT: "SELECT, INSERT",
    Kind.IDENTITY: "SELECT, INSERT, UPDATE",
    Kind.ERASABLE: "SELECT, INSERT, UPDATE",
    Kind.DERIVED: ALL,
    Kind.OPERATIONAL: ALL,
}
# Tables that no model stands for.
OTHERS = {"clubs_cache": ALL}


def rights_of(model: type[Model]) -> str:
    """Return what the serving role may do with a model's table, as GRANT names it.

    A model may name its own, narrower rights in `app_rights`; link tables and those of other apps are free.
    """
    about = model._meta  # noqa: SLF001 - public in all but name
    if about.app_label not in OUR_APPS or about.auto_created:
        return ALL
    narrower: str | None = getattr(model, "app_rights", None)
    return narrower or BY_KIND[model.kind]  # type: ignore[attr-defined] # a test sees to the kind


def tables() -> dict[str, str]:
    """Return the rights of every table that the serving role may write."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: rights_of(model) for model in models} | OTHERS  # noqa: SLF001 - as above


def grant_rights(*, using: str, **_: Any) -> None:
    """Bring the serving role's rights in line; receives `post_migrate`."""
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor:
        cursor.execute(f"GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA public TO {APP_ROLE}")
        present = set(connection.introspection.table_names(cursor))
        for table, rights in sorted(tables().items()):
            if table in present:
                cursor.execute(f'REVOKE ALL ON "{table}" FROM {APP_ROLE}')
                cursor.execute(f'GRANT {rights} ON "{table}" TO {APP_ROLE}')
