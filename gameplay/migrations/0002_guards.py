"""What the database itself refuses in the event log (DESIGN, "Streams")."""

from django.db import migrations

CHECKS = """
ALTER TABLE gameplay_session
    ADD CONSTRAINT gameplay_session_hash_of_header CHECK (header_hash = sha256(header));
ALTER TABLE gameplay_deal
    ADD CONSTRAINT gameplay_deal_hash_of_header CHECK (header_hash = sha256(header)),
    ADD CONSTRAINT gameplay_deal_header_size CHECK (octet_length(header) <= 65536);
ALTER TABLE gameplay_event
    ADD CONSTRAINT gameplay_event_hash_of_body CHECK (hash = sha256(prev_hash || body)),
    ADD CONSTRAINT gameplay_event_body_size CHECK (octet_length(body) <= 65536);
ALTER TABLE gameplay_request
    ADD CONSTRAINT gameplay_request_hash CHECK (octet_length(body_hash) = 32);
ALTER TABLE gameplay_text
    ADD CONSTRAINT gameplay_text_salted CHECK ((salt IS NULL) = (content IS NULL)),
    ADD CONSTRAINT gameplay_text_size CHECK (octet_length(content) <= 1048576);
"""

# A chain is continued or refused: an event that does not name the hash of the one before it (of the
# header, for the first) cannot be stored, whoever inserts it. The same for a deal of a closed session: the
# settlement of its latest book is asked too, because the state is only derived.
CHAIN = """
CREATE FUNCTION gameplay_takes_deals(of_session bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT count(*) = 1 FROM gameplay_session s JOIN gameplay_sessionstate st ON st.session_id = s.id
    WHERE s.id = of_session AND st.status = 'open' AND NOT EXISTS (
        SELECT FROM ledger_settlement t WHERE t.club_id = s.club_id AND t.book_id = (
            SELECT b.id FROM ledger_book b
            WHERE b.club_id = s.club_id AND b.purpose = 'session' AND b.source = s.public_id
            ORDER BY b.number DESC LIMIT 1))
$$;

CREATE FUNCTION gameplay_check_deals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    bad text;
BEGIN
    SELECT n.public_id INTO bad FROM new_rows n LEFT JOIN gameplay_session s ON s.id = n.session_id
    WHERE n.club_id IS DISTINCT FROM s.club_id LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the session of % is of another club', bad
            USING ERRCODE = 'integrity_constraint_violation', HINT = 'deal.other_club';
    END IF;
    SELECT n.public_id INTO bad FROM new_rows n WHERE NOT gameplay_takes_deals(n.session_id) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the session of % is closed', bad
            USING ERRCODE = 'integrity_constraint_violation', HINT = 'session.closed';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER check_deals AFTER INSERT ON gameplay_deal REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION gameplay_check_deals();
ALTER TABLE gameplay_deal ENABLE ALWAYS TRIGGER check_deals;

CREATE FUNCTION gameplay_check_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    bad text;
BEGIN
    -- Subqueries, one look-up each: a join of the new rows may be planned as a scan of the whole log.
    SELECT n.stream || '/' || n.seq INTO bad
    FROM new_rows n
    WHERE n.prev_hash IS DISTINCT FROM CASE WHEN n.seq > 1 THEN (
            SELECT p.hash FROM gameplay_event p
            WHERE p.club_id = n.club_id AND p.stream = n.stream AND p.seq = n.seq - 1)
        ELSE coalesce(
            (SELECT d.header_hash FROM gameplay_deal d WHERE d.club_id = n.club_id AND d.public_id = n.stream),
            (SELECT s.header_hash FROM gameplay_session s
                WHERE s.club_id = n.club_id AND s.public_id = n.stream)) END
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'event % does not continue its chain', bad
            USING ERRCODE = 'integrity_constraint_violation', HINT = 'event.chain';
    END IF;
    SELECT n.stream INTO bad
    FROM (SELECT DISTINCT club_id, stream FROM new_rows) n
    WHERE NOT (SELECT gameplay_takes_deals(d.session_id) FROM gameplay_deal d
        WHERE d.club_id = n.club_id AND d.public_id = n.stream)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the session of % is closed', bad
            USING ERRCODE = 'integrity_constraint_violation', HINT = 'session.closed';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER check_events AFTER INSERT ON gameplay_event REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION gameplay_check_events();
ALTER TABLE gameplay_event ENABLE ALWAYS TRIGGER check_events;
"""

