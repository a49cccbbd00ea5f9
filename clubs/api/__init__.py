"""The REST API of people and places, and the conventions that all of the API shares; it holds no rule."""
