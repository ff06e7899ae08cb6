import { OwnLimitQuery } from '@vialproof/contract/dossiers';
import * as route from '@vialproof/contract/dossiers.routes';
import { type ApiContext, newRoutes } from '../../platform/http/http.ts';
import { publicAnswer } from '../../platform/http/public-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import { type DossiersContext, selectDossier } from './dossiers.service.ts';

/** After this time a page says that the server is still counting. A call of the API waits longer. */
const PAGE_WAIT_MS = 1_000;
const CALL_WAIT_MS = 5_000;
const waitOf = (c: ApiContext) => (c.env?.hasPlace ? PAGE_WAIT_MS : CALL_WAIT_MS);

/** Routes for published data of compounds, makers and batches. */
export function dossiersRoutes(platform: Platform, dossiers: DossiersContext) {
  const middleware = publicAnswer(platform, Object.keys(OwnLimitQuery.shape));
  return newRoutes()
    .openapi({ ...route.getCompoundDossier, middleware }, async (c) => {
      const of = { kind: 'compound' as const, slug: c.req.valid('param').slug };
      return c.json(
        { data: unwrap(await selectDossier(dossiers, of, c.req.valid('query'), waitOf(c))) },
        200,
      );
    })
    .openapi({ ...route.getMakerDossier, middleware }, async (c) => {
      const of = { kind: 'maker' as const, slug: c.req.valid('param').slug };
      return c.json(
        { data: unwrap(await selectDossier(dossiers, of, c.req.valid('query'), waitOf(c))) },
        200,
      );
    })
    .openapi({ ...route.getBatchDossier, middleware }, async (c) => {
      const of = { kind: 'batch' as const, ...c.req.valid('param') };
      return c.json(
        { data: unwrap(await selectDossier(dossiers, of, c.req.valid('query'), waitOf(c))) },
        200,
      );
    });
}
