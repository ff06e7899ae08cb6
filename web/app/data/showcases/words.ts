const monthDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
const inYear = new Intl.DateTimeFormat('en-GB', monthDay);
const full = new Intl.DateTimeFormat('en-GB', { ...monthDay, year: 'numeric' });
const dayMs = 86_400_000;
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A day of the calendar, 'YYYY-MM-DD': '25 November'. */
export const dayWords = (day: string): string => inYear.format(dateOf(day));

/** The days from `from` on and before `until`, both 'YYYY-MM-DD': '25 November to 1 December 2026'. */
export function weekWords(from: string, until: string): string {
  const last = new Date(dateOf(until).getTime() - dayMs);
  const isOneYear = dateOf(from).getUTCFullYear() === last.getUTCFullYear();
  return `${(isOneYear ? inYear : full).format(dateOf(from))} to ${full.format(last)}`;
}
