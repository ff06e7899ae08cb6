import { z } from 'zod';
import { Instant, queryNumber } from './primitives.ts';

export const CertificateStanding = z.enum(['current', 'superseded', 'retracted']);
export type CertificateStanding = z.infer<typeof CertificateStanding>;

/** One issued certificate and its current state. */
export const CertificateState = z
  .object({
    revision: z.int(),
    sha256: z.string(),
    state: CertificateStanding,
    reason: z.string().nullable(),
  })
  .meta({ id: 'CertificateState' });
export type CertificateState = z.infer<typeof CertificateState>;

const LogPlaces = z.array(z.object({ event: z.enum(['issued', 'superseded', 'retracted']), index: z.int() }));

/** One issued certificate on the page of its test, with its validity and its entries in the public log. */
export const IssuedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When it was superseded or retracted; null if current. */
  ended_at: Instant.nullable(),
  /** Whether readers of the result can still download the file and its proof. */
  is_available: z.boolean(),
  /** Indexes of its entries in the log, in order. */
  log: LogPlaces,
}).meta({ id: 'IssuedCertificate' });
export type IssuedCertificate = z.infer<typeof IssuedCertificate>;

/**
 * What the laboratory knows of a file by its SHA-256 alone. Any reader of the public log can ask, so for a private test
 * the answer contains only the certificate's state.
 */
export const CertificateRecord = z
  .object({
    sha256: z.string(),
    revision: z.int(),
    state: CertificateStanding,
    issued_at: Instant,
    /** False: issued before certificates were signed. */
    is_signed: z.boolean(),
    /** Only for a public test. */
    request_id: z.string().optional(),
    task_number: z.int().optional(),
    reason: z.string().optional(),
    /** Indexes of its entries in the log. */
    log: LogPlaces,
    /** Proof of issue: a C2SP tlog-proof; null until it is in the log. */
    proof: z.string().nullable(),
  })
  .meta({ id: 'CertificateRecord' });
export type CertificateRecord = z.infer<typeof CertificateRecord>;

export const RevisionQuery = z.object({ revision: queryNumber(1, 10_000).optional() });
export const Sha256Param = z.object({ sha256: z.string() });

/** An instrument file of a reported or omitted run; its owner may publish it. */
export const RawFile = z
  .object({
    sha256: z.string(),
    file_name: z.string(),
    size_bytes: z.int(),
    /** Whether the result reports its peaks. */
    used: z.boolean(),
    /** Time of publication; null if the owner has not published it. */
    published_at: Instant.nullable(),
    /** The log entry with its SHA-256. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'RawFile' });
export type RawFile = z.infer<typeof RawFile>;
