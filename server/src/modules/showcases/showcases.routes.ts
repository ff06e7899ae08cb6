import * as route from '@vialproof/contract/showcases.routes';
import { clientAddress, newRoutes, requireViewer } from '../../platform/http/http.ts';
import { answerOnce } from '../../platform/http/idempotency.ts';
import { publicAnswer } from '../../platform/http/public-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  countView,
  listOwnWeeks,
  readDiscoveries,
  readNextWeek,
  reserveWeek,
  type ShowcasesContext,
} from './showcases.service.ts';

/** Routes about weeks of results on the home page: for owners, for readers, and for counting views. */
export function showcasesRoutes(platform: Platform, showcases: ShowcasesContext) {
  return newRoutes()
    .openapi(route.nextShowcase, async (c) => {
      const { request_id } = c.req.valid('query');
      return c.json({ data: unwrap(await readNextWeek(showcases, requireViewer(c), request_id)) }, 200);
    })
    .openapi(route.createShowcase, async (c) => {
      const { request_id } = c.req.valid('json');
      const data = await answerOnce(c, platform, (tx) =>
        reserveWeek(showcases, tx, requireViewer(c), request_id),
      );
      return c.json({ data }, 201);
    })
    .openapi(route.listMyShowcases, async (c) =>
      c.json(await listOwnWeeks(showcases, requireViewer(c), c.req.valid('query')), 200),
    )
    .openapi({ ...route.getDiscoveries, middleware: publicAnswer(platform) }, async (c) =>
      c.json({ data: await readDiscoveries(showcases) }, 200),
    )
    .openapi(route.countView, async (c) => {
      c.header('Cache-Control', 'no-store');
      await countView(showcases, c.get('viewer'), c.req.valid('param').id, {
        address: clientAddress(c, platform.config.trustProxy),
        userAgent: c.req.header('user-agent'),
      });
      return c.body(null, 204);
    });
}
