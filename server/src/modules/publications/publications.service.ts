import { bindContext } from '../../platform/bind-context.ts';
import { createLateWork } from '../../platform/late-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Results } from '../results/results.service.ts';
import {
  amongPublished,
  compoundsOfBatch,
  dossierFacts,
  newestOfDossier,
  sharedCodes,
} from './dossiers.queries.ts';
import { countTestsOf, findSought, listCounts, listPage, namesOfAnalytes } from './list.queries.ts';
import type { PublicationsContext } from './publications.context.ts';
import {
  countPublished,
  newestTests,
  newestTraced,
  promisesSince,
  publicRow,
  publicTask,
  publicTests,
  publishedBlocks,
  publishedIn,
  publishedTests,
  samplesSince,
} from './tests.queries.ts';
import { checkCards } from './use-cases/check-cards.ts';
import { countAnswers, countAnswersJob } from './use-cases/count-answers.ts';
import { projectTests } from './use-cases/project-tests.ts';
import { projectAll, projectMissing, projectSku, projectSkuJob } from './use-cases/rebuild.ts';

export type { DossierFacts } from './dossiers.queries.ts';
export type { Counted, LineValueRow, TestRow } from './dossiers.store.ts';
export type { FacetCount, FacetName, Narrowing } from './list.store.ts';
export { LABEL_LINE } from './rules/counted-tests.ts';
export { wholeListOf } from './rules/whole-lists.ts';
export type { Block, PublishedAt } from './tests.store.ts';
export type Publications = ReturnType<typeof createPublications>;

type Below = {
  catalog: Catalog;
  orders: Orders;
  results: Results;
  certificates: Certificates;
  chromatograms: Chromatograms;
  registrations: Registrations;
  makers: Makers;
};

/**
 * What everybody may read of tests: the one writer and reader of the public tables. The rows of a request are made anew at the end of the
 * transaction that changed it.
 */
export function createPublications(platform: Platform, below: Below) {
  const { catalog, orders, results, certificates, chromatograms, registrations, makers } = below;
  const ctx: PublicationsContext = { platform, catalog, makers, chromatograms, changed: createTopic() };
  const projecting = createLateWork<string>((tx, requestIds) => projectTests(ctx, tx, requestIds));
  for (const { changed } of [orders, results, registrations]) {
    changed.subscribe(async (tx, { requestId }) => projecting.add(tx, [requestId]));
  }
  makers.changed.subscribe(async (tx, change) => {
    projecting.add(tx, await makers.requestsOfChange(tx, change));
    // What is only called otherwise is shown so.
    await ctx.changed.publish(tx, { requestIds: [] });
  });
  // These stand on the test's own page alone.
  results.photosChanged.subscribe((tx, { requestId }) =>
    ctx.changed.publish(tx, { requestIds: [requestId] }),
  );
  certificates.changed.subscribe((tx, { requestId }) => ctx.changed.publish(tx, { requestIds: [requestId] }));
  catalog.changed.subscribe(async (tx, { skuId, isDescribedAnew }) => {
    if (isDescribedAnew) await platform.jobs.send(tx, projectSkuJob, { skuId });
  });
  platform.jobs.handle(countAnswersJob, () => countAnswers(ctx));
  platform.jobs.handle(projectSkuJob, ({ skuId }) => projectSku(ctx, skuId));
  return {
    /** Published inside the transaction in which something public changed. */
    changed: ctx.changed,
    ...bindContext(ctx, {
      // The list and its tests.
      findSought,
      listPage,
      listCounts,
      countTestsOf,
      namesOfAnalytes,
      publicRow,
      publicTests,
      publicTask,
      newestTests,
      newestTraced,
      publishedTests,
      countPublished,
      publishedBlocks,
      publishedIn,
      // Dossiers.
      dossierFacts,
      sharedCodes,
      newestOfDossier,
      compoundsOfBatch,
      amongPublished,
      // Turnaround.
      samplesSince,
      promisesSince,
      // Commands.
      projectAll,
      projectMissing,
      checkCards,
    }),
    /** What jobs do. */
    work: bindContext(ctx, { countAnswers, projectSku }),
  };
}
