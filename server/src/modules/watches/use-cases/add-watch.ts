import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { MOST_WATCHES, type WatchBody } from '@vialproof/contract/watches';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { mailboxOf, normalizeEmail, selectEmail } from '../../accounts/accounts.service.ts';
import { batchAt, compoundAt, makerAt } from '../../makers/makers.service.ts';
import { publicTask } from '../../publications/publications.service.ts';
import { type AskedSubject, CONFIRM_SECONDS, LIMITS, readSubject } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { putWatch, putWatcher } from '../watches.store.ts';
import { watchMailJob } from './send-watch-mail.ts';

/**
 * Stores that an address wants to watch something, and queues the mail that asks for a confirmation. The answer is
 * always the same, also if no mail is sent. Refusal: `rate_limited`.
 */
export async function addWatch(
  ctx: WatchesContext,
  viewer: Viewer | null,
  { kind, subject: typed, email }: WatchBody,
  from: string,
): Promise<Refusal | undefined> {
  const { limits, db, clock, jobs } = ctx.platform;
  const refused = await limits.take('watch-place', keyOf(ctx, from), LIMITS.place);
  if (refused) return refused;
  const asked = readSubject(kind, typed);
  const subject = asked && (await idOf(ctx, asked));
  if (subject === undefined) return undefined;
  const address = normalizeEmail(email);
  const counted = await countedAs(ctx, viewer, mailboxOf(address));
  const mayMail =
    !(await limits.take('watch-mail', keyOf(ctx, kind, subject, ...counted), LIMITS.mailWatch)) &&
    !(await limits.take('watch-mail-address', keyOf(ctx, ...counted), LIMITS.mailAddress));
  if (!mayMail) return undefined;
  await db.transaction(async (tx) => {
    const at = clock.now();
    const watcherId = await putWatcher(tx, { id: randomUUID(), address, key: newKey(), at });
    const watch = { id: randomUUID(), watcherId, kind, subject, key: newKey(), at };
    const watchId = await putWatch(tx, watch, MOST_WATCHES);
    if (watchId === undefined) return;
    const times = mailTimes(ctx.platform, secondsAfter(at, CONFIRM_SECONDS));
    await jobs.send(tx, watchMailJob, { kind: 'watch_opt_in', watcherId, watchId, ...times });
  });
  return undefined;
}

/** The counter of a mailbox; a signed-in person's own mailbox has its own. */
async function countedAs(
  { accounts }: WatchesContext,
  viewer: Viewer | null,
  mailbox: string,
): Promise<string[]> {
  const own = viewer && mailboxOf(normalizeEmail(await selectEmail(accounts, viewer.id)));
  return own === mailbox ? [mailbox, 'own'] : [mailbox];
}

const newKey = () => randomBytes(16).toString('base64url');

/** The key of a counter. It contains no readable address. */
const keyOf = ({ platform }: WatchesContext, ...parts: string[]) =>
  createHmac('sha256', platform.config.secrets.code)
    .update(JSON.stringify(['watches', ...parts]))
    .digest('base64url');

/** The record at an address, or the public test with a number. */
async function idOf(
  { platform, makers, publications }: WatchesContext,
  asked: AskedSubject,
): Promise<string | undefined> {
  switch (asked.kind) {
    case 'compound':
      return (await compoundAt(makers, asked.slug))?.record.id;
    case 'maker':
      return (await makerAt(makers, asked.slug))?.record.id;
    case 'batch':
      return (await batchAt(makers, asked.maker, asked.code))?.record.id;
    case 'task':
      return publicTask(publications, asked.number, platform.db.orm);
  }
}
