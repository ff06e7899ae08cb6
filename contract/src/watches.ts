import { z } from 'zod';
import { Email } from './accounts.ts';
import { Id, Instant, text } from './primitives.ts';

/** What a person can watch: a compound, a maker, a batch, or one public test. */
export const WatchKind = z.enum(['compound', 'maker', 'batch', 'task']);
export type WatchKind = z.infer<typeof WatchKind>;

/** The most e-mail alerts of one address. One more gets the usual answer, but no mail. */
export const MOST_WATCHES = 100;

export const WatchBody = z.object({
  kind: WatchKind,
  /** What to watch: the last part of a page's address, such as `bpc-157` or `maker/batch`, or the number of a test. */
  subject: text(400).min(1, 'Say what is to be watched.'),
  email: Email,
});
export type WatchBody = z.infer<typeof WatchBody>;

/** An e-mail alert for the address of the signed-in person. */
export const MyWatch = z
  .object({
    id: Id,
    kind: WatchKind,
    /** The heading of the watched page. */
    name: z.string(),
    /** The address of the watched page; null if the page does not exist now. */
    path: z.string().nullable(),
    asked_at: Instant,
    /**
     * When the person confirmed the alert by the link in the mail, or asked for it while signed in. Before that, no
     * news is sent.
     */
    confirmed_at: Instant.nullable(),
  })
  .meta({ id: 'MyWatch' });
export type MyWatch = z.infer<typeof MyWatch>;

/** How many e-mail alerts exist and how many mails were sent, without any address. */
export const WatchFigures = z
  .object({
    /** How many alerts are confirmed, and how many are not yet. */
    kinds: z.array(z.object({ kind: WatchKind, confirmed: z.int(), waiting: z.int() })),
    /** How many e-mail addresses have an alert. */
    addresses: z.int(),
    /** The number of notices that wait for the next daily mail. */
    notices: z.int(),
    most_watched: z.array(
      z.object({ kind: WatchKind, name: z.string(), path: z.string().nullable(), watchers: z.int() }),
    ),
    /** The numbers of mails for each of the last 30 days with mails, newest first. */
    days: z.array(z.object({ day: z.iso.date(), opt_ins: z.int(), digests: z.int(), retractions: z.int() })),
  })
  .meta({ id: 'WatchFigures' });
export type WatchFigures = z.infer<typeof WatchFigures>;
