import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { MOST_WATCHES, type MyWatch, type WatchBody } from '@vialproof/contract/watches';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { mailboxOf, normalizeEmail, selectEmail } from '../../accounts/accounts.service.ts';
import { batchAt, compoundAt, makerAt } from '../../makers/makers.service.ts';
import { publicTask } from '../../publications/publications.service.ts';
import { presentWatch } from '../watches.presenter.ts';
import { nameWatches } from '../watches.queries.ts';
import { type AskedSubject, CONFIRM_SECONDS, LIMITS, readSubject } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { confirmWatch, findWatch, putWatch, putWatcher, type WatchRow } from '../watches.store.ts';
import { watchMailJob } from './send-watch-mail.ts';

/**
 * Stores that an address wants e-mail alerts about something. For the viewer's own, confirmed address it begins at
 * once. To any other address a mail is sent that asks for a confirmation. The answer is always the same, even if no
 * mail is sent. Refusal: `rate_limited`.
 */
export async function addWatch(
  ctx: WatchesContext,
  viewer: Viewer | null,
  { kind, subject: typed, email }: WatchBody,
  from: string,
): Promise<MyWatch | Refusal | undefined> {
  const { limits } = ctx.platform;
  const refused = await limits.take('watch-place', keyOf(ctx, from), LIMITS.place);
  if (refused) return refused;
  const asked = readSubject(kind, typed);
  const subject = asked && (await idOf(ctx, asked));
  if (subject === undefined) return undefined;
  const address = normalizeEmail(email);
  const own = viewer && normalizeEmail(await selectEmail(ctx.accounts, viewer.id));
  if (own === address) return beginWatch(ctx, { kind, subject }, address);
  // Tries by the owner of a mailbox are counted apart from the tries of strangers.
  const mailbox = mailboxOf(address);
  const counted = own && mailboxOf(own) === mailbox ? [mailbox, 'own'] : [mailbox];
  const mayMail =
    !(await limits.take('watch-mail', keyOf(ctx, kind, subject, ...counted), LIMITS.mailWatch)) &&
    !(await limits.take('watch-mail-address', keyOf(ctx, ...counted), LIMITS.mailAddress));
  if (mayMail) await askToConfirm(ctx, { kind, subject }, address);
  return undefined;
}

type Watched = Pick<WatchRow, 'kind' | 'subject'>;

/** The id of an address's alert, which is created if it is missing. Undefined if the address has too many others. */
async function keepWatch(tx: Tx, watched: Watched, address: string, at: Date): Promise<string | undefined> {
  const watcherId = await putWatcher(tx, { id: randomUUID(), address, key: newKey(), at });
  return putWatch(tx, { ...watched, id: randomUUID(), watcherId, key: newKey(), at }, MOST_WATCHES);
}

/** Begins an alert without asking by mail. Undefined if the address has too many others. */
async function beginWatch(
  ctx: WatchesContext,
  watched: Watched,
  address: string,
): Promise<MyWatch | undefined> {
  const { db, clock } = ctx.platform;
  const row = await db.transaction(async (tx) => {
    const at = clock.now();
    const id = await keepWatch(tx, watched, address, at);
    if (id === undefined) return undefined;
    await confirmWatch(tx, id, at);
    return findWatch(tx, id);
  });
  return row && presentWatch(row, (await nameWatches(ctx, db.orm, [row]))[0]);
}

/** Stores an alert that waits, and queues the mail that asks for a confirmation. */
async function askToConfirm(ctx: WatchesContext, watched: Watched, address: string): Promise<void> {
  const { db, clock, jobs } = ctx.platform;
  await db.transaction(async (tx) => {
    const at = clock.now();
    const watchId = await keepWatch(tx, watched, address, at);
    const watch = watchId && (await findWatch(tx, watchId));
    if (!watch) return;
    const times = mailTimes(ctx.platform, secondsAfter(at, CONFIRM_SECONDS));
    const { watcher_id: watcherId, id } = watch;
    await jobs.send(tx, watchMailJob, { kind: 'watch_opt_in', watcherId, watchId: id, ...times });
  });
}

const newKey = () => randomBytes(16).toString('base64url');

/** The key of a counter for limits. It is a hash, so it shows no address. */
const keyOf = ({ platform }: WatchesContext, ...parts: string[]) =>
  createHmac('sha256', platform.config.secrets.code.newest)
    .update(JSON.stringify(['watches', ...parts]))
    .digest('base64url');

/** The compound, maker or batch at an address, or the public test with a number. */
async function idOf(
  { platform, makers, publications }: WatchesContext,
  asked: AskedSubject,
): Promise<string | undefined> {
  const db = platform.db.orm;
  switch (asked.kind) {
    case 'compound':
      return (await compoundAt(makers, asked.slug, db))?.record.id;
    case 'maker':
      return (await makerAt(makers, asked.slug, db))?.record.id;
    case 'batch':
      return (await batchAt(makers, asked.maker, asked.code, db))?.record.id;
    case 'task':
      return publicTask(publications, asked.number, db);
  }
}
