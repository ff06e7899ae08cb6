import { FILE_LIMIT } from '@vialproof/contract/file-limits';
import * as route from '@vialproof/contract/lab.routes';
import { FORM_LIMIT_BYTES, uploadOf } from '../../platform/files/uploads.ts';
import { createBrowser } from '../../platform/http/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { limitBody } from '../../platform/http/request-guard.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  amendResult,
  attachFile,
  publishResult,
  putChromatogram,
  putReplicate,
  type ResultsContext,
  receiveSample,
  retractResult,
  saveDraft,
  sendBackResult,
  setHandling,
  submitForReview,
} from './results.service.ts';

/** A file in mzML can have hundreds of megabytes, although its chromatogram has less than one. */
const TOO_LARGE = `A chromatogram file may have at most ${FILE_LIMIT}. Export the detector trace alone, without spectra: as CSV or ANDI/AIA netCDF, or as mzML with chromatograms only.`;

/**
 * Routes of the laboratory for a request, from the receipt of the sample to the publication, correction or withdrawal
 * of the result.
 */
export function resultsStaffRoutes(platform: Platform, results: ResultsContext) {
  const { clientOf } = createBrowser(platform);
  const app = newRoutes();
  app.use('/lab/requests/:id/chromatogram', limitBody(FORM_LIMIT_BYTES, TOO_LARGE));
  app.use('/lab/requests/:id/attachments', limitBody(FORM_LIMIT_BYTES));

  return app
    .openapi(route.labIntake, async (c) => {
      const { id } = c.req.valid('param');
      const received = await receiveSample(results, requireViewer(c), id, c.req.valid('json'));
      return c.json({ data: unwrap(received) }, 200);
    })
    .openapi(route.labHandling, async (c) => {
      const { id } = c.req.valid('param');
      const { handling } = c.req.valid('json');
      return c.json({ data: unwrap(await setHandling(results, requireViewer(c), id, handling)) }, 200);
    })
    .openapi(route.labSaveResult, async (c) => {
      const { id } = c.req.valid('param');
      const saved = await saveDraft(results, requireViewer(c), id, c.req.valid('json'));
      return c.json({ data: unwrap(saved) }, 200);
    })
    .openapi(route.labChromatogram, async (c) => {
      const { id } = c.req.valid('param');
      const { file: part, channel, wavelength_nm: preferredNm, as, thousands } = c.req.valid('form');
      const file = await uploadOf(part);
      const wish = { channel, preferredNm, thousands };
      const put = as === 'replicate' ? putReplicate : putChromatogram;
      return c.json({ data: unwrap(await put(results, requireViewer(c), id, file, wish)) }, 200);
    })
    .openapi(route.labAttachment, async (c) => {
      const { id } = c.req.valid('param');
      const file = await uploadOf(c.req.valid('form').file);
      return c.json({ data: unwrap(await attachFile(results, requireViewer(c), id, file)) }, 200);
    })
    .openapi(route.labSubmit, async (c) => {
      const { id } = c.req.valid('param');
      const submitted = await submitForReview(
        results,
        requireViewer(c),
        id,
        c.req.valid('json'),
        clientOf(c),
      );
      return c.json({ data: unwrap(submitted) }, 200);
    })
    .openapi(route.labReturn, async (c) => {
      const { id } = c.req.valid('param');
      const { comment } = c.req.valid('json');
      return c.json({ data: unwrap(await sendBackResult(results, requireViewer(c), id, comment)) }, 200);
    })
    .openapi(route.labPublish, async (c) => {
      const { id } = c.req.valid('param');
      const body = c.req.valid('json');
      const published = await publishResult(results, requireViewer(c), id, body, clientOf(c));
      return c.json({ data: unwrap(published) }, 200);
    })
    .openapi(route.labAmend, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return c.json({ data: unwrap(await amendResult(results, requireViewer(c), id, reason)) }, 200);
    })
    .openapi(route.labRetract, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return c.json({ data: unwrap(await retractResult(results, requireViewer(c), id, reason)) }, 200);
    });
}
