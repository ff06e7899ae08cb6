import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** What the queue can be narrowed to besides the state: the asking person's samples, or those that nobody has. */
export const AssignedTo = z.enum(['me', 'nobody']);
export type AssignedTo = z.infer<typeof AssignedTo>;

/** Who has taken a sample on: a help for the others, never a lock. */
export const Assignee = z
  .object({
    id: Id,
    display_name: z.string(),
    /** False for somebody who has left the laboratory since. */
    is_staff: z.boolean(),
    /** Who gave it to them, and when. */
    by: z.string(),
    at: Instant,
  })
  .meta({ id: 'Assignee' });
export type Assignee = z.infer<typeof Assignee>;

export const AssigneeBody = z.object({
  /** Null: nobody has it. */
  user_id: Id.nullable(),
  /** Who had it when this was asked; refused as stale_version where somebody else has it by now. Left out, nobody looks. */
  seen: Id.nullable().optional(),
});
export type AssigneeBody = z.infer<typeof AssigneeBody>;
