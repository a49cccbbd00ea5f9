"""The cache of all processes lies in the database: rate limits must count together, and need no service."""

from django.db import migrations

# What Django's `createcachetable` would make; unlogged, because a crash may empty a cache.
CACHE = """
CREATE UNLOGGED TABLE clubs_cache (
    cache_key varchar(255) PRIMARY KEY,
    value text NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX clubs_cache_expires ON clubs_cache (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_audit")]
    operations = [migrations.RunSQL(CACHE, "DROP TABLE clubs_cache")]
