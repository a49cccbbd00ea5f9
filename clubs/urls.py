"""Addresses of the clubs' pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
