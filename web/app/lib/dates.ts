// UTC for the server's rendering and the hydration after it; the reader's zone once the page is alive.
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const moment: Intl.DateTimeFormatOptions = {
  ...day,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

// A formatter costs a hundred times what it formats.
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const key = `${options === day} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone ? { timeZone } : {}) });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(iso));
}

/** '14 Nov 2026' in the given zone, else in the reader's. */
export function formatDate(iso: string, timeZone?: string): string {
  return format(iso, day, timeZone);
}

/** '14 Nov 2026, 09:30 UTC', the time and its zone on one line. */
export function formatDateTime(iso: string, timeZone?: string): string {
  return format(iso, moment, timeZone).replace(/ (?=\S+$)/, '\u00A0');
}
