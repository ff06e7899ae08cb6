import * as route from '@vialproof/contract/chromatograms.routes';
import { FILE_LIMIT } from '@vialproof/contract/file-limits';
import { labSpectrum } from '@vialproof/contract/spectra.routes';
import { downloadAs } from '../../platform/files/file-names.ts';
import { FORM_LIMIT_BYTES, uploadOf } from '../../platform/files/uploads.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { answerFile } from '../../platform/http/http-file.ts';
import { limitBody } from '../../platform/http/request-guard.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  downloadChromatogramFile,
  downloadTracePoints,
  explainWarnings,
  putBlank,
  putSpectrum,
  type ResultsContext,
  readChannel,
  setPeaks,
  subtractBlank,
} from './results.service.ts';

const SPECTRUM_TOO_LARGE = `The file of a spectrum may have at most ${FILE_LIMIT}. Export one spectrum of the run, as mzML or CSV.`;

/** Routes for spectra and chromatograms. */
export function chromatogramsStaffRoutes(results: ResultsContext) {
  const app = newRoutes();
  app.use('/lab/requests/:id/chromatogram/blank', limitBody(FORM_LIMIT_BYTES));
  app.use('/lab/requests/:id/spectra', limitBody(FORM_LIMIT_BYTES, SPECTRUM_TOO_LARGE));
  return app
    .openapi(labSpectrum, async (c) => {
      const { id } = c.req.valid('param');
      const file = await uploadOf(c.req.valid('form').file);
      return c.json({ data: unwrap(await putSpectrum(results, requireViewer(c), id, file)) }, 200);
    })
    .openapi(route.labPeaks, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await setPeaks(results, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    })
    .openapi(route.labTracePoints, async (c) => {
      const { id } = c.req.valid('param');
      const { revision } = c.req.valid('query');
      const points = unwrap(await downloadTracePoints(results, requireViewer(c), id, revision));
      return c.body(points, 200, {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'private, no-store',
      });
    })
    .openapi(route.labRawChromatogram, async (c) => {
      const { id } = c.req.valid('param');
      const { revision } = c.req.valid('query');
      const file = unwrap(
        await downloadChromatogramFile(results, requireViewer(c), id, { which: 'trace', revision }),
      );
      c.set('viewed', file.viewed);
      return answerFile(c, file, downloadAs(file.fileName));
    })
    .openapi(route.labExplain, async (c) => {
      const { id } = c.req.valid('param');
      const said = await explainWarnings(results, requireViewer(c), id, c.req.valid('json'));
      return c.json({ data: unwrap(said) }, 200);
    })
    .openapi(route.labChannel, async (c) => {
      const { id } = c.req.valid('param');
      const { channel } = c.req.valid('json');
      return c.json({ data: unwrap(await readChannel(results, requireViewer(c), id, channel)) }, 200);
    })
    .openapi(route.labBlank, async (c) => {
      const { id } = c.req.valid('param');
      const { file: part, thousands } = c.req.valid('form');
      const file = await uploadOf(part);
      return c.json({ data: unwrap(await putBlank(results, requireViewer(c), id, file, thousands)) }, 200);
    })
    .openapi(route.labSubtractBlank, async (c) => {
      const { id } = c.req.valid('param');
      const switched = await subtractBlank(results, requireViewer(c), id, c.req.valid('json'));
      return c.json({ data: unwrap(switched) }, 200);
    })
    .openapi(route.labRawBlank, async (c) => {
      const { id } = c.req.valid('param');
      const which = { which: 'blank', revision: c.req.valid('query').revision } as const;
      const file = unwrap(await downloadChromatogramFile(results, requireViewer(c), id, which));
      c.set('viewed', file.viewed);
      return answerFile(c, file, downloadAs(file.fileName));
    });
}
