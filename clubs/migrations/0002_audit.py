"""Every edit of an identity row leaves an audit row, and identity rows are kept (DESIGN, "Facts"; L-63)."""

from django.db import migrations, models

# SECURITY DEFINER: the serving role may not write audit rows itself, so that it cannot forge one.
# `panbook.actor` and `panbook.address` are set by the middleware and the commands; a shell has neither.
# A password's hash never leaves its column; generated columns only repeat what others say.
AUDIT = r"""
CREATE FUNCTION clubs_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    whole jsonb := coalesce(becomes, was);
    repeated text[] := ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = TG_RELID AND attnum > 0 AND attgenerated <> '' AND NOT attisdropped);
    old_values jsonb := was - repeated;
    new_values jsonb := becomes - repeated;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, becomes -> o.key)
            INTO old_values, new_values
            FROM jsonb_each(was - repeated) o WHERE o.value IS DISTINCT FROM becomes -> o.key;
        IF old_values IS NULL THEN
            RETURN NULL;
        END IF;
    END IF;
    IF old_values ? 'password' THEN
        old_values := old_values || '{"password": "***"}';
    END IF;
    IF new_values ? 'password' THEN
        new_values := new_values || '{"password": "***"}';
    END IF;
    INSERT INTO public.clubs_auditentry (club_id, "table", "row", action, actor, address, old, new)
    VALUES (
        (CASE TG_TABLE_NAME WHEN 'clubs_club' THEN whole ->> 'id' ELSE whole ->> 'club_id' END)::bigint,
        TG_TABLE_NAME, (whole ->> 'id')::bigint, lower(TG_OP),
        left(coalesce(nullif(current_setting('panbook.actor', true), ''), 'sys_operator'), 64),
        left(coalesce(current_setting('panbook.address', true), ''), 45),
        old_values, new_values);
    RETURN NULL;
END $$;

CREATE FUNCTION clubs_audit_table(audited regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON %s
        FOR EACH ROW EXECUTE FUNCTION clubs_audit()', audited);
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER audited', audited);
END $$;
"""

# Facts name identity rows by public id and by club: neither ever changes.
KEEP = r"""
CREATE FUNCTION clubs_refuse_new_ids() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was jsonb := to_jsonb(OLD);
    becomes jsonb := to_jsonb(NEW);
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['id', 'public_id', 'club_id', 'recorded_at'] LOOP
        IF was -> name IS DISTINCT FROM becomes -> name THEN
            RAISE EXCEPTION 'UPDATE of % is refused: % never changes', TG_TABLE_NAME, name
                USING ERRCODE = 'integrity_constraint_violation', HINT = 'row.id';
        END IF;
    END LOOP;
    RETURN NEW;
END $$;

CREATE FUNCTION clubs_keep_rows(kept regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION clubs_guard_no_delete()', kept);
    EXECUTE format('CREATE TRIGGER kept_ids BEFORE UPDATE ON %s
        FOR EACH ROW EXECUTE FUNCTION clubs_refuse_new_ids()', kept);
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER kept, ENABLE ALWAYS TRIGGER kept_ids', kept);
END $$;
"""

ERASABLE = r"""
CREATE FUNCTION clubs_only_blank() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was jsonb := to_jsonb(OLD);
    becomes jsonb := to_jsonb(NEW);
    name text;
BEGIN
    FOREACH name IN ARRAY TG_ARGV LOOP
        IF becomes -> name NOT IN (was -> name, 'null') THEN
            RAISE EXCEPTION 'UPDATE of % is refused: % can only be blanked', TG_TABLE_NAME, name
                USING ERRCODE = 'integrity_constraint_violation', HINT = 'row.only_blank';
        END IF;
    END LOOP;
    IF was - TG_ARGV <> becomes - TG_ARGV THEN
        RAISE EXCEPTION 'UPDATE of % is refused: it can only be blanked', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation', HINT = 'row.only_blank';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER only_blank BEFORE UPDATE ON clubs_auditentry
    FOR EACH ROW EXECUTE FUNCTION clubs_only_blank('old', 'new');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON clubs_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION clubs_guard_no_delete();
ALTER TABLE clubs_auditentry ENABLE ALWAYS TRIGGER only_blank, ENABLE ALWAYS TRIGGER kept;
"""

KINDS = """
SELECT clubs_audit_table('clubs_user'), clubs_keep_rows('clubs_user');
SELECT clubs_audit_table('clubs_club'), clubs_keep_rows('clubs_club');
SELECT clubs_audit_table('clubs_member'), clubs_keep_rows('clubs_member');
SELECT clubs_audit_table('clubs_memberrole'), clubs_keep_rows('clubs_memberrole');
SELECT clubs_audit_table('clubs_table'), clubs_keep_rows('clubs_table');
SELECT clubs_audit_table('clubs_user_groups'), clubs_audit_table('clubs_user_user_permissions');
"""

# Django knows no foreign key of two columns: a role lies in the club of its member.
SAME_CLUB = """
ALTER TABLE clubs_memberrole ADD CONSTRAINT clubs_memberrole_same_club
    FOREIGN KEY (club_id, member_id) REFERENCES clubs_member (club_id, id) DEFERRABLE INITIALLY DEFERRED;
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]
    operations = [
        migrations.AddConstraint(
            "member", models.UniqueConstraint(fields=["club", "id"], name="clubs_member_in_club")
        ),
        migrations.AddConstraint(
            "table", models.UniqueConstraint(fields=["club", "id"], name="clubs_table_in_club")
        ),
        migrations.RunSQL(SAME_CLUB),
        migrations.RunSQL(AUDIT),
        migrations.RunSQL(KEEP),
        migrations.RunSQL(ERASABLE),
        migrations.RunSQL(KINDS),
    ]
