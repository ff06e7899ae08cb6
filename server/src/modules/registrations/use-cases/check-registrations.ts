import { commitmentTo } from '@vialproof/science/proof/log-entry';
import type { Queryable } from '../../../platform/postgres/database.ts';
import { findTaskNumbers, listReceivedSamples } from '../../orders/orders.service.ts';
import { entriesFrom } from '../../transparency/transparency.service.ts';
import type { RegistrationsContext } from '../registrations.service.ts';
import { findRegistrations, listLoggedBetween } from '../registrations.store.ts';

const PAGE = 1_000;

/** Compares registrations with the public log in both directions. Gives one sentence for each difference. */
export async function* checkRegistrations({
  platform,
  orders,
  transparency,
}: RegistrationsContext): AsyncGenerator<string> {
  const { orm } = platform.bulkDb;
  yield* checkSamples(orders, orm);
  for (let from = 0; ; ) {
    const page = await entriesFrom(transparency, from, PAGE);
    const logged = await listLoggedBetween(orm, from, from + PAGE);
    const tasks = await findTaskNumbers(
      orders,
      orm,
      logged.map((row) => row.requestId),
    );
    const known = new Map(
      logged.map((row) => [row.logIndex, { ...row, taskNumber: Number(tasks.get(row.requestId)) }]),
    );
    for (const { index, entry } of page) {
      const row = known.get(index);
      const isRegistration = entry && entry !== 'newer' && entry.type === 'registered';
      if (!isRegistration) {
        if (row) yield `The registration of task ${row.taskNumber} is not entry ${index} of the log.`;
        continue;
      }
      const isOurs =
        row !== undefined &&
        entry.visibility === row.visibility &&
        entry.commitment === (await commitmentTo({ salt: row.salt, task_number: row.taskNumber }));
      if (!isOurs) yield `Entry ${index} of the log is of no registration.`;
      known.delete(index);
    }
    from += PAGE;
    if (page.length < PAGE) return;
  }
}

/** Checks that each received sample has a registration. */
async function* checkSamples(orders: RegistrationsContext['orders'], orm: Queryable): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const page = await listReceivedSamples(orders, orm, { after, limit: PAGE });
    const registered = await findRegistrations(
      orm,
      page.map(({ id }) => id),
    );
    for (const { id, taskNumber } of page) {
      if (!registered.has(id)) {
        yield `The sample of task ${taskNumber} was taken in without a registration.`;
      }
    }
    after = page.at(-1)?.taskNumber ?? after;
    if (page.length < PAGE) return;
  }
}
