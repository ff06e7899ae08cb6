import { z } from 'zod';
import { Id } from './primitives.ts';

/**
 * One live event: it says what changed, without the new content. The reader's client fetches the object from the API
 * again, and the API shows each reader only what this reader may see.
 * - request: one of the reader's test requests (for staff: any request); `id` is the id of the request.
 * - group: the group test with this id.
 * - groups: the list of group tests; `id` is always the nil UUID, because the list does not contain every group.
 */
export const LiveNews = z
  .object({ kind: z.enum(['request', 'group', 'groups']), id: Id })
  .meta({ id: 'LiveNews' });
export type LiveNews = z.infer<typeof LiveNews>;

/**
 * The first event on every stream. `resumed`: the server will send all events since `Last-Event-ID`; otherwise the
 * client must fetch everything again.
 */
export const LiveHello = z.object({ resumed: z.boolean() });
export type LiveHello = z.infer<typeof LiveHello>;

export const EventsQuery = z.object({
  /** The ids of the groups that the client follows, separated by commas; at most ten. */
  group: z
    .string()
    .max(400)
    .optional()
    .transform((list) => [...new Set(list?.split(',').filter(Boolean) ?? [])])
    .pipe(z.array(Id).max(10)),
  /** `true`: the client also follows the list of group tests. */
  groups: z
    .string()
    .optional()
    .transform((word) => word === 'true'),
});
