import { z } from 'zod';
import { Id } from './primitives.ts';

/**
 * One live event: something changed, without the new content. Readers fetch the object from the API again, which shows
 * each reader only what they may see.
 * - request: one of your test requests (staff: any); `id` is the request's.
 * - group: the group test with this id.
 * - groups: the list of group tests; `id` is always the nil UUID, since not every group is listed.
 */
export const LiveNews = z
  .object({ kind: z.enum(['request', 'group', 'groups']), id: Id })
  .meta({ id: 'LiveNews' });
export type LiveNews = z.infer<typeof LiveNews>;

/** First on every stream: whether all events since `Last-Event-ID` follow, or everything must be fetched again. */
export const LiveHello = z.object({ resumed: z.boolean() });
export type LiveHello = z.infer<typeof LiveHello>;

export const EventsQuery = z.object({
  /** Ids of groups to follow, separated by commas; at most ten. */
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
