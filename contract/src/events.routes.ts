import { z } from '@hono/zod-openapi';
import { routesOf } from './answers.routes.ts';
import { EventsQuery } from './events.ts';

const route = routesOf('Live', 'open');

export const streamEvents = route('get', '/events', {
  summary: 'What changes, as it changes: server-sent events, read by fetch; ends when the session does',
  isBetterSignedIn: true,
  query: EventsQuery,
  headers: z.object({ 'last-event-id': z.string().max(60).optional() }),
  answers: {
    200: {
      description:
        'Events `hello` (LiveHello) and `changed` (LiveNews), each `changed` with an id to resume from, and comments that keep the line open',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
  refuses: ['unauthenticated', 'invalid_fields', 'rate_limited', 'unavailable'],
});
