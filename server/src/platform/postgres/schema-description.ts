import type pg from 'pg';

/** The table of applied migrations; no migration creates it. */
const MIGRATIONS = 'schema_migration';
const IS_EXTENSIONS = (catalog: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${oid} AND deptype = 'e')`;

/**
 * Leaves out settings of operation (storage, statistics, access rights) and the order of columns. Names carry no schema
 * prefix, so that two schemas can be compared.
 */
const DESCRIPTION = `
  WITH relation AS (
    SELECT oid, relname, relkind FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relname NOT LIKE '${MIGRATIONS}%'
      AND NOT ${IS_EXTENSIONS('pg_class', 'oid')}
  )
  SELECT name, definition FROM (
    SELECT 1 AS rank, CASE relkind WHEN 'r' THEN 'table ' WHEN 'S' THEN 'sequence ' ELSE 'relation ' END || relname AS name,
      coalesce((SELECT concat_ws(' ', format_type(seqtypid, NULL), seqstart, seqincrement, seqmin, seqmax, seqcycle)
        FROM pg_sequence WHERE seqrelid = relation.oid), relkind::text) AS definition
    FROM relation WHERE relkind NOT IN ('i', 'I', 'c')
    UNION ALL
    SELECT 2, 'column ' || relname || '.' || attname,
      concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
        'DEFAULT ' || pg_get_expr(adbin, adrelid), nullif(attidentity, '')::text, nullif(attgenerated, '')::text,
        'COLLATE ' || nullif(attcollation, 0)::regcollation)
    FROM relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind = 'r'
    UNION ALL
    SELECT 3, 'constraint ' || conname || ' of ' || relname, pg_get_constraintdef(pg_constraint.oid)
    FROM relation JOIN pg_constraint ON conrelid = relation.oid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
    UNION ALL
    SELECT 4, 'index ' || relname,
      pg_get_indexdef(indexrelid, 0, true) || CASE WHEN indisvalid THEN '' ELSE ' INVALID' END
    FROM relation JOIN pg_index ON indexrelid = relation.oid
    UNION ALL
    SELECT 5, 'trigger ' || tgname || ' of ' || relname, pg_get_triggerdef(pg_trigger.oid, true) || ' ' || tgenabled::text
    FROM relation JOIN pg_trigger ON tgrelid = relation.oid WHERE NOT tgisinternal
    UNION ALL
    SELECT 6, 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')',
      concat_ws(' ', pg_get_function_result(oid), prolang, provolatile, proisstrict, proparallel, prosecdef, proconfig, prosrc)
    FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f' AND NOT ${IS_EXTENSIONS('pg_proc', 'oid')}
  ) AS described ORDER BY rank, name COLLATE "C"`;

/**
 * Reads the definition of each table, column, constraint, index, trigger and function of the connection's first schema.
 */
export async function describeSchema(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(DESCRIPTION);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** Says in sentences what is missing in `found`, what is too much, and what differs from `wanted`. */
export function differences(wanted: Map<string, string>, found: Map<string, string>): string[] {
  const lacking = [...wanted.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`);
  const added = [...found.keys()].filter((name) => !wanted.has(name)).map((name) => `${name} was added`);
  const changed = [...wanted]
    .filter(([name, definition]) => (found.get(name) ?? definition) !== definition)
    .map(([name]) => `${name} differs`);
  return [...lacking, ...added, ...changed];
}
