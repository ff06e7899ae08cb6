import type { WatchKind } from '@vialproof/contract/watches';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { OrderEvent } from '../orders/orders.service.ts';
import type { NoticeKind } from './notices.store.ts';

/** How long an alert waits for its confirmation. */
export const CONFIRM_SECONDS = 48 * 3_600;
/** How old unsent news may become. */
export const NEWS_SECONDS = 14 * 86_400;
/** Daily mails are sent from this hour on (UTC). */
const DIGEST_HOUR = 7;

/** Limits: requests of a visitor, mails about one watch, mails to one mailbox. */
export const LIMITS = {
  place: { points: 30, seconds: 3_600 },
  mailWatch: { points: 1, seconds: 86_400 },
  mailAddress: { points: 5, seconds: 86_400 },
};

export type AskedSubject =
  | { kind: 'compound' | 'maker'; slug: string }
  | { kind: 'batch'; maker: string; code: string }
  | { kind: 'task'; number: number };

/** What the person wants to watch. Undefined for an impossible text. */
export function readSubject(kind: WatchKind, typed: string): AskedSubject | undefined {
  if (kind === 'task') {
    const [, digits] = /^#?(\d{1,15})$/.exec(typed) ?? [];
    return digits === undefined ? undefined : { kind, number: Number(digits) };
  }
  const [slug = '', code, ...more] = typed.toLowerCase().split('/');
  if (kind !== 'batch') return code === undefined && slug !== '' ? { kind, slug } : undefined;
  return slug === '' || !code || more.length > 0 ? undefined : { kind, maker: slug, code };
}

/** Which notice each event of an order causes. */
export const NOTICE_OF_EVENT: Partial<Record<NonNullable<OrderEvent['event']>, NoticeKind>> = {
  completed: 'published',
  made_public: 'published',
  result_amended: 'amended',
  result_retracted: 'retracted',
};

/** Whether people with alerts get a notice: none about private tests, and no news without a result. */
export const isTold = (what: NoticeKind, request: { visibility: string; status: string }): boolean =>
  request.visibility === 'public' && (what === 'retracted' || request.status === 'complete');

/** Which day's mails may be sent now, and up to when their news goes. Undefined too early in the day. */
export function digestOf(now: Date): { day: string; before: Date } | undefined {
  const day = dayOf(now);
  const before = new Date(`${day}T${String(DIGEST_HOUR).padStart(2, '0')}:00:00.000Z`);
  return before <= now ? { day, before } : undefined;
}

/** The name of what is watched, for the middle of a sentence. */
export function labelOf(kind: WatchKind, name: string): string {
  if (kind === 'batch') return `batch ${name}`;
  return kind === 'task' ? `test ${name}` : name;
}
