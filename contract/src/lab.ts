import { z } from 'zod';
import { AssignedTo, Assignee } from './assignees.ts';
import { BenchRecord } from './bench-record.ts';
import { LabChromatogram } from './chromatograms.ts';
import { Proposal } from './methods.ts';
import { RequestSku, RequestStatus, TimelineEntry } from './orders.ts';
import { Id, Instant, line, Pagination, queryNumber, SearchText, text, Visibility } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { isReason, REASON_MISSING } from './reasons.ts';
import { RedactionBox } from './redaction.ts';
import { SamplePhoto } from './result-files.ts';
import { Measurement, MeasurementInput, MOST_MEASUREMENTS } from './results.ts';
import { SAMPLE_REJECTIONS } from './sample-rejection.ts';
import { Secret, Signature, type SignatureMeaning } from './signatures.ts';

/** Filter of the queue: a status of the request, or a state that combines or divides them. */
export const QueueStatus = z.union([RequestStatus, z.enum(['in_review', 'overdue'])]);
export type QueueStatus = z.infer<typeof QueueStatus>;
export const LabQuery = z.object({
  status: z.union([QueueStatus, z.literal('')]).optional(),
  q: SearchText.optional(),
  assigned_to: z.union([AssignedTo, z.literal('')]).optional(),
  page: queryNumber(1, 1_000_000).default(1),
});

export const RevisionState = z.enum(['draft', 'in_review', 'published', 'superseded', 'retracted']);
export type RevisionState = z.infer<typeof RevisionState>;

/** A line of the laboratory's queue. */
export const LabItem = z
  .object({
    id: Id,
    task_number: z.int(),
    sku_name: z.string(),
    compound_name: z.string().nullable(),
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    status: RequestStatus,
    visibility: Visibility,
    paid_at: Instant.nullable(),
    received_at: Instant.nullable(),
    /** The last day of the turnaround promise, UTC; null before receipt and without a promise. */
    due_on: z.iso.date().nullable(),
    /** State of the open revision, if there is one. */
    revision_state: RevisionState.nullable(),
    assignee: Assignee.nullable(),
  })
  .meta({ id: 'LabItem' });
export type LabItem = z.infer<typeof LabItem>;
export const LabQueue = z
  .object({
    data: z.array(LabItem),
    pagination: Pagination,
    /** Numbers of open samples in total and by state, for the filter `assigned_to`. */
    counts: z.object({
      todo: z.int(),
      overdue: z.int(),
      awaiting_sample: z.int(),
      received: z.int(),
      in_review: z.int(),
      /** Of all open samples: the caller's own, and unassigned ones. */
      mine: z.int(),
      nobodys: z.int(),
    }),
  })
  .meta({ id: 'LabQueue' });
export type LabQueue = z.infer<typeof LabQueue>;

