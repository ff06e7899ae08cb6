/** The schemas that the application lives in: its tables, and the queues of its jobs. */
const SCHEMAS = 'public, pgboss';

/**
 * What a role may do that serves and owns nothing; functions are everybody's. The owner of the tables says it once: it holds
 * for what later migrations make, too.
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
    // Past the triggers, which are there for everybody.
    `REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM ${role};`,
  ];
}
