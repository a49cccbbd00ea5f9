"""Addresses of clubs, members and tables, below `/api/v1/`."""

from django.urls import path

from clubs.api.addresses import register
from clubs.api.clubs import Clubs, OneClub
from clubs.api.members import Members, OneMember
from clubs.api.tables import OneTable, Tables

register()

urlpatterns = [
    path("clubs", Clubs.as_view(), name="api-clubs"),
    path("clubs/<club:club>", OneClub.as_view(), name="api-club"),
    path("clubs/<club:club>/members", Members.as_view(), name="api-members"),
    path("clubs/<club:club>/members/<member:member>", OneMember.as_view(), name="api-member"),
    path("clubs/<club:club>/tables", Tables.as_view(), name="api-tables"),
    path("clubs/<club:club>/tables/<table:table>", OneTable.as_view(), name="api-table"),
]
