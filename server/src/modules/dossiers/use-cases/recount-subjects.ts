import type { Tx } from '../../../platform/database.ts';
import type { SubjectChange } from '../../makers/makers.service.ts';
import type { DossiersContext } from '../dossiers.context.ts';
import { recount } from './count-tests.ts';

/** Counts anew what is of another subject than before; what is only called otherwise is shown so. */
export async function recountSubjects(ctx: DossiersContext, tx: Tx, change: SubjectChange): Promise<void> {
  const requestIds = await ctx.makers.requestsOfChange(tx, change);
  if (requestIds.length > 0) await recount(ctx, tx, requestIds);
  await ctx.changed.publish(tx, { requestIds });
}
