import { z } from 'zod';
import { Id, Instant, PageQuery, Pagination } from './primitives.ts';

/** `waiting`: not sent yet, retried automatically. `failed`: given up after 7 days, until an admin re-sends it. */
export const MailState = z.enum(['waiting', 'failed']);
export type MailState = z.infer<typeof MailState>;

/** A mail that was not sent yet. Mails with a code are never listed. */
export const UnsentMail = z
  .object({
    id: Id,
    state: MailState,
    /** Its subject in one word: shipping, result_ready, password_changed. */
    kind: z.string(),
    /** The order or group of the mail; null if it is about the account itself. */
    about: z.object({ kind: z.enum(['request', 'group']), id: Id, label: z.string() }).nullable(),
    /** The address; null if the account was deleted. */
    to: z.string().nullable(),
    /** When it was requested. */
    asked_at: Instant,
    tries: z.int(),
    /** Error of the mail server or the connection at the latest try; null before the first. */
    error: z.string().nullable(),
    /** Time of the next automatic try; null if not planned. */
    next_try_at: Instant.nullable(),
  })
  .meta({ id: 'UnsentMail' });
export type UnsentMail = z.infer<typeof UnsentMail>;

export const MailsQuery = z.object({
  state: MailState.optional(),
  page: PageQuery.page,
  limit: PageQuery.limit.default(50),
});
export type MailsQuery = z.infer<typeof MailsQuery>;

/** Longest waiting first. `counts`: number of mails in each state. */
export const UnsentMailPage = z
  .object({
    data: z.array(UnsentMail),
    pagination: Pagination,
    counts: z.record(MailState, z.int()),
  })
  .meta({ id: 'UnsentMailPage' });
export type UnsentMailPage = z.infer<typeof UnsentMailPage>;
