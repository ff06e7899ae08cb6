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

/** A filter of the queue: the status of a request, or a group of such states. */
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

/** One sample in the laboratory's queue. */
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
    /** The last day of the promised turnaround, in UTC; null before the sample arrives or without a promise. */
    due_on: z.iso.date().nullable(),
    /** The state of the draft or of the result in review. Null if there is neither. */
    revision_state: RevisionState.nullable(),
    assignee: Assignee.nullable(),
  })
  .meta({ id: 'LabItem' });
export type LabItem = z.infer<typeof LabItem>;
export const LabQueue = z
  .object({
    data: z.array(LabItem),
    pagination: Pagination,
    /** The numbers of open samples, in total and by state. */
    counts: z.object({
      todo: z.int(),
      overdue: z.int(),
      awaiting_sample: z.int(),
      received: z.int(),
      in_review: z.int(),
      /** How many of all open samples are assigned to the caller, and how many to no one. */
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
    /** The version of the draft; it increases with each save. A client sends back the version that it read. */
    version: z.int(),
    title: z.string(),
    summary: z.string(),
    measurements: z.array(Measurement),
    record: BenchRecord.optional(),
    chromatogram: LabChromatogram.nullable(),
    attachments: z.array(Attachment),
    contributors: z.array(Person),
    /** The valid signatures; a draft has no signature. */
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

/**
 * A proposal to blacken parts of a photo (redaction). Until a second person decides, other people cannot see the photo.
 */
export const RedactionProposal = z
  .object({
    id: Id,
    /** The address of the blackened copy, for staff only. */
    url: z.string(),
    boxes: z.array(RedactionBox),
    reason: z.string(),
    by: z.string(),
    at: Instant,
    may_decide: z.boolean(),
  })
  .meta({ id: 'RedactionProposal' });
export type RedactionProposal = z.infer<typeof RedactionProposal>;

/** A photo, and the originals that were destroyed when parts of it were made black, oldest first. */
export const LabPhoto = SamplePhoto.extend({
  redactions: z.array(
    z.object({
      sha256: z.string(),
      size_bytes: z.int(),
      reason: z.string(),
      by: z.string(),
      /** The second person who confirmed it; null if one person was enough. */
      confirmed_by: z.string().nullable().optional(),
      at: Instant,
    }),
  ),
  proposal: RedactionProposal.nullable().optional(),
}).meta({ id: 'LabPhoto' });
export type LabPhoto = z.infer<typeof LabPhoto>;

/** One step in the history of a sample, from its order or from the audit log. */
export const LabStep = z
  .object({
    what: z.string(),
    at: Instant,
    /** If one person saved several times in a row: when the last time was, and how often. */
    until: Instant.nullable(),
    times: z.int(),
    /** The person, shown to staff only; null for a step of the customer or of the system. */
    by: z.string().nullable(),
    revision: z.int().nullable(),
    note: z.string().nullable(),
    /** The person to whom the sample was assigned. */
    to: z.string().nullable(),
  })
  .meta({ id: 'LabStep' });
export type LabStep = z.infer<typeof LabStep>;

/** Everything about a request that staff may see. */
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
      /** The notes of the customer; null if the reader is an analyst. */
      notes: z.string().nullable(),
      /** Whether the customer wrote notes; analysts also see this. */
      has_notes: z.boolean(),
      /** The laboratory's notes on how to handle the sample. */
      handling: z.string().nullable(),
      assignee: Assignee.nullable(),
      timeline: z.array(TimelineEntry),
    }),
    sku: RequestSku,
    /** The customer; null if the reader is an analyst. */
    customer: Person.nullable(),
    /** Whether the caller ordered the test, alone or in a group. */
    is_own: z.boolean(),
    /** Steps of the sample, oldest first. */
    steps: z.array(LabStep),
    /** The photos of the vial, oldest first. Photos of a refused sample are marked. */
    photos: z.array(LabPhoto),
    /** The draft, or the result in review. */
    draft: Revision.nullable(),
    revisions: z.array(Revision),
    /** The lines of the result and the settings with which a new draft starts; null if nobody may write a draft now. */
    proposal: Proposal.nullable(),
    /** What the caller may do now. */
    may: z.object({
      /** Assign the sample to a person. Removing an assignment is always allowed. */
      assign: z.boolean(),
      intake: z.boolean(),
      edit: z.boolean(),
      submit: z.boolean(),
      review: z.boolean(),
      /** Edit the notes on how to handle the sample. */
      handle: z.boolean(),
      /** Allow an injection in spite of a doubt. Nobody may allow what the person uploaded. */
      allow: z.boolean(),
      release: z.boolean(),
      /** Draw boxes over a photo, whose parts inside the server makes black. */
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
    /** What was wrong with the refused sample; `other` by default. */
    rejection: z.enum(SAMPLE_REJECTIONS).optional(),
    /** Notes on how to handle the sample: solvent, hazard. */
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
  /** The facts that the laboratory recorded. If it is omitted, the stored record stays unchanged. */
  record: BenchRecord.optional(),
});
export type SaveResult = z.infer<typeof SaveResultBody>;
/** Each signature states what the person confirms with it. */
const meaningOf = <Meaning extends SignatureMeaning>(meaning: Meaning) =>
  z.literal(meaning, `Say what is signed here: the meaning is “${meaning}”.`);
/**
 * The versions of the draft and the chromatogram that the page showed. If one of them has changed, the server answers
 * stale_draft.
 */
export const SubmitBody = z.object({
  version: z.int().min(0).optional(),
  /** Null if the draft has no chromatogram. */
  chromatogram_version: z.int().min(0).nullable().optional(),
  ...Secret.shape,
  meaning: meaningOf('measured'),
});
export type Submission = z.infer<typeof SubmitBody>;
/**
 * The version of the submission that the page showed. If the draft was submitted again, the server answers stale_draft.
 */
export const PublishBody = z.object({
  submitted_at: Instant.optional(),
  ...Secret.shape,
  meaning: meaningOf('released'),
});
export type PublishBody = z.infer<typeof PublishBody>;
export const CommentBody = z.object({ comment: text(2000).min(1, 'Say what to change.') });
export const AmendBody = z.object({ reason: reasonAt('amendment') });
export const RetractBody = z.object({ reason: reasonAt('retraction') });
