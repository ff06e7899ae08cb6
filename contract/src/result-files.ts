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
    /** Whether the photo shows a refused sample, not the tested one. */
    refused: z.boolean(),
    /**
     * Photos that a certificate lists and whose originals were destroyed later, when parts were made black. Oldest
     * first, each with a sentence for readers.
     */
    redacted_after_issue: z.array(z.object({ sha256: z.string(), at: Instant, text: z.string() })).optional(),
  })
  .meta({ id: 'SamplePhoto' });
export type SamplePhoto = z.infer<typeof SamplePhoto>;

export const ResultFile = z.object({
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.int(),
});
export type ResultFile = z.infer<typeof ResultFile>;
