import { bindContext } from '../../platform/bind-context.ts';
import { createLateWork } from '../../platform/late-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Results } from '../results/results.service.ts';
import type { DossiersContext } from './dossiers.context.ts';
import { listConfirmed, newestOf, selectDossier } from './dossiers.queries.ts';
import { CATCH_UP, catchUp, catchUpSoon } from './use-cases/catch-up.ts';
import { recount } from './use-cases/count-tests.ts';
import { rebuildDossiers } from './use-cases/rebuild.ts';

export type { DossierOf } from './dossiers.queries.ts';
export type Dossiers = ReturnType<typeof createDossiers>;

/** What is published of compounds, makers and batches, counted at the end of the transaction of each change. */
export function createDossiers(
  platform: Platform,
  {
    orders,
    results,
    makers,
    registrations,
  }: { orders: Orders; results: Results; makers: Makers; registrations: Registrations },
) {
  const ctx: DossiersContext = { platform, makers, changed: createTopic() };
  const counting = createLateWork<string>((tx, requestIds) => recount(ctx, tx, requestIds));
  orders.changed.subscribe(async (tx, { requestId }) => counting.add(tx, [requestId]));
  registrations.changed.subscribe(async (tx, { requestId }) => counting.add(tx, [requestId]));
  results.changed.subscribe(async (tx, { requestId }) => counting.add(tx, [requestId]));
  makers.changed.subscribe(async (tx, change) => {
    counting.add(tx, await makers.requestsOfChange(tx, change));
    // What is only called otherwise is shown so.
    await ctx.changed.publish(tx, { requestIds: [] });
  });
  return {
    /** Published inside the transaction whenever what a dossier shows has changed. */
    changed: ctx.changed,
    ...bindContext(ctx, {
      select: selectDossier,
      newest: newestOf,
      listConfirmed,
      rebuild: rebuildDossiers,
      catchUpSoon,
    }),
    /** What jobs do. */
    work: { catchUpJob: CATCH_UP, ...bindContext(ctx, { catchUp }) },
  };
}
