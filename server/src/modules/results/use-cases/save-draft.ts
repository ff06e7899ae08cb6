import type { LabRequest, SaveResult } from '@vialproof/contract/lab';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findTraceFacts } from '../../chromatograms/chromatograms.service.ts';
import {
  agreedLines,
  closedMethods,
  massesOf,
  methodsOf,
  readFormula,
  withAgreedRules,
} from '../../methods/methods.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { presentSpectrum } from '../results.presenter.ts';
import { insertDraftSave } from '../results.store.ts';
import { findWorkable, recordRevision, touchDraft } from '../results.transitions.ts';
import { authorisationWords, methodsTouched } from '../rules/authorisation.ts';
import { dayErrors, keptRecord } from '../rules/bench-record.ts';
import { changesBetween } from '../rules/draft-changes.ts';
import { completeMeasurements, type Weigh } from '../rules/measurements.ts';
import { besideTrace, isCurrentVersion, isOpen } from '../rules/revisions.ts';
import { listSpectra } from '../spectra.store.ts';
import { changeDraft } from './change-request.ts';
import { findUntoldMethods } from './check-methods.ts';

/**
 * Saves the draft and computes the lines of the result. Refusals: `stale_draft` if another version was saved meanwhile,
 * `invalid_fields`.
 */
export async function saveDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  save: SaveResult,
): Promise<LabRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const lines = withAgreedRules(save.measurements, await agreedLines(ctx.methods, request));
  const known = await methodsOf(ctx.methods, request.skuId);
  return changeDraft(ctx, viewer, request.id, async (draft, locked) => {
    const before = locked.chain.find((row) => isOpen(row.state));
    if (!isCurrentVersion(save.version, before?.version)) return refuse('stale_draft');
    const { title, summary } = save;
    const named = lines.flatMap(({ spectrum_id }) => spectrum_id ?? []);
    const spectra = (await listSpectra(locked.tx, locked.request.id, named)).map(presentSpectrum);
    const completed = completeMeasurements(lines, weigh, spectra);
    if ('errors' in completed)
      return refuse('invalid_fields', completed.errors[0]?.message, { errors: completed.errors });
    const measurements = besideTrace(
      completed.measurements,
      await findTraceFacts(ctx.chromatograms, locked.tx, draft.id),
    );
    const days = dayErrors(measurements, {
      receivedOn: locked.request.receivedAt && dayOf(locked.request.receivedAt),
      today: dayOf(ctx.platform.clock.now()),
    });
    if (days.length > 0) return refuse('invalid_fields', days[0]?.message, { errors: days });
    const closed = await closedMethods(ctx.methods, locked.tx, {
      deed: 'measure',
      userId: viewer.id,
      methods: methodsTouched(draft.measurements, measurements),
    });
    if (closed.length > 0) return refuse('not_authorised', authorisationWords(closed));
    const untold = await findUntoldMethods(ctx, locked.tx, {
      known,
      before: draft.measurements,
      after: measurements,
    });
    if (untold.length > 0) return refuse('invalid_fields', untold[0]?.message, { errors: untold });
    const record = save.record === undefined ? draft.record : keptRecord(save.record);
    const unprintable = ctx.refuseUnprintable({ title, summary, measurements, record });
    if (unprintable) return unprintable;
    const version = draft.version + 1;
    const content = { title, summary, measurements, record, version };
    const row = await touchDraft(ctx, locked.tx, draft, content);
    await insertDraftSave(locked.tx, row, viewer.id);
    await recordRevision(ctx, locked.tx, viewer, 'saved', row, {
      version,
      changes: changesBetween(draft, row),
    });
    return undefined;
  });
}

/** The masses of a formula, to compare with the measured ones. */
const weigh: Weigh = (formula) => {
  const substance = readFormula(formula);
  return typeof substance === 'string' ? substance : massesOf(substance);
};
