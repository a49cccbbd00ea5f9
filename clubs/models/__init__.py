"""Who there is: users, clubs, members, roles, tables, tokens, and the audit of every edit to them."""

from clubs.models.audit import AuditEntry
from clubs.models.club import Club
from clubs.models.member import Member, MemberRole, Role
from clubs.models.table import Table
from clubs.models.token import ApiToken, ApiTokenUse, Scope
from clubs.models.user import User

__all__ = [
    "ApiToken",
    "ApiTokenUse",
    "AuditEntry",
    "Club",
    "Member",
    "MemberRole",
    "Role",
    "Scope",
    "Table",
    "User",
]
