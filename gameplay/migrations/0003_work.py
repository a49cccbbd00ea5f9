"""Work as rows: when it is due, what failed for good, once a period; and what audits found."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

# The seventh kind of advisory lock, beside those of the write path: whoever works on a row holds it, for the
# whole session, so that it goes with the connection however the worker ends. The key of a row is found
# again in `pg_locks`, where the sweep looks without taking anything.
LOCK = """
CREATE FUNCTION gameplay_outbox_lock(outbox bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (7::bigint << 56) | outbox
$$;

CREATE FUNCTION gameplay_outbox_held() RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    SELECT ((l.classid::bigint & 16777215) << 32) | l.objid::bigint FROM pg_locks l
    JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
    WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.classid::bigint >> 24 = 7
$$;
"""
UNLOCK = "DROP FUNCTION gameplay_outbox_held(), gameplay_outbox_lock(bigint);"

# The sweep asks every few seconds what is closed and not settled, decided and not ended: next to nothing,
# and it is found without a look at the rest.
MISSING = """
CREATE INDEX gameplay_sessionstate_closing ON gameplay_sessionstate (session_id) WHERE status = 'closing';
CREATE INDEX gameplay_matchstate_decided ON gameplay_matchstate (session_id) WHERE is_over AND NOT is_ended;
"""
PRESENT = "DROP INDEX gameplay_sessionstate_closing; DROP INDEX gameplay_matchstate_decided;"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_cache"),
        ("gameplay", "0002_guards"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("started_at", models.DateTimeField(verbose_name="started")),
                ("finished_at", models.DateTimeField(null=True, verbose_name="finished")),
                ("sessions", models.PositiveIntegerField(default=0, verbose_name="sessions")),
                ("deals", models.PositiveIntegerField(default=0, verbose_name="deals")),
                ("events", models.PositiveBigIntegerField(default=0, verbose_name="events")),
                (
                    "unsealed_events",
                    models.PositiveBigIntegerField(default=0, verbose_name="events under no root yet"),
                ),
                (
                    "unsealed_transactions",
                    models.PositiveBigIntegerField(default=0, verbose_name="transactions under no root yet"),
                ),
                ("flaws", models.PositiveIntegerField(default=0, verbose_name="flaws")),
                ("findings", models.JSONField(default=list, verbose_name="findings")),
            ],
            options={
                "verbose_name": "audit of a club",
                "verbose_name_plural": "audits of clubs",
            },
        ),
        migrations.RemoveIndex(
            model_name="outbox",
            name="gameplay_outbox_waiting",
        ),
        migrations.AddField(
            model_name="outbox",
            name="due_at",
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.AddField(
            model_name="outbox",
            name="failed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="outbox",
            name="period",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="task",
            field=models.CharField(
                choices=[
                    ("settle_session", "settle a session"),
                    ("advance_match", "advance a match"),
                    ("audit_club", "verify a club"),
                    ("seal_day_book", "seal the book of a day"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddIndex(
            model_name="outbox",
            index=models.Index(
                condition=models.Q(("done_at", None), ("failed_at", None)),
                fields=["due_at"],
                name="gameplay_outbox_due",
            ),
        ),
        migrations.AddIndex(
            model_name="outbox",
            index=models.Index(
                condition=models.Q(("done_at", None)),
                fields=["club", "task", "subject"],
                name="gameplay_outbox_undone",
            ),
        ),
        migrations.AddConstraint(
            model_name="outbox",
            constraint=models.UniqueConstraint(
                condition=models.Q(("period", ""), _negated=True),
                fields=("club", "task", "period"),
                name="gameplay_outbox_once_a_period",
            ),
        ),
        migrations.AddField(
            model_name="auditrun",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="audit_runs", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="auditrun",
            name="outbox",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="audit_run", to="gameplay.outbox"
            ),
        ),
        migrations.AddIndex(
            model_name="auditrun",
            index=models.Index(fields=["club", "-started_at"], name="gameplay_auditrun_latest"),
        ),
        migrations.RunSQL(LOCK, UNLOCK),
        migrations.RunSQL(MISSING, PRESENT),
    ]
