import type { Platform } from '../../platform/platform.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';
import type { ChromatogramsContext } from '../chromatograms/chromatograms.service.ts';
import type { MakersContext } from '../makers/makers.service.ts';
import { countAnswers, countAnswersJob } from './use-cases/count-answers.ts';
import { projectSku, projectSkuJob } from './use-cases/rebuild.ts';

export type { ShownFacts } from './dossiers.queries.ts';
export {
  amongPublished,
  compoundsOfBatch,
  dossierFacts,
  newestOfDossier,
  sharedCodes,
} from './dossiers.queries.ts';
export type { Counted, LineValueRow, TestRow } from './dossiers.store.ts';
export type { Sought } from './list.queries.ts';
export { countTestsOf, findSought, listCounts, listPage, namesOfAnalytes } from './list.queries.ts';
export type { FacetCount, FacetName, Narrowing } from './list.store.ts';
export { LABEL_LINE } from './rules/counted-tests.ts';
export { NO_FIGURES } from './rules/row-figures.ts';
export { wholeListOf } from './rules/whole-lists.ts';
export {
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
export type { Block, PublishedAt } from './tests.store.ts';
export { checkCards } from './use-cases/check-cards.ts';
export { countAnswers } from './use-cases/count-answers.ts';
export { projectTests } from './use-cases/project-tests.ts';
export { projectAll, projectMissing, projectSkuJob } from './use-cases/rebuild.ts';

export type PublicationsContext = {
  platform: Platform;
  catalog: CatalogContext;
  makers: MakersContext;
  chromatograms: ChromatogramsContext;
};

/**
 * All public data of tests. Only this module uses the public tables. When an order changes, it writes its public rows
 * again.
 */
export function createPublicationsContext(
  platform: Platform,
  deps: Omit<PublicationsContext, 'platform'>,
): PublicationsContext {
  const ctx: PublicationsContext = { platform, ...deps };
  platform.jobs.handle(countAnswersJob, () => countAnswers(ctx));
  platform.jobs.handle(projectSkuJob, ({ skuId }) => projectSku(ctx, skuId));
  return ctx;
}
