"""The REST API of what happens at the table; its conventions stand in `clubs/api`, it holds no rule."""
