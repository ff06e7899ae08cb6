import * as route from '@vialproof/contract/verification.routes';
import { clientAddress, newRoutes } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import { comparePaper, type VerificationContext, verifyTest } from './verification.service.ts';

/** Routes of verification. They must come before /tests/{id}, because that pattern matches their paths too. */
export function verificationRoutes({ config }: Platform, verification: VerificationContext) {
  return newRoutes()
    .openapi(route.verifyTest, async (c) => {
      c.header('Cache-Control', 'no-store');
      const address = clientAddress(c, config.trustProxy);
      const verdict = await verifyTest(verification, c.get('viewer'), c.req.valid('query'), address);
      return c.json({ data: unwrap(verdict) }, 200);
    })
    .openapi(route.comparePaper, async (c) => {
      c.header('Cache-Control', 'no-store');
      const compared = await comparePaper(
        verification,
        c.req.valid('json'),
        clientAddress(c, config.trustProxy),
      );
      return c.json({ data: unwrap(compared) }, 200);
    });
}
