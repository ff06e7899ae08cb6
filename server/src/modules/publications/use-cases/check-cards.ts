import { purityPercent } from '@vialproof/science/measurement/purity';
import type { PublicationsContext } from '../publications.service.ts';
import { listAmiss } from '../sources.store.ts';
import { listRowsAfter } from '../tests.store.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 500;
const words = (percent: number | null) => (percent === null ? 'none' : `${percent} %`);

const MOST_AMISS = 1_000;

/** One sentence for each order that the public list shows wrongly, and for each wrong purity. */
export async function* checkCards({ platform }: PublicationsContext): AsyncGenerator<string> {
  yield* await listAmiss(platform.bulkDb.pool, MOST_AMISS);
  for (let after = FIRST_ID; ; ) {
    const page = await listRowsAfter(platform.bulkDb.orm, after, PAGE);
    for (const { body, purity } of page) {
      const today = purityPercent(body.result?.measurements ?? []);
      if (today !== purity)
        yield `The card of task ${body.task_number} has the purity ${words(purity)}; by today’s rule it is ${words(today)}.`;
    }
    after = page.at(-1)?.request_id ?? after;
    if (page.length < PAGE) return;
  }
}
