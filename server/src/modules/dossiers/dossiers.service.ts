import { bindContext } from '../../platform/bind-context.ts';
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
import { recountSubjects } from './use-cases/recount-subjects.ts';

export type { DossierOf } from './dossiers.queries.ts';
export type Dossiers = ReturnType<typeof createDossiers>;

/** What is published of compounds, makers and batches, counted within the transaction of each change. */
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
  orders.changed.subscribe(async (tx, { requestId, isPassed }) => {
    if (!isPassed) await recount(ctx, tx, [requestId]);
  });
  registrations.changed.subscribe((tx, { requestId }) => recount(ctx, tx, [requestId]));
  results.changed.subscribe((tx, { requestId }) => recount(ctx, tx, [requestId]));
  makers.changed.subscribe((tx, change) => recountSubjects(ctx, tx, change));
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
