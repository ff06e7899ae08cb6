import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { listColleagues } from './assignees.queries.ts';
import { registerSenders } from './contributors.queries.ts';
import { readHistory, readPastDraft } from './history.queries.ts';
import { listReleased, readInjections } from './injections.queries.ts';
import { photosOf } from './photos.queries.ts';
import { type AfterResults, createResultsContext, type ResultsDeps } from './results.context.ts';
import {
  findPublicationTime,
  findPublished,
  findRevisionEnds,
  findTitles,
  readExpectedSample,
  readQueue,
  readRequest,
  reportsOf,
  retractionOf,
} from './results.queries.ts';
import { addPhoto } from './use-cases/add-photo.ts';
import { allowInjection } from './use-cases/allow-injection.ts';
import { amendResult } from './use-cases/amend-result.ts';
import { attachFile } from './use-cases/attach-file.ts';
import { checkVerdicts } from './use-cases/check-verdicts.ts';
import { confirmRedaction, refuseRedaction } from './use-cases/decide-redaction.ts';
import { downloadFile, linkFile } from './use-cases/download-file.ts';
import { downloadChromatogramFile, downloadTracePoints } from './use-cases/download-trace.ts';
import { explainWarnings } from './use-cases/explain-warnings.ts';
import { publishResult } from './use-cases/publish-result.ts';
import { addInjection, putChromatogram, readRun } from './use-cases/put-chromatogram.ts';
import { putReplicate } from './use-cases/put-replicate.ts';
import { putSpectrum } from './use-cases/put-spectrum.ts';
import { readChannel } from './use-cases/read-channel.ts';
import { receiveParcel, receiveSample } from './use-cases/receive-sample.ts';
import { destroyPhoto, destroyPhotoJob, redactPhoto } from './use-cases/redact-photo.ts';
import { releaseInjection } from './use-cases/release-injection.ts';
import { removePhoto } from './use-cases/remove-photo.ts';
import { retractResult } from './use-cases/retract-result.ts';
import { saveDraft } from './use-cases/save-draft.ts';
import { sendBackResult } from './use-cases/send-back-result.ts';
import { setAssignee } from './use-cases/set-assignee.ts';
import { putBlank, subtractBlank } from './use-cases/set-blank.ts';
import { setHandling } from './use-cases/set-handling.ts';
import { setPeaks } from './use-cases/set-peaks.ts';
import { submitForReview } from './use-cases/submit-for-review.ts';
import { typeTime } from './use-cases/type-time.ts';
import { chooseInjection } from './use-cases/use-injection.ts';

export type { DraftContent, Publication } from './results.context.ts';
export { metricsOf } from './rules/api-metrics.ts';
export { numbersInName } from './rules/injection-doubts.ts';
export { mayReadResult } from './rules/permissions.ts';
export type Results = ReturnType<typeof createResults>;

/** Results as chains of revisions: drafted by analysts, published by a second person, amended and withdrawn openly. */
export function createResults(platform: Platform, deps: ResultsDeps & AfterResults) {
  const ctx = createResultsContext(platform, deps);
  platform.jobs.handle(destroyPhotoJob, ({ key }) => destroyPhoto(ctx, key));
  return bindContext(ctx, {
    registerSenders,
    queue: readQueue,
    colleagues: listColleagues,
    assign: setAssignee,
    detail: readRequest,
    historyLog: readHistory,
    pastDraft: readPastDraft,
    expected: readExpectedSample,
    intake: receiveSample,
    intakeParcel: receiveParcel,
    setHandling,
    takePhoto: addPhoto,
    removePhoto,
    redactPhoto,
    confirmRedaction,
    refuseRedaction,
    save: saveDraft,
    putChromatogram,
    putReplicate,
    addInjection,
    readRun,
    injections: readInjections,
    releasedFiles: listReleased,
    releaseInjection,
    chooseInjection,
    typeTime,
    allowInjection,
    putPeaks: setPeaks,
    explainWarnings,
    readChannel,
    putBlank,
    subtractBlank,
    chromatogramPoints: downloadTracePoints,
    chromatogramFile: downloadChromatogramFile,
    putSpectrum,
    attach: attachFile,
    submit: submitForReview,
    amend: amendResult,
    sendBack: sendBackResult,
    publish: publishResult,
    retract: retractResult,
    readFile: downloadFile,
    linkFile,
    photosOf,
    findPublicationTime,
    findPublished,
    findRevisionEnds,
    findTitles,
    reportsOf,
    retractionOf,
    checkVerdicts,
  });
}
