import { z } from 'zod';
import { TraceWarning } from './chromatograms.ts';
import { Id, Instant, PageQuery, Pagination, requiredLine } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { NumberReadings, Thousands } from './thousands.ts';

/** A secret that allows a program to upload chromatograms, and nothing else. */
export const LabKey = z
  .object({
    id: Id,
    name: z.string(),
    scope: z.literal('imports'),
    made_by: z.string(),
    made_at: Instant,
    /** When the laboratory key expires; the server refuses later uploads with it. */
    ends_at: Instant,
    state: z.enum(['valid', 'ends_soon', 'ended', 'revoked']),
    last_used_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
    revoked_by: z.string().nullable(),
  })
  .meta({ id: 'LabKey' });
export type LabKey = z.infer<typeof LabKey>;

/** The new key. Only this answer contains the secret itself. */
export const NewLabKey = LabKey.extend({ key: z.string() }).meta({ id: 'NewLabKey' });

export const LabKeyBody = z.object({
  name: requiredLine(60, 'Give the key a name: that of its instrument.'),
});

export const ImportState = z.enum(['waiting', 'assigned', 'dismissed']);
export type ImportState = z.infer<typeof ImportState>;

/** The reasons why the server found no sample for a file. */
const Unmatched = z.enum([
  'no_number',
  'several_numbers',
  'unknown_number',
  'takes_no_trace',
  'ambiguous_numbers',
]);
export type Unmatched = z.infer<typeof Unmatched>;

/** A file that a program uploaded. */
export const TraceImport = z
  .object({
    id: Id,
    state: ImportState,
    file_name: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    /** The sample's name in the file; null if the file states none. */
    sample_name: z.string().nullable(),
    sample_id: z.string().nullable(),
    injected_at: z.string().nullable(),
    instrument: z.string().nullable(),
    warnings: z.array(TraceWarning),
    /** The name of the laboratory key with which the program uploaded the file. */
    received_from: z.string(),
    received_at: Instant,
    /** Why the file waits for a person, or waited; null if the server found its sample at once. */
    why: z
      .object({
        code: Unmatched,
        text: z.string(),
        /** Only with `ambiguous_numbers`: a number of the file, and what it can mean. */
        readings: NumberReadings.optional(),
      })
      .nullable(),
    /** How a person decided to read numbers with two meanings. Null if that was not needed. */
    thousands: Thousands.nullable(),
    /** The test request to which the injection belongs. */
    request_id: Id.nullable(),
    task_number: z.int().nullable(),
    /** Who assigned the file to a sample, and why; the reason is empty if the file itself named the sample. */
    decided: z.object({ by: z.string(), at: Instant, reason: z.string() }).nullable(),
  })
  .meta({ id: 'TraceImport' });
export type TraceImport = z.infer<typeof TraceImport>;

export const ImportsQuery = z.object({
  state: ImportState.default('waiting'),
  page: PageQuery.page,
  limit: PageQuery.limit.default(25),
});
export type ImportsQuery = z.infer<typeof ImportsQuery>;

/** Files that wait for a person are listed oldest first, other files newest first. `waiting`: how many files wait. */
export const ImportPage = z
  .object({ data: z.array(TraceImport), pagination: Pagination, waiting: z.int() })
  .meta({ id: 'ImportPage' });

export const AssignImportBody = z
  .object({
    task_number: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    request_id: Id.optional(),
    reason: reasonAt('assignment'),
  })
  .refine((body) => (body.task_number === undefined) !== (body.request_id === undefined), {
    path: ['task_number'],
    message: 'Name the task.',
  });
export type AssignImport = z.infer<typeof AssignImportBody>;

export const ReadImportBody = z.object({ thousands: Thousands });

export const DismissImportBody = z.object({
  reason: reasonAt('dismissal'),
});
