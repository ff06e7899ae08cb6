import { z } from 'zod';
import { Id, Instant, PageQuery, Pagination } from './primitives.ts';

/** `waiting`: could not be sent yet and is tried again by itself. `failed`: given up after 7 days, until somebody sends it again. */
export const MailState = z.enum(['waiting', 'failed']);
export type MailState = z.infer<typeof MailState>;

/** A mail that has not left. Mails that carry a code are never among them. */
export const UnsentMail = z
  .object({
    id: Id,
    state: MailState,
    /** What it says, in one word: shipping, result_ready, password_changed. */
    kind: z.string(),
    /** The order or group that it is about; null when it is about the account itself. */
    about: z.object({ kind: z.enum(['request', 'group']), id: Id, label: z.string() }).nullable(),
    /** The address; null when the account is gone. */
    to: z.string().nullable(),
    /** When it was asked for. */
    asked_at: Instant,
    tries: z.int(),
    /** What the mail server, or the way to it, said at the latest try; null before the first. */
    error: z.string().nullable(),
    /** When it is tried next by itself; null when it is not. */
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

/** Those that wait longest first. `counts`: how many there are in each state. */
export const UnsentMailPage = z
  .object({
    data: z.array(UnsentMail),
    pagination: Pagination,
    counts: z.record(MailState, z.int()),
  })
  .meta({ id: 'UnsentMailPage' });
export type UnsentMailPage = z.infer<typeof UnsentMailPage>;
