import type { ShowcaseEnd, ShowcaseState } from '@vialproof/contract/showcases';

const monthDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
const inYear = new Intl.DateTimeFormat('en-GB', monthDay);
const full = new Intl.DateTimeFormat('en-GB', { ...monthDay, year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A calendar day, 'YYYY-MM-DD', as '25 November'. */
export const dayWords = (day: string): string => inYear.format(dateOf(day));

/** 'Wed' */
export const weekdayOf = (day: string): string => weekday.format(dateOf(day));

/** From the first to the last day, both 'YYYY-MM-DD', as '25 November to 1 December 2026'. */
export function weekWords({ week_starts, week_ends }: { week_starts: string; week_ends: string }): string {
  const [first, last] = [dateOf(week_starts), dateOf(week_ends)];
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear();
  return `${(isOneYear ? inYear : full).format(first)} to ${full.format(last)}`;
}

/** '1,204 views' */
export const viewsWords = (views: number): string =>
  `${views.toLocaleString('en')} ${views === 1 ? 'view' : 'views'}`;

type Tone = 'good' | 'wait' | 'bad' | 'plain';

/** Word and colour of a week's badge. */
export const showcaseBadges: Record<ShowcaseState, { word: string; tone: Tone }> = {
  reserved: { word: 'NOT PAID', tone: 'wait' },
  upcoming: { word: 'COMING', tone: 'plain' },
  running: { word: 'SHOWN NOW', tone: 'good' },
  ended: { word: 'ENDED', tone: 'plain' },
  stopped: { word: 'STOPPED', tone: 'bad' },
  released: { word: 'NOT SHOWN', tone: 'plain' },
};

/** Why a week was not shown, or ended early. */
export const endWords: Record<ShowcaseEnd, string> = {
  expired: 'It was not paid in time, and its place went free again.',
  full: 'It was paid late, and no week was free within seven days.',
  not_public: 'Its result was withdrawn, or is not public any more.',
  account_deleted: 'Its owner’s account was deleted.',
  admin: 'The laboratory ended it.',
  refunded: 'Its payment was given back.',
  replaced: 'A later week was reserved in its place.',
};
