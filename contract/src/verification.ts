import { z } from 'zod';
import { CertificateStanding, CertificateState } from './certificates.ts';
import { RequestStatus } from './orders.ts';
import { Instant, optionalLine, text } from './primitives.ts';
import { MOST_MEASUREMENTS } from './results.ts';
import { Decision } from './uncertainty.ts';

/** As typed or pasted; typed-pair.ts parses it. */
const pair = { taskNumber: text(500).min(1), uniqueKey: text(500).min(1) };

export const VerifyQuery = z.object({
  ...pair,
  /** The revision on the paper: '1'. Empty counts as omitted; an unknown revision is answered like a wrong key. */
  revision: optionalLine(10),
});

/** One issued certificate, with its validity. */
export const VerifiedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When it was superseded or retracted; null if current. */
  ended_at: Instant.nullable(),
}).meta({ id: 'VerifiedCertificate' });
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** The certificate of the requested revision. */
export const VerifiedRevision = z
  .object({
    asked: z.int(),
    /** The current revision; null without one. */
    current: z.int().nullable(),
    state: CertificateStanding,
    /** Why it was superseded or retracted. */
    reason: z.string().nullable(),
    issued_at: Instant,
    ended_at: Instant.nullable(),
    /** The `c` in its QR code: first 16 hexadecimal digits of its commitment in the public log. Null: none. */
    c: z.string().nullable(),
  })
  .meta({ id: 'VerifiedRevision' });
export type VerifiedRevision = z.infer<typeof VerifiedRevision>;

/** One line of a result as printed by its certificate. */
export const PrintedLine = z
  .object({
    analyte: z.string(),
    method: z.string(),
    /** '99.1', '98.20 ± 0.40', '< LOQ', 'conforms'. */
    value: z.string(),
    /** '% area', '% (k = 2)'; empty for words. */
    unit: z.string(),
    /** Empty without a limit. */
    limit: z.string(),
    verdict: Decision,
  })
  .meta({ id: 'PrintedLine' });
export type PrintedLine = z.infer<typeof PrintedLine>;

/** What a task number and its key prove. Never contains the customer. */
export const Verification = z
  .object({
    verdict: z.enum(['public', 'private']),
    /** Only for a public test. */
    request_id: z.string().optional(),
    task_number: z.int(),
    sku_name: z.string(),
    status: RequestStatus,
    received_at: Instant.nullable(),
    published_at: Instant.nullable(),
    certificate: VerifiedCertificate.nullable(),
    /** All issued certificates, newest first. */
    certificates: z.array(VerifiedCertificate),
    /** Null if not requested: with several certificates, ask which revision the paper has. */
    revision: VerifiedRevision.nullable(),
    /**
     * The printed values of the requested certificate; without a requested revision, of the only one. These four are
     * null for a private test with closed disclosure, for a retracted result, and while the revision is undecided.
     */
    values: z.array(PrintedLine).nullable(),
    /** Also null if the customer stated none: the certificate prints 'not stated'. So are batch and claim. */
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    label_claim: z.string().nullable(),
    /** Lookups in this calendar month (UTC), without the owner and the laboratory; null: not counted. */
    lookups_this_month: z.int().nullable(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof Verification>;

export const CompareBody = z.object({
  ...pair,
  taskNumber: z.union([pair.taskNumber, z.int().min(1)]),
  /** If omitted, the current one. */
  revision: z.int().optional(),
  /** The `c` in the paper's QR code. */
  c: text(64)
    .regex(/^[0-9a-fA-F]{16}$/, 'Give the sixteen digits that the code names as c.')
    .optional(),
  /** The issue date on the paper. */
  issued_on: z.iso.date().optional(),
  /**
   * As printed on the paper. `analyte` is the name of a line, or one of the words 'purity' and 'amount'. `value` may
   * include uncertainty and unit, as in '98.20 ± 0.40 %'.
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
 * Whether a paper matches the certificate; never reveals the certificate's content. Once a day's single comparisons are
 * used up, only a whole paper is compared, with `all_same` as the only answer.
 */
export const Comparison = z
  .object({
    /** For a whole paper. Null: something is missing, and nothing was compared. */
    all_same: z.boolean().nullable().optional(),
    /** Missing fields of a whole paper, as named in the call. */
    missing: z.array(z.string()).optional(),
    /**
     * As sent; null for a whole paper. `same` is null if the input is empty, the certificate has no such line, or the
     * paper must state an uncertainty there, which then is `missing`.
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
