const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be looked up as a UUID, in either case; PostgreSQL throws at a uuid parameter that is none. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
