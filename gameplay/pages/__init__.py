"""The pages of a club: each view parses, asks permission, calls one service or selector, and answers."""
