import { findTaskNumbers, listStatedWords } from '../../orders/orders.service.ts';
import type { MakersContext } from '../makers.service.ts';
import { lockNames } from '../records.store.ts';
import { listShownAfter } from '../subjects.store.ts';
import { isShown } from './name-subjects.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 500;

/** One sentence for each test for which it is stored wrongly whether its names are public. */
export async function* checkSubjects({ platform, orders }: MakersContext): AsyncGenerator<string> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const from: string = after;
    const { last, amiss } = await platform.bulkDb.transaction(async (tx) => {
      // Under this lock, both are read at the same moment.
      await lockNames(tx);
      const kept = await listShownAfter(tx, from, PAGE);
      const ids = [...kept.keys()];
      const words = await listStatedWords(orders, tx, ids);
      const wrong = words.filter((stated) => isShown(stated) !== kept.get(stated.id)).map(({ id }) => id);
      return { last: ids.at(-1), amiss: await findTaskNumbers(orders, tx, wrong) };
    });
    for (const taskNumber of amiss.values())
      yield `The names of tests count task ${taskNumber} otherwise than it is shown.`;
    after = last;
  }
}
