import { randomBytes } from 'node:crypto';
import { commitmentTo } from '@vialproof/science/proof/log-entry';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { selectOrder } from '../../orders/orders.service.ts';
import { appendEntries } from '../../transparency/transparency.service.ts';
import type { RegistrationsContext } from '../registrations.service.ts';
import { findWithdrawalOf, insertRegistration } from '../registrations.store.ts';
import { closePageSoon } from '../registrations.transitions.ts';

/**
 * Writes the visibility of a received sample to the public log, with its receipt. Refusal: `log_read_only`, which
 * undoes the receipt.
 */
export async function registerSample(
  ctx: RegistrationsContext,
  tx: Tx,
  requestId: string,
): Promise<undefined | Refusal> {
  const { platform, transparency } = ctx;
  const { taskNumber, visibility } = await selectOrder(ctx.orders, requestId, tx);
  const at = platform.clock.now();
  const salt = randomBytes(32).toString('hex');
  const commitment = await commitmentTo({ salt, task_number: taskNumber });
  const indexes = await appendEntries(transparency, tx, [
    { version: 2, type: 'registered', commitment, visibility, at: at.toISOString() },
  ]);
  if (isRefusal(indexes)) return indexes;
  const [logIndex] = indexes;
  if (logIndex === undefined) throw new Error('the registration has no entry');
  await insertRegistration(tx, { requestId, visibility, at, logIndex, salt, withdrawnAt: null });
  // Staff can no longer pay back the discount of an own test.
  await closePageSoon(ctx, tx, await findWithdrawalOf(tx, requestId));
  return undefined;
}
