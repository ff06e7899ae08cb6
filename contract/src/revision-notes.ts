import { z } from 'zod';
import { Instant } from './primitives.ts';

/** Why and when a published result was withdrawn. */
export const Retraction = z.object({ reason: z.string(), at: Instant });

/** One revision in the public history of a result; the list contains the current revision too. */
export const RevisionNote = z
  .object({
    revision: z.int(),
    state: z.enum(['published', 'superseded', 'retracted']),
    published_at: Instant,
    reason: z.string().nullable(),
  })
  .meta({ id: 'RevisionNote' });
export type RevisionNote = z.infer<typeof RevisionNote>;
