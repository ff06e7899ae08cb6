import { z } from 'zod';
import { Id } from './primitives.ts';

/**
 * A hint that something changed, without the new content; the browser then asks the API for it.
 * - request: a test request of the reader (for staff: any request).
 * - group: the group test with this id.
 * - groups: the list of group tests; its id is always zero.
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
