import * as route from '@vialproof/contract/passkeys.routes';
import { createBrowser } from '../../platform/http/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type AccountsContext,
  admit,
  beginPasskey,
  challengePasskey,
  listPasskeys,
  registerPasskey,
  removePasskey,
  signInWithPasskey,
} from './accounts.service.ts';

/** Routes for passkeys: the ceremonies of WebAuthn, and the person's own list. */
export function passkeysRoutes(platform: Platform, accounts: AccountsContext) {
  const { clientOf, keepDevice } = createBrowser(platform);
  const routes = newRoutes();
  routes.use('/auth/passkeys/*', (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });

  return routes
    .openapi(route.challengePasskey, async (c) => {
      const { challenge } = c.req.valid('json');
      const options = await challengePasskey(accounts, c.get('viewer'), challenge, clientOf(c));
      return c.json({ data: unwrap(options) }, 200);
    })
    .openapi(route.signInWithPasskey, async (c) => {
      const from = clientOf(c);
      const signedIn = await admit(accounts, signInWithPasskey(accounts, c.req.valid('json').response, from));
      keepDevice(c, from);
      return c.json(signedIn, 200);
    })
    .openapi(route.beginPasskey, async (c) =>
      c.json({ data: unwrap(await beginPasskey(accounts, requireViewer(c), clientOf(c))) }, 200),
    )
    .openapi(route.registerPasskey, async (c) => {
      const added = await registerPasskey(accounts, requireViewer(c), c.req.valid('json'), clientOf(c));
      return c.json({ data: unwrap(added) }, 201);
    })
    .openapi(route.listPasskeys, async (c) =>
      c.json({ data: await listPasskeys(accounts, requireViewer(c).id) }, 200),
    )
    .openapi(route.removePasskey, async (c) => {
      unwrap(await removePasskey(accounts, requireViewer(c), c.req.valid('param').id, clientOf(c)));
      return c.body(null, 204);
    });
}
