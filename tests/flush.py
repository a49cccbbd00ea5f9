"""SQL of the clean-up after a test that committed; it must never become part of the product."""

# Rows that the migrations made are remembered beside the tables and put back.
REMEMBER = """
DROP SCHEMA IF EXISTS seed CASCADE;
CREATE SCHEMA seed;
DO $$ DECLARE name text; is_full boolean; BEGIN
    FOR name IN SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO is_full;
        IF is_full THEN
            EXECUTE format('CREATE TABLE seed.%I AS TABLE public.%I', name, name);
        END IF;
    END LOOP;
END $$;
"""
# Rows are deleted and not truncated: most tables hold a handful, and a new file for each index costs more.
# The guards that a DELETE would meet are read from the catalogue, put to sleep, and woken up in the same
# transaction, so that no test ever sees one asleep.
FLUSH = """
CREATE FUNCTION pg_temp.flush_rows() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    one record;
    is_changed boolean;
    changed oid[] := '{}';
    guards jsonb[] := '{}';
    guard jsonb;
BEGIN
    FOR one IN
        SELECT c.oid, c.oid::regclass::text AS name, s.oid::regclass::text AS seed
        FROM pg_class c
        LEFT JOIN pg_class s ON s.relname = c.relname AND s.relnamespace = 'seed'::regnamespace
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    LOOP
        IF one.seed IS NULL THEN
            EXECUTE format('SELECT EXISTS (SELECT FROM %s)', one.name) INTO is_changed;
        ELSE
            EXECUTE format('SELECT EXISTS (
                (TABLE %1$s EXCEPT TABLE %2$s) UNION ALL (TABLE %2$s EXCEPT TABLE %1$s))',
                one.name, one.seed) INTO is_changed;
        END IF;
        IF is_changed THEN
            changed := changed || one.oid;
        END IF;
    END LOOP;
    guards := ARRAY(
        SELECT jsonb_build_object('on', tgrelid::regclass::text, 'name', tgname, 'mode', tgenabled)
        FROM pg_trigger WHERE tgrelid = ANY (changed) AND NOT tgisinternal AND tgtype::int & 8 <> 0);
    FOREACH guard IN ARRAY guards LOOP
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', guard ->> 'on', guard ->> 'name');
    END LOOP;
    FOR one IN SELECT unnest(changed)::regclass AS name LOOP
        EXECUTE format('DELETE FROM %s', one.name);
    END LOOP;
    FOR one IN SELECT c.oid::regclass AS name, s.oid::regclass AS seed FROM pg_class c
        JOIN pg_class s ON s.relname = c.relname AND s.relnamespace = 'seed'::regnamespace
        WHERE c.oid = ANY (changed)
    LOOP
        EXECUTE format('INSERT INTO %s TABLE %s', one.name, one.seed);
    END LOOP;
    SET CONSTRAINTS ALL IMMEDIATE;
    FOREACH guard IN ARRAY guards LOOP
        EXECUTE format('ALTER TABLE %s ENABLE %s TRIGGER %I', guard ->> 'on',
            CASE guard ->> 'mode' WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END,
            guard ->> 'name');
    END LOOP;
END $$;
"""
