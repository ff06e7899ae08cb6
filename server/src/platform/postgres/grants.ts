/** The application's schemas: its tables, and its job queues. */
const SCHEMAS = 'public, pgboss';

/**
 * Privileges of a role that serves but owns nothing; functions are public. Run once by the owner of the tables; also
 * covers later migrations.
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
    // In addition to the triggers, which apply to all roles.
    `REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM ${role};`,
  ];
}
