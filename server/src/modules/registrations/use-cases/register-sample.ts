import { randomBytes } from 'node:crypto';
import { commitmentTo } from '@vialproof/contract/proof/log-entry';
import type { Tx } from '../../../platform/database.ts';
import type { TestRequestRecord } from '../../orders/orders.service.ts';
import type { RegistrationsContext } from '../registrations.context.ts';
import { insertRegistration } from '../registrations.store.ts';

/**
 * Tells the public log whether a sample that is being taken in is to be published, in the transaction of the intake. The log's
 * head is the last row that the intake locks, as it is for a publication.
 * @throws Problem `log_read_only`: nothing is taken in then.
 */
export async function registerSample(
  { platform, transparency, changed }: RegistrationsContext,
  tx: Tx,
  request: TestRequestRecord,
): Promise<void> {
  const { id: requestId, taskNumber, visibility } = request;
  const at = platform.clock.now();
  const salt = randomBytes(32).toString('hex');
  const commitment = await commitmentTo({ salt, task_number: taskNumber });
  const [logIndex] = await transparency.append(tx, [
    { version: 2, type: 'registered', commitment, visibility, at: at.toISOString() },
  ]);
  if (logIndex === undefined) throw new Error('the registration has no entry');
  await insertRegistration(tx, { requestId, visibility, at, logIndex, salt, withdrawnAt: null });
  await changed.publish(tx, { requestId });
}
