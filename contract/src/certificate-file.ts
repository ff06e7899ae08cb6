import { CHANGED_FIELDS } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { BenchRecord } from './bench-record.ts';
import { Instant } from './primitives.ts';
import { Chromatogram, Measurement, RunNote } from './results.ts';
import { Signature } from './signatures.ts';

/**
 * A difference between a certificate and the one that it replaces. `before` is null if the old one has no such value.
 */
export const AmendmentChange = z.object({
  measurement: z.string(),
  /** `line`: the whole line is new, or was removed. */
  field: z.enum(CHANGED_FIELDS),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AmendmentChange = z.infer<typeof AmendmentChange>;

/** The path at which the server serves the JSON Schema of result.json. */
export const CERTIFICATE_SCHEMA_PATH = '/schemas/result.json';

const { wavelength_nm, method, baseline, purity_percent, main_peak, peaks, reporting, window } =
  Chromatogram.shape;
const { uncounted, manual, injections, explained_warnings, blank_subtracted, thousands } = Chromatogram.shape;
const { sample_name, injected_at, injection_time } = Chromatogram.shape;
const day = z.iso.date();

const CertificatePhoto = z.object({ sha256: z.string(), taken_at: Instant });

/**
 * The file result.json, which is attached to a certificate. It contains what the certificate prints, for programs, but
 * neither the customer nor the unique key. An optional field can be absent from older files.
 */
export const CertificateFile = z
  .object({
    /** The address of this schema. */
    $schema: z.url().optional(),
    schema: z.literal('certificate-of-analysis/1'),
    /** The unique number of the certificate: 'VP-10001-R1'. */
    certificate: z.string(),
    revision: z.int().min(1),
    task_number: z.int(),
    issued_at: Instant,
    replaces: z
      .object({
        certificate: z.string(),
        issued_at: Instant,
        reason: z.string(),
        changes: z.array(AmendmentChange).optional(),
      })
      .nullable(),
    /** All earlier certificates of this sample, oldest first. */
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
    /** What the customer stated about the item. */
    stated_by_customer: z.object({
      compound: z.string().nullable(),
      manufacturer: z.string().nullable(),
      batch: z.string().nullable(),
      dosage: z.string().nullable(),
    }),
    condition_on_receipt: z.string().nullable(),
    received_at: Instant,
    /**
     * The first and the last day of measuring; null if no line has a date. Older files have timestamps instead of days.
     */
    tested_from: z.union([day, Instant]).nullable(),
    tested_to: z.union([day, Instant]).nullable(),
    /** When a person submitted the result; this is not a day of testing. */
    entered_on: Instant.optional(),
    /** What the laboratory recorded about the item and its testing. */
    record: BenchRecord.optional(),
    /** The printed photo of the vial, with the SHA-256 of the stored file. */
    photo: CertificatePhoto.optional(),
    /** All photos of the tested vial at the time of issue, oldest first. */
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
    /** All injections of the sample, if the result uses none. */
    injections: z.array(RunNote).optional(),
    /** Deviations and remarks that the laboratory recorded; null if it recorded none. */
    remarks: z.string().nullable(),
    authorised_by: z.array(z.object({ name: z.string(), role: z.string() })),
    signatures: z.array(Signature.extend({ sentence: z.string() })).optional(),
    statements: z.array(z.string()),
    signature: z.object({
      format: z.string(),
      signing_certificate_sha256: z.string(),
      /** The fingerprint of the root certificate. The command that checks certificates accepts it as --expect. */
      authority_sha256: z.string().optional(),
      public_log: z.string(),
    }),
  })
  .meta({ id: 'CertificateFile', title: 'result.json of a certificate of analysis' });
export type CertificateFile = z.infer<typeof CertificateFile>;

/** The JSON Schema (2020-12) of result.json; its $id is its public address. */
export function certificateSchema(address: string): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(CertificateFile, { target: 'draft-2020-12', io: 'input' });
  return { $schema, $id: address, ...schema };
}
