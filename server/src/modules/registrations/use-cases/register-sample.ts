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
 * Writes to the public log whether a test is public or private, when its sample arrives. Refusal: `log_read_only`,
 * which undoes the arrival.
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
  // For their own tests, staff cannot pay the discount back any more.
  await closePageSoon(ctx, tx, await findWithdrawalOf(tx, requestId));
  return undefined;
}
