/** The application's schemas: its tables, and its job queues. */
const SCHEMAS = 'public, pgboss';

/** The rights of a role that serves and owns nothing. The owner runs these once. */
export function grantsFor(role: string): string[] {
  const rights = [
    ['SELECT, INSERT, UPDATE, DELETE', 'TABLES'],
    ['USAGE, SELECT, UPDATE', 'SEQUENCES'],
  ] as const;
  return [
    `GRANT USAGE ON SCHEMA ${SCHEMAS} TO ${role};`,
    ...rights.map(([right, kind]) => `GRANT ${right} ON ALL ${kind} IN SCHEMA ${SCHEMAS} TO ${role};`),
    ...rights.map(
      ([right, kind]) =>
        `ALTER DEFAULT PRIVILEGES IN SCHEMA ${SCHEMAS} GRANT ${right} ON ${kind} TO ${role};`,
    ),
    // Triggers refuse this for all roles, too.
    `REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM ${role};`,
  ];
}
