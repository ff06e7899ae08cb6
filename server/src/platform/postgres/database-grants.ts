import type pg from 'pg';

/** What each role may do in a database. */
const OBJECTS = `
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || c.oid::regclass AS object, '' AS part, relacl AS acl
  FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND NOT (relnamespace = ANY (system))
  UNION ALL
  SELECT 'TABLE ' || attrelid::regclass, format(' (%I)', attname), attacl
  FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE NOT (relnamespace = ANY (system))
  UNION ALL
  SELECT 'ROUTINE ' || oid::regprocedure, '', proacl FROM pg_proc WHERE NOT (pronamespace = ANY (system))
  UNION ALL
  SELECT 'SCHEMA ' || oid::regnamespace, '', nspacl FROM pg_namespace WHERE NOT (oid = ANY (system))
  UNION ALL
  SELECT format('DATABASE %I', $1::text), '', datacl FROM pg_database WHERE datname = current_database()`;

const GRANTEE = "CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END";
const OPTION = "CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END";

/** What each role may do with objects that are created later. */
const DEFAULTS = `
  SELECT format('ALTER DEFAULT PRIVILEGES FOR ROLE %s%s ', defaclrole::regrole,
      CASE WHEN defaclnamespace <> 0 THEN ' IN SCHEMA ' || defaclnamespace::regnamespace ELSE '' END) AS start,
    CASE defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'f' THEN 'ROUTINES' WHEN 'T' THEN 'TYPES'
      ELSE 'SCHEMAS' END AS kind, defaclacl AS acl
  FROM pg_default_acl`;

const STATEMENTS = `
  WITH schemas AS (
    SELECT array_agg(oid) AS system FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname = 'information_schema'
  ), objects AS (
    SELECT o.* FROM schemas, LATERAL (${OBJECTS}) AS o WHERE acl IS NOT NULL
  ), defaults AS (${DEFAULTS})
  SELECT 1 AS turn, format('REVOKE ALL ON %s FROM PUBLIC', object) AS statement FROM objects WHERE part = ''
  UNION ALL
  SELECT 2, format('GRANT %s%s ON %s TO %s%s', privilege_type, part, object, ${GRANTEE}, ${OPTION})
  FROM objects, aclexplode(acl)
  UNION ALL
  SELECT 3, format('%sREVOKE ALL ON %s FROM PUBLIC', start, kind) FROM defaults
  UNION ALL
  SELECT 4, format('%sGRANT %s ON %s TO %s%s', start, privilege_type, kind, ${GRANTEE}, ${OPTION})
  FROM defaults, aclexplode(acl)
  ORDER BY 1, 2`;

/** Gives roles the same rights in another database. */
export async function copyGrants(from: pg.Client, to: pg.Client, name: string): Promise<void> {
  const { rows } = await from.query<{ statement: string }>(STATEMENTS, [name]);
  await to.query('BEGIN');
  for (const { statement } of rows) await to.query(statement);
  await to.query('COMMIT');
}

/** Copies the settings of a database and its roles to another one. */
export async function copySettings(from: pg.Client, name: string): Promise<void> {
  const { rows } = await from.query<{ target: string; setting: string }>(
    `SELECT CASE setrole WHEN 0 THEN format('DATABASE %I', $1::text)
        ELSE format('ROLE %s IN DATABASE %I', setrole::regrole, $1::text) END AS target, setting
     FROM pg_db_role_setting, unnest(setconfig) AS setting
     WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [name],
  );
  for (const { target, setting } of rows) {
    const end = setting.indexOf('=');
    const [parameter, value] = [setting.slice(0, end), setting.slice(end + 1)];
    await from.query('BEGIN');
    await from.query('SELECT set_config($1, $2, true)', [parameter, value]);
    await from.query(`ALTER ${target} SET ${parameter} FROM CURRENT`);
    await from.query('COMMIT');
  }
}
