import { z } from 'zod';
import { Instant, queryNumber } from './primitives.ts';

export const CertificateStanding = z.enum(['current', 'superseded', 'retracted']);
export type CertificateStanding = z.infer<typeof CertificateStanding>;

/** One issued certificate and how it stands today. */
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

/** One issued certificate on the page of its test: since when, until when, and where the public log tells of it. */
export const IssuedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When it was superseded or retracted; null while it is current. */
  ended_at: Instant.nullable(),
  /** Whether those who may read the result can still download the file and its proof. */
  is_available: z.boolean(),
  /** Indexes of what the log says of it, in the order of the log. */
  log: LogPlaces,
}).meta({ id: 'IssuedCertificate' });
export type IssuedCertificate = z.infer<typeof IssuedCertificate>;

/**
 * What the laboratory knows of a file by its SHA-256 alone. Whoever reads the public log can ask, so of a private test
 * it says nothing but how the certificate stands.
 */
export const CertificateRecord = z
  .object({
    sha256: z.string(),
    revision: z.int(),
    state: CertificateStanding,
    issued_at: Instant,
    /** False: issued before certificates were signed. */
    is_signed: z.boolean(),
    /** Only of a public test. */
    request_id: z.string().optional(),
    task_number: z.int().optional(),
    reason: z.string().optional(),
    /** Indexes of what the log says of it. */
    log: LogPlaces,
    /** That it was issued: a C2SP tlog-proof; null until it stands in the log. */
    proof: z.string().nullable(),
  })
  .meta({ id: 'CertificateRecord' });
export type CertificateRecord = z.infer<typeof CertificateRecord>;

export const RevisionQuery = z.object({ revision: queryNumber(1, 10_000).optional() });
export const Sha256Param = z.object({ sha256: z.string() });

/** A file of an instrument whose peaks or whose omission stand behind a result, and which its owner may publish. */
export const RawFile = z
  .object({
    sha256: z.string(),
    file_name: z.string(),
    size_bytes: z.int(),
    /** Whether the result reports its peaks. */
    used: z.boolean(),
    /** Since when everybody may have it; null while its owner has not published it. */
    published_at: Instant.nullable(),
    /** The entry of the public log that holds its SHA-256. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'RawFile' });
export type RawFile = z.infer<typeof RawFile>;
