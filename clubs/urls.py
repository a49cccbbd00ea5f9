"""Addresses of the clubs' pages."""

from django.urls import path

from clubs.pages import home

urlpatterns = [path("", home, name="home")]