export const Attachment = z
  .object({
    id: Id,
    file_name: z.string(),
    content_type: z.string(),
    size_bytes: z.int(),
    sha256: z.string(),
    uploaded_at: Instant,
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

export const Person = z.object({ id: Id, display_name: z.string() });

export const Revision = z
  .object({
    id: Id,
    revision: z.int(),
    state: RevisionState,
    /** Increases with each save; send it with the next one. */
    version: z.int(),
    title: z.string(),
    summary: z.string(),
    measurements: z.array(Measurement),
    record: BenchRecord.optional(),
    chromatogram: LabChromatogram.nullable(),
    attachments: z.array(Attachment),
    contributors: z.array(Person),
    /** The valid signatures: none for a draft. */
    signatures: z.array(Signature),
    amend_reason: z.string().nullable(),
    return_comment: z.string().nullable(),
    retract_reason: z.string().nullable(),
    updated_at: Instant,
    submitted_at: Instant.nullable(),
    published_at: Instant.nullable(),
    published_by: Person.nullable(),
  })
  .meta({ id: 'Revision' });
export type Revision = z.infer<typeof Revision>;

/** A redaction that waits for a second person; until then the photo is hidden from the public. */
export const RedactionProposal = z
  .object({
    id: Id,
    /** The address of the redacted copy, for staff only. */
    url: z.string(),
    boxes: z.array(RedactionBox),
    reason: z.string(),
    by: z.string(),
    at: Instant,
    /** Whether the caller may confirm or refuse it. */
    may_decide: z.boolean(),
  })
  .meta({ id: 'RedactionProposal' });
export type RedactionProposal = z.infer<typeof RedactionProposal>;

/** A photo with the originals destroyed by redaction, oldest first. */
export const LabPhoto = SamplePhoto.extend({
  redactions: z.array(
    z.object({
      sha256: z.string(),
      size_bytes: z.int(),
      reason: z.string(),
      by: z.string(),
      /** The second person; null before a publication, when one person is enough. */
      confirmed_by: z.string().nullable().optional(),
      at: Instant,
    }),
  ),
  proposal: RedactionProposal.nullable().optional(),
}).meta({ id: 'LabPhoto' });
export type LabPhoto = z.infer<typeof LabPhoto>;

/** One step of a sample: of its order (ordered, paid …) or from the audit log (result.saved, request.photo_taken …). */
export const LabStep = z
  .object({
    what: z.string(),
    at: Instant,
    /** For consecutive saves: the last one, and their number. */
    until: Instant.nullable(),
    times: z.int(),
    /** Only for staff; null for the customer and for automatic steps. */
    by: z.string().nullable(),
    revision: z.int().nullable(),
    note: z.string().nullable(),
    /** The new assignee of the sample. */
    to: z.string().nullable(),
  })
  .meta({ id: 'LabStep' });
export type LabStep = z.infer<typeof LabStep>;

/** All data of one request that staff may see. */
export const LabRequest = z
  .object({
    request: z.object({
      id: Id,
      task_number: z.int(),
      status: RequestStatus,
      visibility: Visibility,
      created_at: Instant,
      paid_at: Instant.nullable(),
      received_at: Instant.nullable(),
      due_on: z.iso.date().nullable(),
      completed_at: Instant.nullable(),
      sample_tracking_number: z.string().nullable(),
      sample_condition: z.string().nullable(),
      compound_name: z.string().nullable(),
      dosage_text: z.string().nullable(),
      manufacturer: z.string().nullable(),
      batch_code: z.string().nullable(),
      /** The customer's notes; null for analysts. */
      notes: z.string().nullable(),
      /** Whether there are notes, for every reader. */
      has_notes: z.boolean(),
      /** Handling notes of the laboratory. */
      handling: z.string().nullable(),
      assignee: Assignee.nullable(),
      timeline: z.array(TimelineEntry),
    }),
    sku: RequestSku,
    /** Null for analysts. */
    customer: Person.nullable(),
    /** The caller ordered it or has a share in it. */
    is_own: z.boolean(),
    /** Steps of the sample, oldest first. */
    steps: z.array(LabStep),
    /** Photos of the vial, oldest first; those of a refused sample are marked. */
    photos: z.array(LabPhoto),
    /** The open revision: draft or in review. */
    draft: Revision.nullable(),
    revisions: z.array(Revision),
    /** Content of an empty draft; null while no draft may be written. */
    proposal: Proposal.nullable(),
    /** The actions allowed to the caller now. */
    may: z.object({
      /** Assign it; removing an assignment is always possible. */
      assign: z.boolean(),
      intake: z.boolean(),
      edit: z.boolean(),
      submit: z.boolean(),
      review: z.boolean(),
      /** Edit the handling notes. */
      handle: z.boolean(),
      /** Allow an injection in spite of a doubt; not for the caller's own upload. */
      allow: z.boolean(),
      /** Allow the owner to publish the files of the injections. */
      release: z.boolean(),
      /** Draw boxes over photos; the server blackens them. */
      redact: z.boolean(),
      amend: z.boolean(),
      retract: z.boolean(),
    }),
  })
  .meta({ id: 'LabRequest' });
export type LabRequest = z.infer<typeof LabRequest>;

export const IntakeBody = z
  .object({
    condition: text(500).min(1, 'Describe the condition of the sample.'),
    note: text(1000).default(''),
    accepted: z.boolean(),
    /** What was wrong with a refused sample; by default `other`. */
    rejection: z.enum(SAMPLE_REJECTIONS).optional(),
    /** Handling notes on the sample: solvent, hazard. */
    handling: text(500).optional(),
  })
  .refine(
    ({ accepted, rejection = 'other', condition, note }) =>
      accepted || rejection !== 'other' || isReason('rejection', `${condition} ${note}`),
    {
      path: ['note'],
      message: REASON_MISSING,
    },
  );
export const HandlingBody = z.object({ handling: text(500) });
export const SaveResultBody = z.object({
  title: line(200),
  summary: text(4000),
  measurements: z
    .array(MeasurementInput)
    .max(MOST_MEASUREMENTS, `At most ${MOST_MEASUREMENTS} measurements.`),
  version: z.int().min(0),
  /** If omitted, the record stays unchanged. */
  record: BenchRecord.optional(),
});
export type SaveResult = z.infer<typeof SaveResultBody>;
/** Every signature states its meaning. */
const meaningOf = <Meaning extends SignatureMeaning>(meaning: Meaning) =>
  z.literal(meaning, `Say what is signed here: the meaning is “${meaning}”.`);
/** Version of the displayed draft and its trace: refused as stale_draft if it has changed. */
export const SubmitBody = z.object({
  version: z.int().min(0).optional(),
  /** Null for a draft without a chromatogram. */
  chromatogram_version: z.int().min(0).nullable().optional(),
  ...Secret.shape,
  meaning: meaningOf('measured'),
});
export type Submission = z.infer<typeof SubmitBody>;
/** Version of the displayed review: refused as stale_draft if the revision was submitted again since. */
export const PublishBody = z.object({
  submitted_at: Instant.optional(),
  ...Secret.shape,
  meaning: meaningOf('released'),
});
export type PublishBody = z.infer<typeof PublishBody>;
export const CommentBody = z.object({ comment: text(2000).min(1, 'Say what to change.') });
export const AmendBody = z.object({ reason: reasonAt('amendment') });
export const RetractBody = z.object({ reason: reasonAt('retraction') });
