"""Deals, matches and refusals in words, for the pages and for `manage.py replay`: no Django, no database.

Texts are marked here and said by a `Language`; nothing here decides a rule.
"""
