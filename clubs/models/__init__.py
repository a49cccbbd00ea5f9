"""Who there is: users, clubs, members, roles, tables, and the audit of every edit to them."""

from clubs.models.audit import AuditEntry
from clubs.models.club import Club
from clubs.models.member import Member, MemberRole, Role
from clubs.models.table import Table
from clubs.models.user import User

__all__ = ["AuditEntry", "Club", "Member", "MemberRole", "Role", "Table", "User"]
