import pg from 'pg';

/** The role with which the server and most commands work. It owns nothing. */
export const SERVING_ROLE = 'vialproof_app';

/** The schemas of the application: its tables, and its job queues. */
const SCHEMAS = 'public, pgboss';
/** The number of the lock for processes that give rights at the same time. It has no meaning. */
const LOCK = 7_239_116;
const RIGHTS = [
  ['SELECT, INSERT, UPDATE, DELETE', 'TABLES'],
  ['USAGE, SELECT', 'SEQUENCES'],
] as const;

/** The rights in general, for what there is and for what the same owner creates later. */
const GRANTS = [
  'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
  `REVOKE ALL ON SCHEMA ${SCHEMAS} FROM ${SERVING_ROLE}`,
  `GRANT USAGE ON SCHEMA ${SCHEMAS} TO ${SERVING_ROLE}`,
  ...RIGHTS.flatMap(([rights, kind]) => [
    `REVOKE ALL ON ALL ${kind} IN SCHEMA ${SCHEMAS} FROM ${SERVING_ROLE}`,
    `GRANT ${rights} ON ALL ${kind} IN SCHEMA ${SCHEMAS} TO ${SERVING_ROLE}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${SCHEMAS} REVOKE ALL ON ${kind} FROM ${SERVING_ROLE}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${SCHEMAS} GRANT ${rights} ON ${kind} TO ${SERVING_ROLE}`,
  ]),
  `REVOKE INSERT, UPDATE, DELETE ON schema_migration FROM ${SERVING_ROLE}`,
];

/** What the triggers of append-only tables refuse to everybody is no right of this role either. */
const APPEND_ONLY = `
  SELECT format('REVOKE %s ON %s FROM ${SERVING_ROLE}',
    concat_ws(', ', CASE WHEN tgtype & 16 <> 0 THEN 'UPDATE' END, CASE WHEN tgtype & 8 <> 0 THEN 'DELETE' END),
    tgrelid::regclass) AS statement
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
  WHERE relnamespace = 'public'::regnamespace AND proname ~ 'append_only$' AND tgtype & 24 <> 0
    AND tgqual IS NULL AND tgattr::text = ''`;

/**
 * The owner's pg-boss runs the commands in `bam`, and decides by its version and by the tables of queues which
 * statements it runs. With these columns the serving role could run statements as the owner.
 */
const JOB_TABLES = `
  SELECT format('REVOKE %1$s ON pgboss.%2$I FROM ${SERVING_ROLE}; GRANT UPDATE (%3$s) ON pgboss.%2$I TO ${SERVING_ROLE}',
    CASE relname WHEN 'queue' THEN 'UPDATE' ELSE 'INSERT, UPDATE, DELETE' END, relname,
    string_agg(quote_ident(attname), ', ')) AS statement
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'pgboss'::regnamespace AND attnum > 0 AND NOT attisdropped
    AND (relname = 'bam' AND attname IN ('status', 'error', 'started_on', 'completed_on')
      OR relname = 'version' AND attname <> 'version'
      OR relname = 'queue' AND attname NOT IN ('partition', 'table_name'))
  GROUP BY relname`;

/** With a temporary table of the same name, the serving role could hide a table that a trigger reads. */
const TEMPORARY = `
  SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()) AS statement`;

/** Creates the role, or resets the password and the attributes of an existing one. Only for our own server. */
export async function makeServingRole(client: pg.ClientBase, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVING_ROLE]);
  await client.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${SERVING_ROLE}
     LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

/**
 * Gives the role its rights in this database, and takes any others, in one transaction. Returns whether it did: not if
 * the role or the tables do not exist, and not if the client's own role does not own the tables.
 */
export async function grantRights(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class, pg_roles WHERE pg_class.oid = to_regclass('schema_migration') AND rolname = $1
       AND to_regnamespace('pgboss') IS NOT NULL AND pg_has_role(relowner, 'USAGE')`,
    [SERVING_ROLE],
  );
  if (rowCount === 0) return false;
  const { rows } = await client.query<{ statement: string }>(
    [APPEND_ONLY, JOB_TABLES, TEMPORARY].join(' UNION ALL '),
  );
  const statements = [...GRANTS, ...rows.map(({ statement }) => statement)];
  await client.query([`SELECT pg_advisory_xact_lock(${LOCK})`, ...statements].join(';\n'));
  return true;
}

/** A warning if the role of these connections can do more than serve. */
export async function roleWarning(pool: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ role: string; isSuperuser: boolean; isOwner: boolean }>(`
    SELECT rolname AS role, rolsuper AS "isSuperuser", EXISTS (
        SELECT FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'USAGE')
      ) AS "isOwner"
    FROM pg_roles WHERE rolname = current_user`);
  for (const { role, isSuperuser, isOwner } of rows) {
    if (!isSuperuser && !isOwner) continue;
    return `the database role ${role} is ${isSuperuser ? 'a superuser' : 'the owner of the tables'}, so the triggers of log, ledger and audit can be switched off with it: serve as ${SERVING_ROLE} (docs/operations.md, "Two database roles")`;
  }
  return undefined;
}
