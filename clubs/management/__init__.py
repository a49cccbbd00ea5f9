"""Commands of the clubs."""
