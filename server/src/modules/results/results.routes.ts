import * as route from '@vialproof/contract/results.routes';
import { newRoutes } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Results } from './results.service.ts';
import { downloadAs } from './upload.ts';

/** Files of published results. */
export function resultsRoutes(results: Results) {
  return newRoutes().openapi(route.getAttachment, async (c) => {
    const file = unwrap(await results.readAttachment(c.get('viewer'), c.req.valid('param').id));
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.contentType,
      'Content-Disposition': downloadAs(file.fileName),
      ETag: `"${file.sha256}"`,
      'Cache-Control': 'private, no-cache',
    });
  });
}
