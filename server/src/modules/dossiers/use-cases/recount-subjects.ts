import type { Tx } from '../../../platform/database.ts';
import type { SubjectChange } from '../../makers/makers.service.ts';
import type { DossiersContext } from '../dossiers.context.ts';
import { recount } from './count-tests.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 500;

/** Counts anew what is of another subject than before; what is only called otherwise is shown so. */
export async function recountSubjects(
  ctx: DossiersContext,
  tx: Tx,
  { requestIds, makerIds }: SubjectChange,
): Promise<void> {
  const changed = new Set(requestIds);
  for (const makerId of makerIds) {
    let page = await ctx.makers.requestsOfMaker(tx, makerId, { after: FIRST_ID, limit: AT_ONCE });
    while (page.length > 0) {
      for (const id of page) changed.add(id);
      const after = page.at(-1) ?? FIRST_ID;
      page = await ctx.makers.requestsOfMaker(tx, makerId, { after, limit: AT_ONCE });
    }
  }
  if (changed.size > 0) await recount(ctx, tx, [...changed].toSorted());
  await ctx.changed.publish(tx, { requestIds: [...changed] });
}
