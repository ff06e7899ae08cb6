/** The schemas of the application: its tables, and its job queues. */
const SCHEMAS = 'public, pgboss';

/**
 * The rights of a role with which the server works but which owns nothing. The owner of the database runs these once.
 */
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
    // Triggers forbid these changes to all roles as well.
    `REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM ${role};`,
  ];
}
