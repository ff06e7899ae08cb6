import { commitmentTo } from '@vialproof/contract/proof/log-entry';
import type { RegistrationsContext } from '../registrations.context.ts';
import { listLoggedBetween, listUnregistered } from '../registrations.store.ts';

const PAGE = 1_000;

/** Compares registrations with the public log, both ways. Yields a sentence for each that differs. */
export async function* checkRegistrations({
  platform,
  transparency,
}: RegistrationsContext): AsyncGenerator<string> {
  const { orm } = platform.bulkDb;
  for (const task of await listUnregistered(orm, PAGE)) {
    yield `The sample of task ${task} was taken in without a registration.`;
  }
  for (let from = 0; ; ) {
    const page = await transparency.entriesFrom(from, PAGE);
    const logged = await listLoggedBetween(orm, from, from + PAGE);
    const known = new Map(logged.map((row) => [row.logIndex, row]));
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
