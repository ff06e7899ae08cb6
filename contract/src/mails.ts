import { z } from 'zod';
import { Id, Instant, PageQuery, Pagination } from './primitives.ts';

/**
 * `waiting`: the mail is not sent yet, and the server retries by itself. `failed`: the server gave up after 7 days; an
 * admin can send the mail again.
 */
export const MailState = z.enum(['waiting', 'failed']);
export type MailState = z.infer<typeof MailState>;

/** A mail that the server has not sent yet. The list never contains a mail with a sign-in or reset code. */
export const UnsentMail = z
  .object({
    id: Id,
    state: MailState,
    /** The subject of the mail in one word: shipping, result_ready, password_changed. */
    kind: z.string(),
    /** The order or group that the mail is about; null if it is about the account itself. */
    about: z.object({ kind: z.enum(['request', 'group']), id: Id, label: z.string() }).nullable(),
    /** The recipient's address; null if the account was deleted. */
    to: z.string().nullable(),
    /** When the system asked for the mail. */
    asked_at: Instant,
    tries: z.int(),
    /** The error of the mail server or the connection at the latest attempt; null before the first attempt. */
    error: z.string().nullable(),
    /** When the server will try again by itself; null if it will not. */
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

/** The mail that has waited longest comes first. `counts`: the number of mails in each state. */
export const UnsentMailPage = z
  .object({
    data: z.array(UnsentMail),
    pagination: Pagination,
    counts: z.record(MailState, z.int()),
  })
  .meta({ id: 'UnsentMailPage' });
export type UnsentMailPage = z.infer<typeof UnsentMailPage>;
