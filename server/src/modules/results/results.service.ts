import type { Platform } from '../../platform/platform.ts';
import { createSignedLinks } from '../../platform/signed-links.ts';
import type { AfterResults, ResultsContext, ResultsDeps } from './results.context.ts';
import { preparePublished } from './results.store.ts';
import { destroyPhoto, destroyPhotoJob } from './use-cases/redact-photo.ts';

export { listColleagues } from './assignees.queries.ts';

export { registerSenders } from './contributors.queries.ts';
export { readPastDraft, readResultHistory } from './history.queries.ts';
export { listReleasedFiles, readInjections } from './injections.queries.ts';
export { photosOf } from './photos.queries.ts';
export type { DraftContent, Publication, ResultsContext } from './results.context.ts';
export {
  findPublicationTime,
  findPublishedResult,
  findResultTitles,
  findRevisionEnds,
  readExpectedSample,
  readQueue,
  readRequest,
  reportsOf,
  retractionOf,
} from './results.queries.ts';
export { metricsOf } from './rules/api-metrics.ts';
export { numbersInName } from './rules/injection-doubts.ts';
export { mayReadResult } from './rules/permissions.ts';
export { addPhoto } from './use-cases/add-photo.ts';
export { allowInjection } from './use-cases/allow-injection.ts';
export { amendResult } from './use-cases/amend-result.ts';
export { attachFile } from './use-cases/attach-file.ts';
export { checkVerdicts } from './use-cases/check-verdicts.ts';
export { confirmRedaction, refuseRedaction } from './use-cases/decide-redaction.ts';
export { downloadResultFile, linkResultFile } from './use-cases/download-file.ts';
export { downloadChromatogramFile, downloadTracePoints } from './use-cases/download-trace.ts';
export { explainWarnings } from './use-cases/explain-warnings.ts';
export { publishResult } from './use-cases/publish-result.ts';
export { addInjection, putChromatogram, readChromatogramRun } from './use-cases/put-chromatogram.ts';
export { putReplicate } from './use-cases/put-replicate.ts';
export { putSpectrum } from './use-cases/put-spectrum.ts';
export { readChannel } from './use-cases/read-channel.ts';
export { receiveParcel, receiveSample } from './use-cases/receive-sample.ts';
export { redactPhoto } from './use-cases/redact-photo.ts';
export { releaseInjection } from './use-cases/release-injection.ts';
export { removePhoto } from './use-cases/remove-photo.ts';
export { retractResult } from './use-cases/retract-result.ts';
export { saveDraft } from './use-cases/save-draft.ts';
export { sendBackResult } from './use-cases/send-back-result.ts';
export { setAssignee } from './use-cases/set-assignee.ts';
export { putBlank, subtractBlank } from './use-cases/set-blank.ts';
export { setHandling } from './use-cases/set-handling.ts';
export { setPeaks } from './use-cases/set-peaks.ts';
export { submitForReview } from './use-cases/submit-for-review.ts';
export { typeTime } from './use-cases/type-time.ts';
export { chooseInjection } from './use-cases/use-injection.ts';

/**
 * Results are chains of revisions: analysts write drafts, a second person publishes them, and they can be corrected and
 * withdrawn.
 */
export function createResultsContext(platform: Platform, deps: ResultsDeps & AfterResults): ResultsContext {
  const { config, clock, limits, db } = platform;
  const ctx: ResultsContext = {
    platform,
    ...deps,
    links: createSignedLinks({ secrets: config.secrets.jwt, clock, limits }),
    senders: [],
    listPublished: preparePublished(db.orm),
  };
  platform.jobs.handle(destroyPhotoJob, ({ key }) => destroyPhoto(ctx, key));
  return ctx;
}
