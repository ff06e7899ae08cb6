import { z } from 'zod';
import { CertificateStanding, CertificateState } from './certificates.ts';
import { RequestStatus } from './orders.ts';
import { Instant, optionalLine, text } from './primitives.ts';
import { MOST_MEASUREMENTS } from './results.ts';
import { Decision } from './uncertainty.ts';

/** The task number and the certificate's key, as the person typed or pasted them. */
const pair = { taskNumber: text(500).min(1), uniqueKey: text(500).min(1) };

export const VerifyQuery = z.object({
  ...pair,
  /**
   * The revision number on the paper, such as '1'; empty if it is missing. For an unknown revision the server answers
   * as for a wrong key.
   */
  revision: optionalLine(10),
});

/** One issued certificate, and whether it is valid. */
export const VerifiedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When the certificate was replaced or withdrawn. Null while it is valid. */
  ended_at: Instant.nullable(),
}).meta({ id: 'VerifiedCertificate' });
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** The certificate of the revision that the reader asked for. */
export const VerifiedRevision = z
  .object({
    asked: z.int(),
    /** The number of the current revision; null without a published one. */
    current: z.int().nullable(),
    state: CertificateStanding,
    /** Why the certificate was replaced or withdrawn. */
    reason: z.string().nullable(),
    issued_at: Instant,
    ended_at: Instant.nullable(),
    /**
     * The `c` of the address in the certificate's QR code: the first 16 digits of the certificate's hash in the public
     * log. Null if the QR code has none.
     */
    c: z.string().nullable(),
  })
  .meta({ id: 'VerifiedRevision' });
export type VerifiedRevision = z.infer<typeof VerifiedRevision>;

/** One line of a result as the certificate prints it. */
export const PrintedLine = z
  .object({
    analyte: z.string(),
    method: z.string(),
    /** The printed value: '99.1', '98.20 ± 0.40', '< LOQ', 'conforms'. */
    value: z.string(),
    /** The printed unit: '% area', '% (k = 2)'; empty for a value in words. */
    unit: z.string(),
    /** The printed limit; empty for a line without a limit. */
    limit: z.string(),
    verdict: Decision,
  })
  .meta({ id: 'PrintedLine' });
export type PrintedLine = z.infer<typeof PrintedLine>;

/** What the laboratory confirms to a reader who has number and key. It never names the customer. */
export const Verification = z
  .object({
    verdict: z.enum(['public', 'private']),
    /** The id of the test; only for a public test. */
    request_id: z.string().optional(),
    task_number: z.int(),
    sku_name: z.string(),
    status: RequestStatus,
    received_at: Instant.nullable(),
    published_at: Instant.nullable(),
    certificate: VerifiedCertificate.nullable(),
    /** All issued certificates, newest first. */
    certificates: z.array(VerifiedCertificate),
    /** Null if the reader named no revision. */
    revision: VerifiedRevision.nullable(),
    /**
     * What the certificate prints. This field and the next three are null for a private test whose values are not
     * shown, for a withdrawn result, and while several revisions are possible.
     */
    values: z.array(PrintedLine).nullable(),
    /** Null also if the customer did not state it. */
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    label_claim: z.string().nullable(),
    /** How often other people verified this test this month (UTC). Null if that was not counted. */
    lookups_this_month: z.int().nullable(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof Verification>;

export const CompareBody = z.object({
  ...pair,
  taskNumber: z.union([pair.taskNumber, z.int().min(1)]),
  /** The number of the revision; if omitted, the current revision. */
  revision: z.int().optional(),
  /** The `c` of the address in the paper's QR code. */
  c: text(64)
    .regex(/^[0-9a-fA-F]{16}$/, 'Give the sixteen digits that the code names as c.')
    .optional(),
  /** The date of issue on the paper. */
  issued_on: z.iso.date().optional(),
  /**
   * The values on the paper. `analyte` is the name of a line, or 'purity' or 'amount'. `value` may include uncertainty
   * and unit: '98.20 ± 0.40 %'.
   */
  values: z
    .array(
      z.object({
        analyte: text(120).min(1),
        value: text(120),
        uncertainty: optionalLine(40),
        unit: optionalLine(40),
        limit: optionalLine(120),
      }),
    )
    .max(MOST_MEASUREMENTS)
    .default([]),
  manufacturer: optionalLine(200),
  batch_code: optionalLine(100),
});
export type CompareBody = z.infer<typeof CompareBody>;

const Likeness = z.enum(['same', 'similar', 'different']);

/**
 * Whether the paper equals the certificate. The answer never contains the certificate's values. After some comparisons
 * in a day, only whole papers are compared, and the answer is only `all_same`.
 */
export const Comparison = z
  .object({
    /** Only for a whole paper. Null if a field was missing, so that nothing was compared. */
    all_same: z.boolean().nullable().optional(),
    /** The names of the fields that are missing on a whole paper. */
    missing: z.array(z.string()).optional(),
    /**
     * The compared lines, in the order of the call; null for a whole paper. `same` is null if the input is empty, if
     * the certificate has no such line, or if the uncertainty is missing.
     */
    lines: z
      .array(
        z.object({
          analyte: z.string(),
          same: z.boolean().nullable(),
          missing: z.literal('uncertainty').optional(),
        }),
      )
      .nullable(),
    /** Null if the input is empty. */
    manufacturer: Likeness.nullable(),
    batch_code: Likeness.nullable(),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof Comparison>;
