import type { RequestStatus } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';

/** What can happen to a test request; the words are the timeline's and the mails'. */
export type OrderEvent =
  | 'created'
  | 'checkout_opened'
  | 'reopened_for_change'
  | 'paid'
  | 'ready_for_sample'
  | 'sample_received'
  | 'sample_refused'
  | 'completed'
  | 'result_amended'
  | 'result_retracted'
  | 'made_public'
  | 'cancelled'
  | 'expired'
  | 'revived';

type Move = { event: OrderEvent; from: readonly (RequestStatus | null)[]; to: RequestStatus };

/** The life of a test request, as data. What is not here cannot happen; no step can be skipped. */
export const MOVES: readonly Move[] = [
  { event: 'created', from: [null], to: 'draft' },
  { event: 'checkout_opened', from: ['draft'], to: 'pending_payment' },
  { event: 'reopened_for_change', from: ['pending_payment'], to: 'draft' },
  { event: 'paid', from: ['pending_payment'], to: 'paid' },
  { event: 'ready_for_sample', from: ['paid'], to: 'awaiting_sample' },
  { event: 'sample_refused', from: ['awaiting_sample'], to: 'awaiting_sample' },
  { event: 'sample_received', from: ['awaiting_sample'], to: 'received' },
  { event: 'completed', from: ['received'], to: 'complete' },
  { event: 'result_amended', from: ['complete'], to: 'complete' },
  { event: 'result_retracted', from: ['complete'], to: 'received' },
  { event: 'made_public', from: ['complete'], to: 'complete' },
  { event: 'cancelled', from: ['draft', 'pending_payment', 'paid', 'awaiting_sample'], to: 'cancelled' },
  { event: 'expired', from: ['draft', 'pending_payment'], to: 'cancelled' },
  { event: 'revived', from: ['cancelled'], to: 'pending_payment' },
];

/** The status after `event`, or undefined when it cannot happen in `from`. */
export function statusAfter(from: RequestStatus | null, event: OrderEvent): RequestStatus | undefined {
  return MOVES.find((move) => move.event === event && move.from.includes(from))?.to;
}

/** How many drafts somebody may have open, and how many orders somebody may begin in an hour. */
export const MOST_DRAFTS = 20;
export const MOST_CREATED = 100;
export const CREATED_WITHIN_SECONDS = 3_600;
/** So long before its end the owner of a draft is reminded of it. */
export const REMIND_SECONDS = 4 * 3_600;

type Creations = { drafts: number; recent: readonly Date[] };

/** Why somebody may not begin another order now; `recent` are the moments of those begun within the hour before `now`. */
export function creationRefusal(
  { drafts, recent }: Creations,
  now: Date,
): { code: 'too_many_drafts' } | { code: 'rate_limited'; waitSeconds: number } | undefined {
  if (drafts >= MOST_DRAFTS) return { code: 'too_many_drafts' };
  const oldest = recent.map((at) => at.getTime()).sort((a, b) => b - a)[MOST_CREATED - 1];
  if (oldest === undefined) return undefined;
  const waitSeconds = Math.ceil((oldest - now.getTime()) / 1000) + CREATED_WITHIN_SECONDS;
  return { code: 'rate_limited', waitSeconds: Math.max(1, waitSeconds) };
}

/** Price and details can change until somebody has paid. */
export const isOpenForChange = (status: RequestStatus) => status === 'draft' || status === 'pending_payment';

/** The owner may leave until the vial is in the laboratory's hands. */
export const isCancellable = (status: RequestStatus) => statusAfter(status, 'cancelled') !== undefined;

/** Cents off: `percent` of `baseCents`, rounded to the cent; only a public test earns it. */
export function discountCents(baseCents: number, percent: number, visibility: Visibility): number {
  return visibility === 'public' ? Math.round((baseCents * percent) / 100) : 0;
}

export function finalPriceCents(baseCents: number, percent: number, visibility: Visibility): number {
  return baseCents - discountCents(baseCents, percent, visibility);
}

/** Crockford's base 32: no I, L, O, U, so that a key read aloud or from a label is unambiguous. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const KEY_LENGTH = 12;

/** A unique key from random bytes (one byte a character, 5 bits of each used: 60 bits in all). */
export function keyFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, KEY_LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** As people see it: XXXX-XXXX-XXXX. */
export function showKey(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1-');
}

/** A key as somebody typed it, brought to the stored form: no case, no dashes, look-alike letters read as digits. */
export function readKey(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}
