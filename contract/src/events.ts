import { z } from 'zod';
import { Id } from './primitives.ts';

/**
 * News that something has changed, without the new content. The browser then asks the API.
 * - request: a test that belongs to the reader. Staff get the events of any test.
 * - group: the group with this id.
 * - groups: the list of groups; its id is always zero.
 */
export const LiveNews = z
  .object({ kind: z.enum(['request', 'group', 'groups']), id: Id })
  .meta({ id: 'LiveNews' });
export type LiveNews = z.infer<typeof LiveNews>;

/**
 * The first event of each stream. `resumed`: the browser has missed nothing since `Last-Event-ID`; otherwise it must
 * load everything again.
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
