import * as route from '@vialproof/contract/verification.routes';
import { clientAddress, newRoutes } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Verifying } from './verification.service.ts';

/** GET /tests/verify; stands before /tests/{id}. */
export function verificationRoutes({ config }: Platform, verification: Verifying) {
  return newRoutes().openapi(route.verifyTest, async (c) => {
    c.header('Cache-Control', 'no-store');
    const verdict = await verification.verify(c.req.valid('query'), clientAddress(c, config.trustProxy));
    return c.json({ data: unwrap(verdict) }, 200);
  });
}
