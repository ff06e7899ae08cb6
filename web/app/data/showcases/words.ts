import type { ShowcaseEnd, ShowcaseState } from '@vialproof/contract/showcases';
import { dateWords, dayInYear } from '@vialproof/science/calendar/dates';
import { counted } from '../../lib/counted';

/** A week in words: '25 November to 1 December 2026'. */
export function weekWords({ week_starts, week_ends }: { week_starts: string; week_ends: string }): string {
  const isOneYear = week_starts.slice(0, 4) === week_ends.slice(0, 4);
  return `${isOneYear ? dayInYear(week_starts) : dateWords(week_starts)} to ${dateWords(week_ends)}`;
}

/** The number of views in words: '1,204 views'. */
export const viewsWords = (views: number): string => counted(views, 'view');

type Tone = 'good' | 'wait' | 'bad' | 'plain';

/** The word and the colour for the state of a week on the home page. */
export const showcaseBadges: Record<ShowcaseState, { word: string; tone: Tone }> = {
  reserved: { word: 'NOT PAID', tone: 'wait' },
  upcoming: { word: 'COMING', tone: 'plain' },
  running: { word: 'SHOWN NOW', tone: 'good' },
  ended: { word: 'ENDED', tone: 'plain' },
  stopped: { word: 'STOPPED', tone: 'bad' },
  released: { word: 'NOT SHOWN', tone: 'plain' },
};

/** Why a paid week on the home page was not shown, or ended early. */
export const endWords: Record<ShowcaseEnd, string> = {
  expired: 'It was not paid in time, and its place went free again.',
  full: 'It was paid late, and no week was free within seven days.',
  not_public: 'Its result was withdrawn, or is not public any more.',
  account_deleted: 'Its owner’s account was deleted.',
  admin: 'The laboratory ended it.',
  refunded: 'Its payment was given back.',
  replaced: 'A later week was reserved in its place.',
};
