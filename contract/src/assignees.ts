import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** Filters of the laboratory's list by the person who works on a sample: the caller, or nobody. */
export const AssignedTo = z.enum(['me', 'nobody']);
export type AssignedTo = z.infer<typeof AssignedTo>;

/** The person who works on a sample. Other people may still work on it. */
export const Assignee = z
  .object({
    id: Id,
    display_name: z.string(),
    /** False for a person who has left the laboratory. */
    is_staff: z.boolean(),
    /** The person who assigned the sample, and the time. */
    by: z.string(),
    at: Instant,
  })
  .meta({ id: 'Assignee' });
export type Assignee = z.infer<typeof Assignee>;

export const AssigneeBody = z.object({
  /** Null if nobody works on the sample. */
  user_id: Id.nullable(),
  /**
   * The person who worked on the sample when the page was shown. If another person works on it now, the change is
   * refused as stale_version.
   */
  seen: Id.nullable().optional(),
});
export type AssigneeBody = z.infer<typeof AssigneeBody>;
