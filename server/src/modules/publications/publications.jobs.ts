import type { Platform } from '../../platform/platform.ts';
import type { Publications } from './publications.service.ts';

/** Stored answers are counted soon after each change; rows that very many requests share follow in jobs. */
export function definePublicationJobs({ jobs }: Platform, { work }: Publications): void {
  jobs.define(work.countAnswersJob, { expireInSeconds: 900 }, () => work.countAnswers());
  jobs.define<{ skuId: string }>(work.projectSkuJob, { expireInSeconds: 3_600 }, async ({ skuId }) => {
    await work.projectSku(skuId);
  });
}
