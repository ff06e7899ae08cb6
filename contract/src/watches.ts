import { z } from 'zod';
import { Email } from './accounts.ts';
import { Id, Instant, text } from './primitives.ts';

/** What a person watches: a dossier, or one public test. */
export const WatchKind = z.enum(['compound', 'maker', 'batch', 'task']);
export type WatchKind = z.infer<typeof WatchKind>;

/** The maximum number of watches of one e-mail address. For a further watch the server sends the usual answer, but no mail. */
export const MOST_WATCHES = 100;

export const WatchBody = z.object({
  kind: WatchKind,
  /** For a dossier: the end of its address, `bpc-157` or `maker/batch`. For a test: its number. */
  subject: text(400).min(1, 'Say what is to be watched.'),
  email: Email,
});
export type WatchBody = z.infer<typeof WatchBody>;

/** A watch of the e-mail address of the signed-in account. */
export const MyWatch = z
  .object({
    id: Id,
    kind: WatchKind,
    /** The heading of the watched page. */
    name: z.string(),
    /** The address of the watched page; null if there is no such page at present. */
    path: z.string().nullable(),
    asked_at: Instant,
    /** When the person opened the link in the mail; null until then. The server sends no news before. */
    confirmed_at: Instant.nullable(),
  })
  .meta({ id: 'MyWatch' });
export type MyWatch = z.infer<typeof MyWatch>;

/** The numbers of watches and of sent mails, without any e-mail address. */
export const WatchFigures = z
  .object({
    /** The number of confirmed watches, and of watches whose mail was not answered yet. */
    kinds: z.array(z.object({ kind: WatchKind, confirmed: z.int(), waiting: z.int() })),
    /** The number of e-mail addresses with a watch. */
    addresses: z.int(),
    /** The number of notices that wait for the next daily mail. */
    notices: z.int(),
    most_watched: z.array(
      z.object({ kind: WatchKind, name: z.string(), path: z.string().nullable(), watchers: z.int() }),
    ),
    /** The numbers of mails on each of the last 30 days (UTC) on which mails were sent, newest first. */
    days: z.array(z.object({ day: z.iso.date(), opt_ins: z.int(), digests: z.int(), retractions: z.int() })),
  })
  .meta({ id: 'WatchFigures' });
export type WatchFigures = z.infer<typeof WatchFigures>;
