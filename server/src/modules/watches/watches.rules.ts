import type { WatchKind } from '@vialproof/contract/watches';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { OrderEvent } from '../orders/orders.service.ts';
import type { NoticeKind } from './notices.store.ts';

/** So long a watch waits to be confirmed. */
export const CONFIRM_SECONDS = 48 * 3_600;
/** What could not be told for so long is no news any more. */
export const NEWS_SECONDS = 14 * 86_400;
/** Digests leave from this hour on (UTC), with what came before it. */
const DIGEST_HOUR = 7;

/** One visitor may ask for so many watches in an hour; one watch is asked about once a day, one mailbox five times. */
export const LIMITS = {
  place: { points: 30, seconds: 3_600 },
  mailWatch: { points: 1, seconds: 86_400 },
  mailAddress: { points: 5, seconds: 86_400 },
};

export type AskedSubject =
  | { kind: 'compound' | 'maker'; slug: string }
  | { kind: 'batch'; maker: string; code: string }
  | { kind: 'task'; number: number };

/** The subject that was typed; undefined for what can be no address and no number. */
export function readSubject(kind: WatchKind, typed: string): AskedSubject | undefined {
  if (kind === 'task') {
    const [, digits] = /^#?(\d{1,15})$/.exec(typed) ?? [];
    return digits === undefined ? undefined : { kind, number: Number(digits) };
  }
  const [slug = '', code, ...more] = typed.toLowerCase().split('/');
  if (kind !== 'batch') return code === undefined && slug !== '' ? { kind, slug } : undefined;
  return slug === '' || !code || more.length > 0 ? undefined : { kind, maker: slug, code };
}

/** What events of an order mean for those who watch its test. */
export const NOTICE_OF_EVENT: Partial<Record<NonNullable<OrderEvent['event']>, NoticeKind>> = {
  completed: 'published',
  made_public: 'published',
  result_amended: 'amended',
  result_retracted: 'retracted',
};

/** Whether there is anything to tell: nothing of a private test, and nothing new without a result. */
export const isTold = (what: NoticeKind, request: { visibility: string; status: string }): boolean =>
  request.visibility === 'public' && (what === 'retracted' || request.status === 'complete');

/** The day ('YYYY-MM-DD') whose digests may leave now, and before when their news came; undefined too early in the day. */
export function digestOf(now: Date): { day: string; before: Date } | undefined {
  const day = dayOf(now);
  const before = new Date(`${day}T${String(DIGEST_HOUR).padStart(2, '0')}:00:00.000Z`);
  return before <= now ? { day, before } : undefined;
}

/** How a watch is named within a sentence. */
export function labelOf(kind: WatchKind, name: string): string {
  if (kind === 'batch') return `batch ${name}`;
  return kind === 'task' ? `test ${name}` : name;
}
