import * as route from '@vialproof/contract/results.routes';
import { newRoutes } from '../../platform/http.ts';
import { answerFile } from '../../platform/http-file.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Results } from './results.service.ts';
import { downloadAs } from './upload.ts';

/** Files of published results. */
export function resultsRoutes(results: Results) {
  return newRoutes().openapi(route.getAttachment, async (c) => {
    const file = unwrap(await results.readAttachment(c.get('viewer'), c.req.valid('param').id));
    return answerFile(c, file, downloadAs(file.fileName));
  });
}
