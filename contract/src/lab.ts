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

/** What the queue can be narrowed to: a status of the request, or a state that spans or divides them. */
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
    /** The last day of the turnaround promise, UTC; null before receipt and where nothing was promised. */
    due_on: z.iso.date().nullable(),
    /** State of the open revision, when there is one. */
    revision_state: RevisionState.nullable(),
    assignee: Assignee.nullable(),
  })
  .meta({ id: 'LabItem' });
export type LabItem = z.infer<typeof LabItem>;
export const LabQueue = z
  .object({
    data: z.array(LabItem),
    pagination: Pagination,
    /** How much there is to do: all of it and by state, of the samples that were asked for by `assigned_to`. */
    counts: z.object({
      todo: z.int(),
      overdue: z.int(),
      awaiting_sample: z.int(),
      received: z.int(),
      in_review: z.int(),
      /** Of all that there is to do: what the asking person has, and what nobody has. */
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
    /** Grows with each save; send it back with the next one. */
    version: z.int(),
    title: z.string(),
    summary: z.string(),
    measurements: z.array(Measurement),
    record: BenchRecord.optional(),
    chromatogram: LabChromatogram.nullable(),
    attachments: z.array(Attachment),
    contributors: z.array(Person),
    /** Those that hold: none for a draft. */
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

/** A redaction that waits for a second person; until then nobody outside sees the photo. */
export const RedactionProposal = z
  .object({
    id: Id,
    /** The address of the redacted copy, for staff alone. */
    url: z.string(),
    boxes: z.array(RedactionBox),
    reason: z.string(),
    by: z.string(),
    at: Instant,
    /** Whether the asking person may confirm or refuse it. */
    may_decide: z.boolean(),
  })
  .meta({ id: 'RedactionProposal' });
export type RedactionProposal = z.infer<typeof RedactionProposal>;

/** A photo with what was destroyed when redacted copies took its place, oldest first. */
export const LabPhoto = SamplePhoto.extend({
  redactions: z.array(
    z.object({
      sha256: z.string(),
      size_bytes: z.int(),
      reason: z.string(),
      by: z.string(),
      /** The second person; null before a publication, where one is enough. */
      confirmed_by: z.string().nullable().optional(),
      at: Instant,
    }),
  ),
  proposal: RedactionProposal.nullable().optional(),
}).meta({ id: 'LabPhoto' });
export type LabPhoto = z.infer<typeof LabPhoto>;

/** One step of a sample: of its order (ordered, paid, received …) or of the audit log (result.saved, request.photo_taken …). */
export const LabStep = z
  .object({
    what: z.string(),
    at: Instant,
    /** Of saves that follow each other: the last one, and how many. */
    until: Instant.nullable(),
    times: z.int(),
    /** Of the staff; null for the customer and for what happened by itself. */
    by: z.string().nullable(),
    revision: z.int().nullable(),
    note: z.string().nullable(),
    /** Whom the sample was given to. */
    to: z.string().nullable(),
  })
  .meta({ id: 'LabStep' });
export type LabStep = z.infer<typeof LabStep>;

/** Everything that staff may see of one request. */
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
      /** The customer's; null for analysts. */
      notes: z.string().nullable(),
      /** There are notes, whoever may read them. */
      has_notes: z.boolean(),
      /** What the bench has to know, in the laboratory's words. */
      handling: z.string().nullable(),
      assignee: Assignee.nullable(),
      timeline: z.array(TimelineEntry),
    }),
    sku: RequestSku,
    /** Null for analysts. */
    customer: Person.nullable(),
    /** The asking person ordered it or shares it. */
    is_own: z.boolean(),
    /** What was done to it, oldest first. */
    steps: z.array(LabStep),
    /** Photos of the vial, oldest first; those of a refused sample marked. */
    photos: z.array(LabPhoto),
    /** The open revision: draft or in review. */
    draft: Revision.nullable(),
    revisions: z.array(Revision),
    /** What an empty draft begins with; null while nobody may write one. */
    proposal: Proposal.nullable(),
    /** What the asking person may do now. */
    may: z.object({
      /** Say who works on it; letting go is always possible. */
      assign: z.boolean(),
      intake: z.boolean(),
      edit: z.boolean(),
      submit: z.boolean(),
      review: z.boolean(),
      /** Say what the bench has to know. */
      handle: z.boolean(),
      /** Let an injection count in spite of a doubt; not one's own upload. */
      allow: z.boolean(),
      /** Let the owner publish the files of the injections. */
      release: z.boolean(),
      /** Draw boxes over photos, which the server blackens. */
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
    /** What was wrong with a sample that is not accepted; left out, `other`. */
    rejection: z.enum(SAMPLE_REJECTIONS).optional(),
    /** What the bench has to know of the sample: solvent, hazard. */
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
  /** Left out, what was recorded stays. */
  record: BenchRecord.optional(),
});
export type SaveResult = z.infer<typeof SaveResultBody>;
/** Nobody signs without saying what. */
const meaningOf = <Meaning extends SignatureMeaning>(meaning: Meaning) =>
  z.literal(meaning, `Say what is signed here: the meaning is “${meaning}”.`);
/** Of the draft that was on the screen, its trace too: refused as stale_draft when another one stands there. */
export const SubmitBody = z.object({
  version: z.int().min(0).optional(),
  /** Null for a draft without a chromatogram. */
  chromatogram_version: z.int().min(0).nullable().optional(),
  ...Secret.shape,
  meaning: meaningOf('measured'),
});
export type Submission = z.infer<typeof SubmitBody>;
/** Of the review that was read: refused as stale_draft when the revision was handed in again since. */
export const PublishBody = z.object({
  submitted_at: Instant.optional(),
  ...Secret.shape,
  meaning: meaningOf('released'),
});
export type PublishBody = z.infer<typeof PublishBody>;
export const CommentBody = z.object({ comment: text(2000).min(1, 'Say what to change.') });
export const AmendBody = z.object({ reason: reasonAt('amendment') });
export const RetractBody = z.object({ reason: reasonAt('retraction') });
