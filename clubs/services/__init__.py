"""The only writers of clubs, members, roles, tables and log-ins."""

from clubs.services.clubs import create_club
from clubs.services.members import add_member, deactivate_member, rename_member
from clubs.services.roles import grant_role, revoke_role
from clubs.services.tables import add_table
from clubs.services.users import create_user, link_user

__all__ = [
    "add_member",
    "add_table",
    "create_club",
    "create_user",
    "deactivate_member",
    "grant_role",
    "link_user",
    "rename_member",
    "revoke_role",
]
