import { z } from 'zod';
import { CertificateStanding, CertificateState } from './certificates.ts';
import { RequestStatus } from './orders.ts';
import { Instant, optionalLine, text } from './primitives.ts';
import { MOST_MEASUREMENTS } from './results.ts';
import { Decision } from './uncertainty.ts';

/** As typed or pasted: what is read of it, typed-pair.ts says. */
const pair = { taskNumber: text(500).min(1), uniqueKey: text(500).min(1) };

export const VerifyQuery = z.object({
  ...pair,
  /** The one that a paper names: '1'. Empty counts as left out; one that was never issued is answered as a wrong key. */
  revision: optionalLine(10),
});

/** One issued certificate, since when and until when it stood. */
export const VerifiedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When it was superseded or retracted; null while it is current. */
  ended_at: Instant.nullable(),
}).meta({ id: 'VerifiedCertificate' });
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** The certificate that was asked for by its revision. */
export const VerifiedRevision = z
  .object({
    asked: z.int(),
    /** The revision that stands today; null where none does. */
    current: z.int().nullable(),
    state: CertificateStanding,
    /** Why it was superseded or retracted. */
    reason: z.string().nullable(),
    issued_at: Instant,
    ended_at: Instant.nullable(),
    /** What its QR code names as c: the first 16 hexadecimal digits of what the public log holds of its result. Null: its code names none. */
    c: z.string().nullable(),
  })
  .meta({ id: 'VerifiedRevision' });
export type VerifiedRevision = z.infer<typeof VerifiedRevision>;

/** One line of a result in the words that its certificate prints. */
export const PrintedLine = z
  .object({
    analyte: z.string(),
    method: z.string(),
    /** '99.1', '98.20 ± 0.40', '< LOQ', 'conforms'. */
    value: z.string(),
    /** '% area', '% (k = 2)'; empty beside words. */
    unit: z.string(),
    /** Empty where there is none. */
    limit: z.string(),
    verdict: Decision,
  })
  .meta({ id: 'PrintedLine' });
export type PrintedLine = z.infer<typeof PrintedLine>;

/** What a task number and its key prove. Never who asked for the test. */
export const Verification = z
  .object({
    verdict: z.enum(['public', 'private']),
    /** Only of a public test. */
    request_id: z.string().optional(),
    task_number: z.int(),
    sku_name: z.string(),
    status: RequestStatus,
    received_at: Instant.nullable(),
    published_at: Instant.nullable(),
    /** The latest. */
    certificate: VerifiedCertificate.nullable(),
    /** Every one that was issued, newest first. */
    certificates: z.array(VerifiedCertificate),
    /** Null where none was asked for: with several certificates, ask which one the paper names. */
    revision: VerifiedRevision.nullable(),
    /**
     * What the certificate that was asked for prints; of one that was not named, the only one's. These four are null of a
     * private test whose owner has not opened them, of a withdrawn result, and while it is open which one is meant.
     */
    values: z.array(PrintedLine).nullable(),
    /** Null also where the customer stated none: the certificate prints 'not stated'. So are batch and claim. */
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    label_claim: z.string().nullable(),
    /** How often number and key were looked up in this calendar month (UTC), without the owner and the laboratory; null: not counted. */
    lookups_this_month: z.int().nullable(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof Verification>;

export const CompareBody = z.object({
  ...pair,
  taskNumber: z.union([pair.taskNumber, z.int().min(1)]),
  /** Left out, the current one. */
  revision: z.int().optional(),
  /** What the paper's QR code names as c. */
  c: text(64)
    .regex(/^[0-9a-fA-F]{16}$/, 'Give the sixteen digits that the code names as c.')
    .optional(),
  /** The day on which the paper says that it was issued. */
  issued_on: z.iso.date().optional(),
  /**
   * As the paper prints them. `analyte` is the name of a line, or one of the words 'purity' and 'amount'. Uncertainty and unit may stand
   * in `value`, as in '98.20 ± 0.40 %'.
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
 * Whether a paper says what the certificate says; never what that is. Once a day's single values are used up, only a whole paper is
 * compared: `all_same` says whether all of it is the same, and nothing else is said.
 */
export const Comparison = z
  .object({
    /** Of a whole paper. Null: something is missing, and nothing was compared. */
    all_same: z.boolean().nullable().optional(),
    /** What a whole paper has and this one has not, by the fields of the call. */
    missing: z.array(z.string()).optional(),
    /**
     * As they were sent; null of a whole paper. `same` is null where nothing was typed, the certificate has no such line, or the paper
     * must have an uncertainty there, which then is `missing`.
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
    /** Null where nothing was typed. */
    manufacturer: Likeness.nullable(),
    batch_code: Likeness.nullable(),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof Comparison>;
