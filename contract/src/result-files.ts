import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** A photo of the vial at intake. */
export const SamplePhoto = z
  .object({
    id: Id,
    /** Its address; of a private test it wants a token or a signed link. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    taken_at: Instant,
    /** It shows a sample that was refused; another one was or will be tested. */
    refused: z.boolean(),
    /**
     * The originals that a certificate names and that were destroyed afterwards, oldest first, with what is said of each:
     * 'redacted after issue, SHA-256 of the original …'. Left out without such originals.
     */
    redacted_after_issue: z.array(z.object({ sha256: z.string(), at: Instant, text: z.string() })).optional(),
  })
  .meta({ id: 'SamplePhoto' });
export type SamplePhoto = z.infer<typeof SamplePhoto>;

/** A file that is attached to a result. */
export const ResultFile = z.object({
  /** Its address on this site; the same as in `attachments`. */
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.int(),
});
export type ResultFile = z.infer<typeof ResultFile>;
