"""Brings files of deal records into a club, a line at a time, through the services and nothing else.

It writes no row of its own, and one refused record never touches another.
"""
