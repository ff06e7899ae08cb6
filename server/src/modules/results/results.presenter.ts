import type { Assignee } from '@vialproof/contract/assignees';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { HistoryEntry } from '@vialproof/contract/history';
import type { Injection } from '@vialproof/contract/injections';
import type { Attachment, LabItem, LabRequest, Revision } from '@vialproof/contract/lab';
import type { RequestSku, TimelineEntry } from '@vialproof/contract/orders';
import type { SamplePhoto } from '@vialproof/contract/result-files';
import type { Chromatogram, Result } from '@vialproof/contract/results';
import type { RevisionNote } from '@vialproof/contract/revision-notes';
import type { Signature } from '@vialproof/contract/signatures';
import type { Spectrum } from '@vialproof/contract/spectra';
import { isoOf } from '@vialproof/science/calendar/dates';
import { traceNotes } from '@vialproof/science/chromatography/trace-words';
import { decisionSentences } from '@vialproof/science/measurement/decision-words';
import { overallOf } from '@vialproof/science/measurement/overall-statement';
import { purityFigure } from '@vialproof/science/measurement/purity';
import { thisInjectionWords } from '@vialproof/science/measurement/replicate-words';
import type { AuditRow } from '../../platform/audit.ts';
import type { Person } from '../accounts/accounts.service.ts';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import type { JudgedInjection } from './injections.queries.ts';
import type { QueueRow } from './queue.store.ts';
import type { AttachmentRow, RevisionRow } from './results.tables.ts';
import { metricsOf } from './rules/api-metrics.ts';
import { isOpen } from './rules/revisions.ts';
import type { SpectrumRow } from './spectra.tables.ts';

/** The published revisions of a request, and why some of them have ended. */
export function presentHistory(published: RevisionRow[]): RevisionNote[] {
  return published.flatMap((row, index) => {
    if (!row.publishedAt || isOpen(row.state)) return [];
    const reason = row.state === 'superseded' ? published[index + 1]?.amendReason : row.retractReason;
    const state = row.state as RevisionNote['state'];
    return [
      { revision: row.revision, state, published_at: row.publishedAt.toISOString(), reason: reason ?? null },
    ];
  });
}

/** An entry of the audit log for reviewers, without addresses. */
export function presentHistoryEntry(
  { id, at, actorId, action, detail }: AuditRow,
  people: Map<string, Person>,
): HistoryEntry {
  const person = actorId === null ? undefined : people.get(actorId);
  const actor = { display_name: person?.display_name ?? null, role: person?.role ?? null };
  return { id, at: at.toISOString(), actor: actorId === null ? null : actor, action, detail };
}

const addressOf = ({ id }: AttachmentRow) => `/api/attachments/${id}`;

/** A published result for readers. */
export function presentResult(
  row: RevisionRow & { publishedAt: Date },
  parts: { chromatogram: Chromatogram | null; attachments: AttachmentRow[]; photos: SamplePhoto[] },
  published: RevisionRow[],
): Result {
  return {
    title: row.title,
    summary: row.summary,
    metrics: metricsOf(row.measurements),
    measurements: row.measurements,
    overall: overallOf(row.measurements),
    purity: purityFigure(row.measurements, { isManual: parts.chromatogram?.manual !== undefined }),
    attachments: parts.attachments.map(addressOf),
    files: parts.attachments.map((row) => ({
      url: addressOf(row),
      name: row.fileName,
      content_type: row.contentType,
      bytes: row.sizeBytes,
    })),
    revision: row.revision,
    published_at: row.publishedAt.toISOString(),
    photos: parts.photos,
    chromatogram: parts.chromatogram,
    ...(row.injections ? { injections: row.injections } : {}),
    ...(row.record ? { record: row.record } : {}),
    run_notes: [
      ...[(parts.chromatogram && thisInjectionWords(parts.chromatogram, row.measurements)) ?? []].flat(),
      ...traceNotes({
        ...parts.chromatogram,
        ...(row.injections ? { injections: row.injections } : {}),
      }),
    ],
    decision_notes: decisionSentences(row.measurements),
    history: presentHistory(published),
  };
}

/** A mass spectrum, reduced to its highest peaks. */
export function presentSpectrum({ id, sha256, format, fromMz, toMz, sticks }: SpectrumRow): Spectrum {
  return { id, sha256, format, from_mz: fromMz, to_mz: toMz, sticks };
}

export function presentQueueItem(
  { paid_at, received_at, is_own, ...row }: QueueRow,
  assignee: Assignee | undefined,
): LabItem {
  return {
    ...row,
    task_number: Number(row.task_number),
    // A customer must not see the state of the laboratory's work.
    revision_state: is_own ? null : row.revision_state,
    paid_at: moment(paid_at),
    received_at: moment(received_at),
    assignee: assignee ?? null,
  };
}

