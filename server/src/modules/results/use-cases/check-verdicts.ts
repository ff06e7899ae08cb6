import { findOrder } from '../../orders/orders.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { listPublishedAfter } from '../results.store.ts';
import { judgedOtherwise } from '../rules/judged-otherwise.ts';

const PAGE = 500;

/** One sentence for each published line that gets another verdict by today's rules. Staff should correct it. */
export async function* checkVerdicts(ctx: ResultsContext): AsyncGenerator<string> {
  const { orm } = ctx.platform.bulkDb;
  let after: string | undefined;
  for (;;) {
    const page = await listPublishedAfter(orm, after, PAGE);
    for (const { requestId, revision, measurements } of page) {
      for (const otherwise of measurements.flatMap((line) => judgedOtherwise(line) ?? [])) {
        const order = await findOrder(ctx.orders, requestId);
        yield `Revision ${revision} of task ${order?.taskNumber}: ${otherwise}.`;
      }
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
