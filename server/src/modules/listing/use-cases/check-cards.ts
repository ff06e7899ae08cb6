import { purityPercent } from '@vialproof/contract/purity';
import type { ListedTest } from '@vialproof/contract/tests';
import type { ListingContext } from '../listing.context.ts';
import { listBodiesAfter } from '../listing.store.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 500;
const words = (percent: number | null) => (percent === null ? 'none' : `${percent} %`);

/** A sentence for each public test that the list sorts by another purity than its result has by today's rule. */
export async function* checkCards({ platform }: ListingContext): AsyncGenerator<string> {
  for (let after = FIRST_ID; ; ) {
    const page = await listBodiesAfter(platform.bulkDb.pool, after, PAGE);
    for (const { body, purity } of page) {
      const { task_number: task, result }: ListedTest = JSON.parse(body);
      const today = purityPercent(result?.measurements ?? []);
      if (today !== purity)
        yield `The card of task ${task} has the purity ${words(purity)}; by today’s rule it is ${words(today)}.`;
    }
    after = page.at(-1)?.request_id ?? after;
    if (page.length < PAGE) return;
  }
}
