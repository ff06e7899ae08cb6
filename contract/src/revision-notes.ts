import { z } from 'zod';
import { Instant } from './primitives.ts';

/** Why and when a published result was withdrawn. */
export const Retraction = z.object({ reason: z.string(), at: Instant });

/** One earlier or present revision as the public history shows it. */
export const RevisionNote = z
  .object({
    revision: z.int(),
    state: z.enum(['published', 'superseded', 'retracted']),
    published_at: Instant,
    reason: z.string().nullable(),
  })
  .meta({ id: 'RevisionNote' });
export type RevisionNote = z.infer<typeof RevisionNote>;
