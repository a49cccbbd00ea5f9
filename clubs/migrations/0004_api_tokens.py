"""Tokens of the API: their edits are audited, their rows kept, and each lies in the club of its member."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import clubs.models.token

KINDS = """
SELECT clubs_audit_table('clubs_apitoken'), clubs_keep_rows('clubs_apitoken');
ALTER TABLE clubs_apitoken ADD CONSTRAINT clubs_apitoken_same_club
    FOREIGN KEY (club_id, member_id) REFERENCES clubs_member (club_id, id) DEFERRABLE INITIALLY DEFERRED;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_cache"),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=clubs.models.token.new_token_id, editable=False, max_length=32, unique=True
                    ),
                ),
                ("label", models.CharField(blank=True, default="", max_length=60)),
                ("secret_hash", models.BinaryField(max_length=32, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=8), size=None
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "recorded_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to="clubs.club"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to="clubs.member"
                    ),
                ),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
            },
        ),
        migrations.CreateModel(
            name="ApiTokenUse",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="use",
                        serialize=False,
                        to="clubs.apitoken",
                    ),
                ),
                ("used_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "use of an API token",
                "verbose_name_plural": "uses of API tokens",
            },
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("scopes__len__gt", 0), ("scopes__contained_by", ["read", "score", "manage", "report"])
                ),
                name="clubs_apitoken_known_scopes",
            ),
        ),
        migrations.RunSQL(KINDS, migrations.RunSQL.noop),
    ]
