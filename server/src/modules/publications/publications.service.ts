import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
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
export { projectSkuJob } from './use-cases/rebuild.ts';
export type Publications = ReturnType<typeof createPublications>;

/**
 * What everybody may read of tests: the one writer and reader of the public tables. The rows of a request are made anew at the end of the
 * transaction that changed it.
 */
export function createPublications(platform: Platform, deps: Omit<PublicationsContext, 'platform'>) {
  const ctx: PublicationsContext = { platform, ...deps };
  platform.jobs.handle(countAnswersJob, () => countAnswers(ctx));
  platform.jobs.handle(projectSkuJob, ({ skuId }) => projectSku(ctx, skuId));
  return {
    ...bindContext(ctx, {
      projectTests,
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
