import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

export const SamplePhoto = z
  .object({
    id: Id,
    /** Its address; a private test requires a token or a signed link. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    taken_at: Instant,
    /** It shows a refused sample; another one was or will be tested. */
    refused: z.boolean(),
    /**
     * Originals that a certificate names and that were destroyed afterwards, oldest first, each with its public text:
     * 'redacted after issue, SHA-256 of the original …'. Omitted without such originals.
     */
    redacted_after_issue: z.array(z.object({ sha256: z.string(), at: Instant, text: z.string() })).optional(),
  })
  .meta({ id: 'SamplePhoto' });
export type SamplePhoto = z.infer<typeof SamplePhoto>;

export const ResultFile = z.object({
  /** Its address on this site, as in `attachments`. */
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.int(),
});
export type ResultFile = z.infer<typeof ResultFile>;
