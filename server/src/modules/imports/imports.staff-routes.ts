import * as route from '@vialproof/contract/imports.routes';
import { FORM_LIMIT_BYTES, uploadOf } from '../../platform/files/uploads.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { resumeOnce } from '../../platform/http/idempotency.ts';
import { limitBody } from '../../platform/http/request-guard.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  answerImport,
  assignImport,
  dismissImport,
  type ImportsContext,
  makeKey,
  readImports,
  readKeys,
  receiveImport,
  revokeKey,
} from './imports.service.ts';

/** Routes for laboratory keys and sent chromatograms. */
export function importsStaffRoutes(platform: Platform, imports: ImportsContext) {
  const app = newRoutes();
  app.use('/lab/imports', limitBody(FORM_LIMIT_BYTES));

  return app
    .openapi(route.listLabKeys, async (c) => c.json({ data: await readKeys(imports) }, 200))
    .openapi(route.makeLabKey, async (c) => {
      const { name } = c.req.valid('json');
      return c.json({ data: await makeKey(imports, requireViewer(c), name) }, 201);
    })
    .openapi(route.revokeLabKey, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await revokeKey(imports, requireViewer(c), id)) }, 200);
    })
    .openapi(route.sendImport, async (c) => {
      const file = await uploadOf(c.req.valid('form').file);
      const once = () => receiveImport(imports, requireViewer(c), file);
      const { isNew, import: data } = await resumeOnce(c, platform, once, file.bytes);
      return c.json({ data }, isNew ? 201 : 200);
    })
    .openapi(route.listImports, async (c) =>
      c.json(await readImports(imports, requireViewer(c), c.req.valid('query')), 200),
    )
    .openapi(route.assignImport, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await assignImport(imports, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    })
    .openapi(route.readImport, async (c) => {
      const { id } = c.req.valid('param');
      const { thousands } = c.req.valid('json');
      return c.json({ data: unwrap(await answerImport(imports, requireViewer(c), id, thousands)) }, 200);
    })
    .openapi(route.dismissImport, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return c.json({ data: unwrap(await dismissImport(imports, requireViewer(c), id, reason)) }, 200);
    });
}
