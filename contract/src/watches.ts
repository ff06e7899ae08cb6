import { z } from 'zod';
import { Email } from './accounts.ts';
import { Id, Instant, text } from './primitives.ts';

/** The object of a watch: a dossier, or one public test. */
export const WatchKind = z.enum(['compound', 'maker', 'batch', 'task']);
export type WatchKind = z.infer<typeof WatchKind>;

/** Maximum number of watches of an address; further requests get the usual answer and no mail. */
export const MOST_WATCHES = 100;

export const WatchBody = z.object({
  kind: WatchKind,
  /** The end of the dossier's address, `bpc-157` or `maker/batch`; for a test its number. */
  subject: text(400).min(1, 'Say what is to be watched.'),
  email: Email,
});
export type WatchBody = z.infer<typeof WatchBody>;

/** A watch of the account's address. */
export const MyWatch = z
  .object({
    id: Id,
    kind: WatchKind,
    /** The heading of its page. */
    name: z.string(),
    /** The address of its page; null if it has none at present. */
    path: z.string().nullable(),
    asked_at: Instant,
    /** Null until the link in the mail is used; until then no mail is sent. */
    confirmed_at: Instant.nullable(),
  })
  .meta({ id: 'MyWatch' });
export type MyWatch = z.infer<typeof MyWatch>;

/** Numbers of watches and of sent mails, without any address. */
export const WatchFigures = z
  .object({
    /** Confirmed watches, and those with an unanswered mail. */
    kinds: z.array(z.object({ kind: WatchKind, confirmed: z.int(), waiting: z.int() })),
    /** Number of addresses with a watch. */
    addresses: z.int(),
    /** Number of notices for the next daily mail. */
    notices: z.int(),
    most_watched: z.array(
      z.object({ kind: WatchKind, name: z.string(), path: z.string().nullable(), watchers: z.int() }),
    ),
    /** Mails on each of the last 30 days (UTC) with any, newest first. */
    days: z.array(z.object({ day: z.iso.date(), opt_ins: z.int(), digests: z.int(), retractions: z.int() })),
  })
  .meta({ id: 'WatchFigures' });
export type WatchFigures = z.infer<typeof WatchFigures>;
