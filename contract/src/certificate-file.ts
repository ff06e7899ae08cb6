import { CHANGED_FIELDS } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { BenchRecord } from './bench-record.ts';
import { Instant } from './primitives.ts';
import { Chromatogram, Measurement, RunNote } from './results.ts';
import { Signature } from './signatures.ts';

/** What a certificate says otherwise than the one that it replaces; null: that one has nothing there. */
const AmendmentChange = z.object({
  /** The line's measurement: 'Purity'. */
  measurement: z.string(),
  /** `line`: all of it, where it is new or gone. */
  field: z.enum(CHANGED_FIELDS),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** Where the JSON Schema of result.json is served. */
export const CERTIFICATE_SCHEMA_PATH = '/schemas/result.json';

const { wavelength_nm, method, baseline, purity_percent, main_peak, peaks, reporting, window } =
  Chromatogram.shape;
const { uncounted, manual, injections, explained_warnings, blank_subtracted, thousands } = Chromatogram.shape;
const { sample_name, injected_at, injection_time } = Chromatogram.shape;
const day = z.iso.date();

const CertificatePhoto = z.object({ sha256: z.string(), taken_at: Instant });

/**
 * result.json, which is attached to a certificate: what the page says, for machines. Fields behind `optional` are absent
 * from older files, or where nothing was recorded. It names neither the customer nor the unique key.
 */
export const CertificateFile = z
  .object({
    /** The address of this schema. */
    $schema: z.url().optional(),
    schema: z.literal('certificate-of-analysis/1'),
    /** Unique: 'VP-10001-R1'. */
    certificate: z.string(),
    revision: z.int().min(1),
    task_number: z.int(),
    issued_at: Instant,
    replaces: z
      .object({
        certificate: z.string(),
        issued_at: Instant,
        reason: z.string(),
        /** What this one reports otherwise; `before` is null of a line that is new, `after` of one that is gone. */
        changes: z.array(AmendmentChange).optional(),
      })
      .nullable(),
    /** Every certificate of this sample before this one, oldest first. */
    earlier: z
      .array(
        z.object({
          certificate: z.string(),
          issued_at: Instant,
          state: z.enum(['superseded', 'retracted']),
          reason: z.string(),
        }),
      )
      .optional(),
    laboratory: z.object({
      name: z.string(),
      address: z.array(z.string()),
      place_performed: z.string(),
      accreditation: z.string().nullable(),
    }),
    customer: z.literal('withheld on request'),
    title: z.string(),
    summary: z.string(),
    test: z.string(),
    /** What the customer said of the item. */
    stated_by_customer: z.object({
      compound: z.string().nullable(),
      manufacturer: z.string().nullable(),
      batch: z.string().nullable(),
      dosage: z.string().nullable(),
    }),
    condition_on_receipt: z.string().nullable(),
    received_at: Instant,
    /** First and last day of measuring; null where no line has its day. Older files have moments here. */
    tested_from: z.union([day, Instant]).nullable(),
    tested_to: z.union([day, Instant]).nullable(),
    /** When the result was handed in; it is no day of testing. */
    entered_on: Instant.optional(),
    /** What the bench recorded of the item and its testing. */
    record: BenchRecord.optional(),
    /** The vial by its photo: SHA-256 of the photo as the laboratory keeps it. */
    photo: CertificatePhoto.optional(),
    /** Every photo of the tested vial as it was kept when the certificate was issued, the printed one among them, oldest first. */
    photos: z.array(CertificatePhoto).optional(),
    overall: z.string().optional(),
    measurements: z.array(Measurement),
    decision_rule: z.string(),
    chromatogram: z
      .object({
        wavelength_nm,
        signal_unit: z.string(),
        method,
        baseline,
        purity_percent,
        main_peak,
        peaks,
        reporting,
        window,
        uncounted,
        manual,
        sample_name,
        injected_at,
        injection_time,
        injections,
        explained_warnings,
        blank_subtracted,
        thousands,
        raw_history_not_kept_before: Instant.optional(),
      })
      .nullable(),
    /** Every run of the sample, where none of them is reported. */
    injections: z.array(RunNote).optional(),
    /** Deviations and remarks as they were recorded; null where nothing was. */
    remarks: z.string().nullable(),
    authorised_by: z.array(z.object({ name: z.string(), role: z.string() })),
    signatures: z.array(Signature.extend({ sentence: z.string() })).optional(),
    statements: z.array(z.string()),
    signature: z.object({
      format: z.string(),
      signing_certificate_sha256: z.string(),
      /** Of the root above it: what the command that checks certificates takes as --expect. */
      authority_sha256: z.string().optional(),
      public_log: z.string(),
    }),
  })
  .meta({ id: 'CertificateFile', title: 'result.json of a certificate of analysis' });
export type CertificateFile = z.infer<typeof CertificateFile>;

/** The JSON Schema (2020-12) of result.json, under the address that it is served at. */
export function certificateSchema(address: string): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(CertificateFile, { target: 'draft-2020-12', io: 'input' });
  return { $schema, $id: address, ...schema };
}
