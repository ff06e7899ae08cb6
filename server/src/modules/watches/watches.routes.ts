import * as route from '@vialproof/contract/watches.routes';
import { type Context, Hono } from 'hono';
import { siteIdentity } from '../../platform/config/public-config.ts';
import { type ApiEnv, clientAddress, newRoutes, requireViewer } from '../../platform/http/http.ts';
import { PLAIN_PAGE_POLICY } from '../../platform/http/plain-page.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, unwrap } from '../../platform/refusal.ts';
import * as page from './watches.presenter.ts';
import {
  addWatch,
  confirmWatch,
  findConfirmable,
  findLinkedWatch,
  findLinkedWatcher,
  listOwnWatches,
  stopAllLinked,
  stopLinkedWatch,
  stopOwnWatch,
  type WatchesContext,
} from './watches.service.ts';

export function watchesRoutes({ config }: Platform, watches: WatchesContext) {
  return newRoutes()
    .openapi(route.addWatch, async (c) => {
      const from = clientAddress(c, config.trustProxy);
      const watch = unwrap(await addWatch(watches, c.get('viewer'), c.req.valid('json'), from));
      return c.json(watch ? { watch } : {}, 202);
    })
    .openapi(route.listMyWatches, async (c) =>
      c.json({ data: await listOwnWatches(watches, requireViewer(c)) }, 200),
    )
    .openapi(route.stopMyWatch, async (c) => {
      unwrap(await stopOwnWatch(watches, requireViewer(c), c.req.valid('param').id));
      return c.body(null, 204);
    });
}

type Linked = { id: string; key: string };

const CONFIRM = '/watches/confirm';
const STOP = '/watches/stop';
const addressOf = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

/** What a link in a mail contains. Undefined if something is missing. */
function linkIn(c: Context, name: 'watch' | 'all'): Linked | undefined {
  const [id = '', key = ''] = [c.req.query(name), c.req.query('key')];
  return isUuid(id) && key !== '' ? { id, key } : undefined;
}

/**
 * The pages behind links in mails. GET only shows a page, because mail servers open links. POST does what it says (RFC
 * 8058).
 */
export function watchPages(platform: Platform, watches: WatchesContext): Hono<ApiEnv> {
  const site = () => siteIdentity(platform);
  const answer = (text: string) =>
    new Response(text, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': PLAIN_PAGE_POLICY,
        'Cache-Control': 'no-store',
      },
    });

  return new Hono<ApiEnv>()
    .get(CONFIRM, async (c) => {
      const link = linkIn(c, 'watch');
      const watch = link && (await findConfirmable(watches, link));
      if (!watch || isRefusal(watch)) return answer(page.nothingToConfirmPage(site()));
      const query = { watch: watch.id, key: watch.key };
      return answer(
        watch.confirmed_ms === null
          ? page.confirmPage(site(), watch, addressOf(CONFIRM, query))
          : page.confirmedPage(site(), watch, addressOf(STOP, query)),
      );
    })
    .post(CONFIRM, async (c) => {
      const link = linkIn(c, 'watch');
      const watch = link && (await confirmWatch(watches, link));
      if (!watch || isRefusal(watch)) return answer(page.nothingToConfirmPage(site()));
      return answer(page.confirmedPage(site(), watch, addressOf(STOP, { watch: watch.id, key: watch.key })));
    })
    .get(STOP, async (c) => {
      const [link, all] = [linkIn(c, 'watch'), linkIn(c, 'all')];
      const watch = link && (await findLinkedWatch(watches, link));
      if (watch) {
        return answer(page.stopPage(site(), watch, addressOf(STOP, { watch: watch.id, key: watch.key })));
      }
      if (all && (await findLinkedWatcher(watches, all))) {
        return answer(page.stopAllPage(site(), addressOf(STOP, { all: all.id, key: all.key })));
      }
      return answer(page.nothingToStopPage(site()));
    })
    .post(STOP, async (c) => {
      const [link, all] = [linkIn(c, 'watch'), linkIn(c, 'all')];
      if (link) {
        const stopped = await stopLinkedWatch(watches, link);
        if (!isRefusal(stopped)) return answer(page.stoppedPage(site(), stopped));
      } else if (all && !(await stopAllLinked(watches, all))) {
        return answer(page.stoppedPage(site(), 'anything that this address watched'));
      }
      return answer(page.nothingToStopPage(site()));
    });
}
