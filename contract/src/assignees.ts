import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** Filters of the queue besides the state: the caller's own samples, or unassigned ones. */
export const AssignedTo = z.enum(['me', 'nobody']);
export type AssignedTo = z.infer<typeof AssignedTo>;

/** The person who works on a sample: information for colleagues, never a lock. */
export const Assignee = z
  .object({
    id: Id,
    display_name: z.string(),
    /** False for a person who has left the laboratory. */
    is_staff: z.boolean(),
    /** Who assigned the sample, and when. */
    by: z.string(),
    at: Instant,
  })
  .meta({ id: 'Assignee' });
export type Assignee = z.infer<typeof Assignee>;

export const AssigneeBody = z.object({
  /** Null: unassigned. */
  user_id: Id.nullable(),
  /** The assignee that the caller saw; refused as stale_version if it has changed. If omitted, not checked. */
  seen: Id.nullable().optional(),
});
export type AssigneeBody = z.infer<typeof AssigneeBody>;
