import type { MakersContext } from '../makers.service.ts';
import { lockNames } from '../names.store.ts';
import { nameSubjects } from './name-subjects.ts';

/** Tells of requests that a change of names was about, after it: whoever listens looks at them as they are now. */
export function tellRequests(ctx: MakersContext, requestIds: string[]): Promise<void> {
  return ctx.platform.bulkDb.transaction(async (tx) => {
    // Before requests are read: one that is published or withdrawn meanwhile writes its own state, which stays.
    await lockNames(tx);
    await nameSubjects(ctx, tx, requestIds);
    await ctx.afterNamesChange(tx, { requestIds, makerIds: [] });
  });
}