/** A time from a query in SQL, which may come as text. */
const moment = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());

export type NamedPerson = NonNullable<LabRequest['customer']>;

/** A revision for staff. */
export function presentRevision(
  row: RevisionRow,
  parts: {
    chromatogram: LabChromatogram | null;
    attachments: AttachmentRow[];
    contributorIds: string[];
    signatures: Signature[];
  },
  nameOf: (id: string) => NamedPerson,
): Revision {
  return {
    id: row.id,
    revision: row.revision,
    state: row.state,
    version: row.version,
    title: row.title,
    summary: row.summary,
    measurements: row.measurements,
    record: row.record ?? {},
    chromatogram: parts.chromatogram,
    attachments: parts.attachments.map(presentAttachment),
    contributors: parts.contributorIds.map(nameOf),
    signatures: parts.signatures,
    amend_reason: row.amendReason,
    return_comment: row.returnComment,
    retract_reason: row.retractReason,
    updated_at: row.updatedAt.toISOString(),
    submitted_at: isoOf(row.submittedAt),
    published_at: isoOf(row.publishedAt),
    published_by: row.publishedBy === null ? null : nameOf(row.publishedBy),
  };
}

function presentAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    file_name: row.fileName,
    content_type: row.contentType,
    size_bytes: row.sizeBytes,
    sha256: row.sha256,
    uploaded_at: row.uploadedAt.toISOString(),
  };
}

/** Without a time, staff cannot say whether the measurement was made after the sample's arrival. */
const NO_TIME = 'The file names no time of injection.';

/** An injection for staff. */
export function presentInjection(
  {
    injection,
    isUsed,
    isDrawn,
    purityPercent,
    reason,
    allowances,
    doubts,
    release,
    time,
    typed,
    wantsTime,
  }: JudgedInjection,
  nameOf: (id: string) => string,
): Injection {
  const { acquisition } = injection;
  return {
    id: injection.id,
    file_name: injection.fileName,
    sha256: injection.sha256,
    size_bytes: injection.sizeBytes,
    format: injection.format,
    sample_name: acquisition.sampleName,
    injected_at: time.source === 'file' ? time.at : null,
    time_source: time.source,
    readings: time.source === 'file' ? [] : (acquisition.readings ?? []),
    typed_time: typed && {
      injected_at: typed.injectedAt,
      reason: typed.reason,
      by: nameOf(typed.byId),
      at: typed.at.toISOString(),
    },
    wants_time: wantsTime,
    instrument: acquisition.instrument,
    method: acquisition.method,
    operator: acquisition.operator,
    uploaded_by: nameOf(injection.uploadedBy),
    uploaded_at: injection.uploadedAt.toISOString(),
    used: isUsed,
    drawn: isDrawn,
    purity_percent: purityPercent,
    reason,
    warnings: [
      ...injection.warnings,
      ...(time.source === 'not_recorded' ? [{ code: 'injection_time', text: NO_TIME }] : []),
    ],
    doubts,
    allowed: allowances.map(({ what, reason, byId, at }) => ({
      what,
      reason,
      by: nameOf(byId),
      at: at.toISOString(),
    })),
    released: release && { by: nameOf(release.byId), at: release.at.toISOString() },
    history_since: null,
  };
}

/** A request for staff, without the unique key, the price and the customer's address. */
export function presentLabRequest(
  row: TestRequestRecord,
  {
    timeline,
    handling,
    assignee,
    seesCustomer,
  }: {
    timeline: TimelineEntry[];
    handling: string | null;
    assignee: Assignee | undefined;
    seesCustomer: boolean;
  },
): LabRequest['request'] {
  return {
    id: row.id,
    task_number: row.taskNumber,
    status: row.status,
    visibility: row.visibility,
    created_at: row.createdAt.toISOString(),
    paid_at: isoOf(row.paidAt),
    received_at: isoOf(row.receivedAt),
    due_on: row.dueOn,
    completed_at: isoOf(row.completedAt),
    sample_tracking_number: row.sampleTrackingNumber,
    sample_condition: row.sampleCondition,
    compound_name: row.compoundName,
    dosage_text: row.dosageText,
    manufacturer: row.manufacturer,
    batch_code: row.batchCode,
    notes: seesCustomer ? row.notes : null,
    has_notes: (row.notes ?? '').trim() !== '',
    handling,
    assignee: assignee ?? null,
    timeline,
  };
}

export function presentLabSku(sku: RequestSku): RequestSku {
  const { id, slug, name, description, sample_requirement, tat_text } = sku;
  return { id, slug, name, description, sample_requirement, tat_text };
}
