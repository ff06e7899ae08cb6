import { z } from 'zod';
import { Email } from './accounts.ts';
import { Id, Instant, text } from './primitives.ts';

/** What can be watched: a dossier, or one public test. */
export const WatchKind = z.enum(['compound', 'maker', 'batch', 'task']);
export type WatchKind = z.infer<typeof WatchKind>;

/** An address watches so many things at most; whoever asks for more gets the usual answer and no mail. */
export const MOST_WATCHES = 100;

export const WatchBody = z.object({
  kind: WatchKind,
  /** The end of the dossier's address, `bpc-157` or `maker/batch`; of a test its number. */
  subject: text(400).min(1, 'Say what is to be watched.'),
  email: Email,
});
export type WatchBody = z.infer<typeof WatchBody>;

/** What the address of one's account watches. */
export const MyWatch = z
  .object({
    id: Id,
    kind: WatchKind,
    /** As its page is headed. */
    name: z.string(),
    /** The address of its page; null where it has none at present. */
    path: z.string().nullable(),
    asked_at: Instant,
    /** Null until the link in the mail is used: until then nothing is sent. */
    confirmed_at: Instant.nullable(),
  })
  .meta({ id: 'MyWatch' });
export type MyWatch = z.infer<typeof MyWatch>;

/** What is watched how often, and which mails left; no address is in it. */
export const WatchFigures = z
  .object({
    /** Confirmed ones, and those whose mail has not been answered. */
    kinds: z.array(z.object({ kind: WatchKind, confirmed: z.int(), waiting: z.int() })),
    /** How many addresses watch something. */
    addresses: z.int(),
    /** Notices that wait for the next daily mail. */
    notices: z.int(),
    most_watched: z.array(
      z.object({ kind: WatchKind, name: z.string(), path: z.string().nullable(), watchers: z.int() }),
    ),
    /** Mails of each of the last 30 days (UTC) on which any left, newest first. */
    days: z.array(z.object({ day: z.iso.date(), opt_ins: z.int(), digests: z.int(), retractions: z.int() })),
  })
  .meta({ id: 'WatchFigures' });
export type WatchFigures = z.infer<typeof WatchFigures>;
