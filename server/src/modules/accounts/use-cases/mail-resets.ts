import type { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import {
  deleteAsks,
  listTurns,
  lockMailbox,
  putTurn,
  type StoredAsk,
  takeAsks,
} from '../reset-asks.store.ts';
import {
  ASK_SECONDS,
  KNOWN_TURN_SECONDS,
  NETWORK_TURN_SECONDS,
  planResetMails,
  type ResetMail,
  SHARED,
  SHARED_TURN_SECONDS,
} from '../rules/reset-mails.ts';
import { enqueueCodeMail, enqueueResetLook, type resetLookJob } from './enqueue-mail.ts';

/**
 * Sends the mails with reset codes that an account may get now. For the other requests it queues a job at the next
 * shared time.
 */
export async function mailResets(
  ctx: AccountsContext,
  job: z.infer<typeof resetLookJob.schema>,
): Promise<void> {
  const { db, clock } = ctx.platform;
  const mailbox = Buffer.from(job.mailbox, 'base64url');
  await db.transaction(async (tx) => {
    await lockMailbox(tx, mailbox);
    const now = clock.now();
    const asks = await takeAsks(tx, mailbox, secondsAfter(now, -ASK_SECONDS));
    const turns = await listTurns(tx, mailbox);
    const mails = planResetMails(asks, turns, now);
    for (const mail of mails) await handOut(ctx, tx, mailbox, mail, now);
    // If the clock was set back, the job is too early and is queued again.
    const turnAt = turns.get(SHARED);
    if (job.isTurn && turnAt && turnAt > now) {
      const turnInSeconds = Math.ceil((turnAt.getTime() - now.getTime()) / 1000);
      await enqueueResetLook(ctx, tx, { mailbox, turnInSeconds });
    }
  });
}

async function handOut(
  ctx: AccountsContext,
  tx: Tx,
  mailbox: Buffer,
  { userId, asks, turn }: ResetMail<StoredAsk>,
  now: Date,
): Promise<void> {
  await enqueueCodeMail(ctx, tx, {
    kind: 'reset',
    userId,
    asks: asks.map(({ browserHash, device, askedAt }) => ({
      browser: browserHash.toString('base64url'),
      device,
      askedAt: askedAt.toISOString(),
    })),
  });
  await deleteAsks(
    tx,
    asks.map(({ id }) => id),
  );
  if (turn !== SHARED) return putTurn(tx, mailbox, turn, secondsAfter(now, KNOWN_TURN_SECONDS));
  await putTurn(tx, mailbox, SHARED, secondsAfter(now, SHARED_TURN_SECONDS));
  const nextOfNetwork = secondsAfter(now, NETWORK_TURN_SECONDS);
  for (const { network } of asks) await putTurn(tx, mailbox, network, nextOfNetwork);
  await enqueueResetLook(ctx, tx, { mailbox, turnInSeconds: SHARED_TURN_SECONDS });
}
