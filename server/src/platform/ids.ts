const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The nil UUID, for a row of the audit log about the whole installation. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Whether a text is a valid UUID, for which PostgreSQL does not throw. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
