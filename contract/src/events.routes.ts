import { createRoute, z } from '@hono/zod-openapi';
import { problems } from './answers.routes.ts';
import { EventsQuery } from './events.ts';

export const streamEvents = createRoute({
  method: 'get',
  path: '/events',
  tags: ['Live'],
  // Without a token only groups can be followed.
  security: [{ bearer: [] }, {}],
  summary: 'What changes, as it changes: server-sent events, read by fetch; ends when the session does',
  request: {
    query: EventsQuery,
    headers: z.object({ 'last-event-id': z.string().max(60).optional() }),
  },
  responses: {
    200: {
      description:
        'Events `hello` (LiveHello) and `changed` (LiveNews), each `changed` with an id to resume from, and comments that keep the line open',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    ...problems('unauthenticated', 'invalid_fields', 'rate_limited', 'unavailable'),
  },
});
