import * as route from '@vialproof/contract/chromatograms.routes';
import { downloadAs } from '../../platform/file-names.ts';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { answerFile } from '../../platform/http-file.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Results } from './results.service.ts';

/** The laboratory's calls about the limits and the points of a stored chromatogram. */
export function chromatogramsStaffRoutes(results: Results) {
  return newRoutes()
    .openapi(route.labPeaks, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await results.putPeaks(requireViewer(c), id, c.req.valid('json'))) }, 200);
    })
    .openapi(route.labTracePoints, async (c) => {
      const { id } = c.req.valid('param');
      const { revision } = c.req.valid('query');
      const points = unwrap(await results.chromatogramPoints(requireViewer(c), id, revision));
      return c.body(points, 200, {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'private, no-store',
      });
    })
    .openapi(route.labRawChromatogram, async (c) => {
      const { id } = c.req.valid('param');
      const { revision } = c.req.valid('query');
      const file = unwrap(await results.chromatogramFile(requireViewer(c), id, revision));
      return answerFile(c, file, downloadAs(file.fileName));
    });
}