# Text may be blanked, salt and all, and nothing else may happen to it.
TEXT = """
CREATE FUNCTION gameplay_only_blank() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'UPDATE' OR NEW.content IS NOT NULL OR NEW.salt IS NOT NULL
        OR (NEW.id, NEW.club_id, NEW.stream, NEW.seq) IS DISTINCT FROM (OLD.id, OLD.club_id, OLD.stream, OLD.seq)
    THEN
        RAISE EXCEPTION 'text %/% may only be blanked', OLD.stream, OLD.seq
            USING ERRCODE = 'integrity_constraint_violation', HINT = 'text.only_blank';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER only_blank BEFORE UPDATE OR DELETE ON gameplay_text
    FOR EACH ROW EXECUTE FUNCTION gameplay_only_blank();
CREATE TRIGGER frozen BEFORE TRUNCATE ON gameplay_text FOR EACH STATEMENT EXECUTE FUNCTION clubs_refuse();
ALTER TABLE gameplay_text ENABLE ALWAYS TRIGGER only_blank, ENABLE ALWAYS TRIGGER frozen;
"""

# An epoch belongs to one database of one cluster: elsewhere transaction ids start afresh.
FEED = """
-- A connection never moves to another database, so it looks once for each epoch: reading the control file
-- took a third of an append.
CREATE FUNCTION gameplay_feed_epoch() RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    latest integer := (SELECT max(number) FROM gameplay_feedepoch);
    found integer;
BEGIN
    IF current_setting('panbook.feed_epoch', true) = latest::text THEN
        RETURN latest;
    END IF;
    SELECT e.number INTO found
    FROM gameplay_feedepoch e, pg_control_system() c, pg_database d
    WHERE e.system_identifier = c.system_identifier AND d.datname = current_database()
        AND e.database = d.oid::bigint AND e.number = latest;
    IF found IS NULL THEN
        RAISE EXCEPTION 'this database was restored or copied: it needs a new epoch of the feed'
            USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'feed.epoch';
    END IF;
    PERFORM set_config('panbook.feed_epoch', found::text, false);
    RETURN found;
END $$;

CREATE FUNCTION gameplay_new_feed_epoch() RETURNS integer LANGUAGE sql AS $$
    INSERT INTO gameplay_feedepoch (number, system_identifier, database)
    SELECT coalesce((SELECT max(number) FROM gameplay_feedepoch), 0) + 1, c.system_identifier, d.oid::bigint
    FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()
    RETURNING number;
$$;
SELECT gameplay_new_feed_epoch();
"""

# Locks in the one order of the write path. Taking an advisory lock assigns no transaction id, so that the
# ids of writers come in the order in which they got past their locks (L-70). The top byte names the kind.
# All writers of a club share its lock; rebuilding its derived rows excludes them, and nobody of another club.
LOCKS = """
CREATE FUNCTION gameplay_enter(request_key text, club bigint, session bigint, alone boolean, deal bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF request_key IS NOT NULL AND NOT pg_try_advisory_xact_lock(
        (1::bigint << 56) | (hashtextextended(request_key, club) & ((1::bigint << 56) - 1)))
    THEN
        RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock_shared((6::bigint << 56) | club);
    IF session IS NOT NULL THEN
        IF alone THEN
            PERFORM pg_advisory_xact_lock((2::bigint << 56) | session);
        ELSE
            PERFORM pg_advisory_xact_lock_shared((2::bigint << 56) | session);
        END IF;
    END IF;
    IF deal IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock((3::bigint << 56) | deal);
    END IF;
    RETURN true;
END $$;

CREATE FUNCTION gameplay_enter_alone(club bigint) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock((6::bigint << 56) | club);
$$;
"""

KINDS = """
SELECT clubs_guard_fact('gameplay_houserulesrevision'), clubs_guard_fact('gameplay_session'),
       clubs_guard_fact('gameplay_deal'), clubs_guard_fact('gameplay_event'),
       clubs_guard_fact('gameplay_request');
SELECT clubs_audit_table('gameplay_houserules'), clubs_keep_rows('gameplay_houserules');
"""


class Migration(migrations.Migration):
    dependencies = [("gameplay", "0001_initial"), ("clubs", "0002_audit"), ("ledger", "0002_guards")]
    operations = [
        migrations.RunSQL(CHECKS),
        migrations.RunSQL(CHAIN),
        migrations.RunSQL(TEXT),
        migrations.RunSQL(FEED),
        migrations.RunSQL(LOCKS),
        migrations.RunSQL(KINDS),
    ]
