import * as route from '@vialproof/contract/events.routes';
import { clientAddress, newRoutes } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import { type LiveContext, openStream } from './live.service.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Without this header, proxies would keep the answer back.
  'X-Accel-Buffering': 'no',
};

export function liveRoutes({ config }: Platform, feed: LiveContext) {
  return newRoutes().openapi(route.streamEvents, async (c) => {
    // A HEAD request would keep the stream open.
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, HEADERS);
    const { group, groups } = c.req.valid('query');
    const viewer = c.get('viewer');
    const stream = unwrap(
      await openStream(feed, {
        viewer,
        token: viewer ? (c.req.header('authorization') ?? '').replace(/^Bearer /i, '') : null,
        address: clientAddress(c, config.trustProxy),
        groups: group,
        groupList: groups,
        since: c.req.valid('header')['last-event-id'],
      }),
    );
    return c.body(stream.body, 200, HEADERS);
  });
}
