"""Addresses at which the API describes itself. Nothing of it comes from another host."""

from django.urls import path

from config.problem_pages import Docs, OneProblem, OpenApi, Problems, record_schema

urlpatterns = [
    path("problems", Problems.as_view(), name="api-problems"),
    path("problems/<str:code>", OneProblem.as_view(), name="api-problem"),
    path("openapi.json", OpenApi.as_view(), name="api-schema"),
    path("pdr.schema.json", record_schema, name="api-record-schema"),
    path("docs", Docs.as_view(url_name="api-schema"), name="api-docs"),
]
