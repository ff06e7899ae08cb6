import { z } from 'zod';
import { Id } from './primitives.ts';

/**
 * One piece of live news: something changed, never what it says now. Whoever may read the thing asks the API again,
 * which shows each reader what is theirs to see.
 * - request: one of your test requests (staff: any); `id` is the request's.
 * - group: the group test of this id.
 * - groups: the list of group tests; `id` is always the nil UUID, since not every group is listed.
 */
export const LiveNews = z
  .object({ kind: z.enum(['request', 'group', 'groups']), id: Id })
  .meta({ id: 'LiveNews' });
export type LiveNews = z.infer<typeof LiveNews>;

/** First on every stream: whether everything since `Last-Event-ID` follows, or the reader must read all again. */
export const LiveHello = z.object({ resumed: z.boolean() });
export type LiveHello = z.infer<typeof LiveHello>;

export const EventsQuery = z.object({
  /** Ids of groups to follow, with commas between; at most ten. */
  group: z
    .string()
    .max(400)
    .optional()
    .transform((list) => [...new Set(list?.split(',').filter(Boolean) ?? [])])
    .pipe(z.array(Id).max(10)),
  /** `true` follows the list of group tests. */
  groups: z
    .string()
    .optional()
    .transform((word) => word === 'true'),
});
