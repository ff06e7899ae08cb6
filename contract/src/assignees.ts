import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** Filters of the laboratory's queue by assignee: samples of the caller, or samples without an assignee. */
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
  /** Null if the sample is unassigned. */
  user_id: Id.nullable(),
  /**
   * The assignee that the page showed. If the assignee is another one now, the server refuses the change as
   * stale_version.
   */
  seen: Id.nullable().optional(),
});
export type AssigneeBody = z.infer<typeof AssigneeBody>;
