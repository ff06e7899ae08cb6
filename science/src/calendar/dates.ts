const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A time in ISO 8601 and UTC, as in requests and answers; null stays null. */
export const isoOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** The day of a time in UTC, 'YYYY-MM-DD'. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The day in words: '10 November 2026'. */
export function dateWords(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A time in ISO 8601, written for readers: '17 July 2026, 05:48', with its UTC offset if that is known. */
export function momentWords(time: string): string {
  const zone = /(Z|[+-]\d\d:?\d\d)$/.exec(time)?.[1] ?? '';
  const named = zone === '' ? '' : zone === 'Z' || /^[+-]00:?00$/.test(zone) ? ' UTC' : ` UTC${zone}`;
  return `${dateWords(time.slice(0, 10))}, ${time.slice(11, 16)}${named}`;
}

/** An instant to the second, for records: '2026-11-09 15:04:05 UTC'. */
export const exactMoment = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

/** An instant to the minute: '2026-11-09 15:04'. */
export const exactMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

const STYLES = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  time: { hour: '2-digit', minute: '2-digit' },
  fullDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayInYear: { day: 'numeric', month: 'long' },
  shortDay: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

// Creating a formatter takes a hundred times longer than using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, style: keyof typeof STYLES, timeZone: string | undefined): string {
  const key = `${style} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', { ...STYLES[style], ...(timeZone ? { timeZone } : {}) });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(iso));
}

// The server passes UTC when it renders a page. In the browser no zone is passed, so that the reader's own is used.

/** '14 Nov 2026' in the given zone, by default in the reader's. */
export const formatDate = (iso: string, timeZone?: string): string => format(iso, 'date', timeZone);

/** '14 Nov 2026, 09:30 UTC', with a non-breaking space before the zone. */
export const formatDateTime = (iso: string, timeZone?: string): string =>
  format(iso, 'dateTime', timeZone).replace(/ (?=\S+$)/, '\u00A0');

/** '09:30', in the given zone, by default in the reader's. */
export const formatTime = (iso: string, timeZone?: string): string => format(iso, 'time', timeZone);

/** A calendar day, 'YYYY-MM-DD', in full: 'Friday, 4 December 2026'. */
export const fullDay = (day: string): string => format(day, 'fullDay', 'UTC');

/** '25 November' */
export const dayInYear = (day: string): string => format(day, 'dayInYear', 'UTC');

/** '4 Dec' */
export const shortDay = (day: string): string => format(day, 'shortDay', 'UTC');

/** 'Friday' */
export const weekdayOf = (day: string): string => format(day, 'weekday', 'UTC');

/** 'Fri' */
export const shortWeekday = (day: string): string => format(day, 'shortWeekday', 'UTC');
