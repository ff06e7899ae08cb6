import { LOG_EVENTS } from '@vialproof/science/proof/log-entry';
import { z } from 'zod';
import { Instant, queryNumber } from './primitives.ts';

const place = { index: z.int(), version: z.int(), at: Instant };
/** An entry of the public log. The fields are explained in science/src/proof/log-entry.ts. */
export const PublicLogEntry = z
  .discriminatedUnion('type', [
    z.object({
      ...place,
      type: z.enum(LOG_EVENTS),
      revision: z.int(),
      commitment: z.string(),
      sha256: z.string(),
      issued_at: Instant,
      /** Only in entries 'issued' of version 2. */
      raw_files: z.string().nullish(),
      signatures: z.array(z.object({ at: Instant, by: z.string(), meaning: z.string() })).optional(),
    }),
    z.object({
      ...place,
      type: z.literal('registered'),
      commitment: z.string(),
      visibility: z.enum(['public', 'private']),
    }),
    z.object({ ...place, type: z.literal('file'), sha256: z.string(), certificate: z.string() }),
  ])
  .meta({ id: 'PublicLogEntry' });
export type PublicLogEntry = z.infer<typeof PublicLogEntry>;

export const PublicLog = z
  .object({
    origin: z.string(),
    size: z.int(),
    /** The hash of the whole log (the root of its Merkle tree), in base 64. */
    root: z.string(),
    signed_at: Instant,
    /** The signed size and hash of the log, in the format C2SP tlog-checkpoint. */
    checkpoint: z.string(),
    /** All keys that have signed the log, each as 'name+id+key'; the present key comes last. */
    verifier_keys: z.array(z.string()),
    /** The fingerprints of the public keys, each with 64 hexadecimal digits. */
    fingerprints: z.object({ authorities: z.array(z.string()), log_keys: z.array(z.string()) }),
    /** The newest entries of the log, newest first. */
    entries: z.array(PublicLogEntry),
  })
  .meta({ id: 'PublicLog' });
export type PublicLog = z.infer<typeof PublicLog>;

export const ConsistencyQuery = z.object({
  from: queryNumber(1, Number.MAX_SAFE_INTEGER),
});
export const LogConsistency = z
  .object({
    checkpoint: z.string(),
    /** The hashes of the proof in base 64, in the order of RFC 6962, 2.1.2. */
    hashes: z.array(z.string()),
  })
  .meta({ id: 'LogConsistency' });
