import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

export const SamplePhoto = z
  .object({
    id: Id,
    /** The address of the file. A private test's file needs a token or a signed link. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    taken_at: Instant,
    /** The photo shows a refused sample; another sample was or will be tested. */
    refused: z.boolean(),
    /**
     * Originals that a certificate names and that were destroyed after it was issued, oldest first. Each has its public
     * sentence: 'redacted after issue, SHA-256 of the original …'. Omitted if no original was destroyed.
     */
    redacted_after_issue: z.array(z.object({ sha256: z.string(), at: Instant, text: z.string() })).optional(),
  })
  .meta({ id: 'SamplePhoto' });
export type SamplePhoto = z.infer<typeof SamplePhoto>;

export const ResultFile = z.object({
  /** The address of the file on this site, as in `attachments`. */
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.int(),
});
export type ResultFile = z.infer<typeof ResultFile>;
