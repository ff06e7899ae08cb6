import { z } from 'zod';
import { CertificateStanding, CertificateState } from './certificates.ts';
import { RequestStatus } from './orders.ts';
import { Instant, optionalLine, text } from './primitives.ts';
import { MOST_MEASUREMENTS } from './results.ts';
import { Decision } from './uncertainty.ts';

/** The number and the key as the person typed or pasted them; typed-pair.ts parses them. */
const pair = { taskNumber: text(500).min(1), uniqueKey: text(500).min(1) };

export const VerifyQuery = z.object({
  ...pair,
  /**
   * The revision number on the paper: '1'. An empty text counts as omitted. For an unknown revision the answer is the
   * same as for a wrong key.
   */
  revision: optionalLine(10),
});

/** One issued certificate, and whether it is valid. */
export const VerifiedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When the certificate was superseded or retracted; null while it is valid. */
  ended_at: Instant.nullable(),
}).meta({ id: 'VerifiedCertificate' });
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** The certificate of the revision that the reader asked for. */
export const VerifiedRevision = z
  .object({
    asked: z.int(),
    /** The number of the current revision; null for a test without a published revision. */
    current: z.int().nullable(),
    state: CertificateStanding,
    /** Why the certificate was superseded or retracted. */
    reason: z.string().nullable(),
    issued_at: Instant,
    ended_at: Instant.nullable(),
    /**
     * The `c` in the QR code of the certificate: the first 16 hexadecimal digits of the certificate's commitment in the
     * public log. Null: the code has no `c`.
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

/** What the laboratory confirms to a person who has a task number and its key. It never contains the customer. */
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
    /**
     * Null if the reader asked for no revision. If there are several certificates, the page then asks which revision
     * the paper has.
     */
    revision: VerifiedRevision.nullable(),
    /**
     * The printed values of the certificate that the reader asked for. If the reader asked for none, and only one
     * certificate exists, they are the values of that one. This field and the next three are null for a private test
     * with closed disclosure, for a retracted result, and while it is open which revision is meant.
     */
    values: z.array(PrintedLine).nullable(),
    /** Manufacturer, batch and claim are also null if the customer stated none: the certificate then prints 'not stated'. */
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    label_claim: z.string().nullable(),
    /**
     * How often people looked up this test in the present calendar month (UTC), without the owner and the laboratory.
     * Null: the lookups were not counted.
     */
    lookups_this_month: z.int().nullable(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof Verification>;

export const CompareBody = z.object({
  ...pair,
  taskNumber: z.union([pair.taskNumber, z.int().min(1)]),
  /** The number of the revision; if omitted, the current revision. */
  revision: z.int().optional(),
  /** The `c` in the QR code on the paper. */
  c: text(64)
    .regex(/^[0-9a-fA-F]{16}$/, 'Give the sixteen digits that the code names as c.')
    .optional(),
  /** The date of issue on the paper. */
  issued_on: z.iso.date().optional(),
  /**
   * The values as the paper prints them. `analyte` is the name of a line, or one of the words 'purity' and 'amount'.
   * `value` may include uncertainty and unit, as in '98.20 ± 0.40 %'.
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
 * Whether a paper states the same as the certificate. The answer never contains the content of the certificate. After a
 * number of single comparisons on a day, the server only compares a whole paper, with `all_same` as the only answer.
 */
export const Comparison = z
  .object({
    /** Only for a whole paper. Null: a field of the paper is missing, and the server compared nothing. */
    all_same: z.boolean().nullable().optional(),
    /** The fields of a whole paper that are missing, with their names in the call. */
    missing: z.array(z.string()).optional(),
    /**
     * The lines in the order of the call; null for a whole paper. `same` is null in three cases: the input is empty;
     * the certificate has no such line; or the paper must state an uncertainty there, which `missing` then lists.
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
