import type { MakersContext } from '../makers.service.ts';
import { nameSubjects } from './name-subjects.ts';

/** Tells of requests that a change of names was about, after it: whoever listens looks at them as they are now. */
export function tellRequests(ctx: MakersContext, requestIds: string[]): Promise<void> {
  return ctx.platform.bulkDb.transaction(async (tx) => {
    await nameSubjects(ctx, tx, requestIds);
    await ctx.afterNamesChange(tx, { requestIds, makerIds: [] });
  });
}
