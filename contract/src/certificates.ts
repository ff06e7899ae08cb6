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

/** A certificate on the page of its test: whether it is valid, and the indexes of its entries in the public log. */
export const IssuedCertificate = CertificateState.extend({
  issued_at: Instant,
  /** When the certificate was replaced or withdrawn. Null while it is valid. */
  ended_at: Instant.nullable(),
  /** Whether readers of the result can still download the certificate and its proof. */
  is_available: z.boolean(),
  /** The indexes of the certificate's entries in the public log, in order. */
  log: LogPlaces,
}).meta({ id: 'IssuedCertificate' });
export type IssuedCertificate = z.infer<typeof IssuedCertificate>;

/**
 * What the laboratory knows about a file with this SHA-256. Anybody can ask for it. For a private test, the answer only
 * says whether the certificate is valid.
 */
export const CertificateRecord = z
  .object({
    sha256: z.string(),
    revision: z.int(),
    state: CertificateStanding,
    issued_at: Instant,
    /** False if the certificate was issued before the laboratory signed certificates. */
    is_signed: z.boolean(),
    /** The id of the test; only for a public test. */
    request_id: z.string().optional(),
    task_number: z.int().optional(),
    reason: z.string().optional(),
    /** The indexes of the certificate's entries in the public log. */
    log: LogPlaces,
    /**
     * The proof that the certificate was issued, a C2SP tlog-proof; null until the certificate is in the public log.
     */
    proof: z.string().nullable(),
  })
  .meta({ id: 'CertificateRecord' });
export type CertificateRecord = z.infer<typeof CertificateRecord>;

export const RevisionQuery = z.object({ revision: queryNumber(1, 10_000).optional() });
export const Sha256Param = z.object({ sha256: z.string() });

/** A file of the instrument that its owner may publish. */
export const RawFile = z
  .object({
    sha256: z.string(),
    file_name: z.string(),
    size_bytes: z.int(),
    /** Whether the result reports the peaks of this file. */
    used: z.boolean(),
    /** When the owner published the file; null if the owner has not published it. */
    published_at: Instant.nullable(),
    /** The index of the log entry that contains the file's SHA-256; null if the log has no such entry. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'RawFile' });
export type RawFile = z.infer<typeof RawFile>;
