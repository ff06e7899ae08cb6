const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a valid UUID, in either case; PostgreSQL throws for an invalid uuid parameter. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
