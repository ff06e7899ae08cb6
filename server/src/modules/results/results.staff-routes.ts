import { labHistory, labMoment } from '@vialproof/contract/history.routes';
import * as route from '@vialproof/contract/lab.routes';
import { createBrowser } from '../../platform/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import { limitBody } from '../../platform/request-guard.ts';
import { FORM_LIMIT_BYTES, uploadOf } from '../../platform/uploads.ts';
import type { Results } from './results.service.ts';

/** A whole LC-MS run in mzML has hundreds of megabytes, of which the trace is a few hundred kilobytes. */
const TOO_LARGE =
  'A chromatogram file may have at most 10 MB. Export the detector trace alone, without spectra: as CSV or ANDI/AIA netCDF, or as mzML with chromatograms only.';

/** The laboratory's calls. */
export function resultsStaffRoutes(platform: Platform, results: Results) {
  const { clientOf } = createBrowser(platform);
  const app = newRoutes();
  app.use('/lab/requests/:id/chromatogram', limitBody(FORM_LIMIT_BYTES, TOO_LARGE));
  app.use('/lab/requests/:id/attachments', limitBody(FORM_LIMIT_BYTES));

  return app
    .openapi(route.labQueue, async (c) => {
      const { status, q, assigned_to: whose, page } = c.req.valid('query');
      const narrowed = { status: status || undefined, q: q || undefined, assignedTo: whose || undefined };
      return c.json(await results.queue(requireViewer(c), { ...narrowed, page }), 200);
    })
    .openapi(route.labRequest, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await results.detail(requireViewer(c), id)) }, 200);
    })
    .openapi(labHistory, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(unwrap(await results.historyLog(requireViewer(c), id, c.req.valid('query'))), 200);
    })
    .openapi(labMoment, async (c) => {
      const { id } = c.req.valid('param');
      const at = new Date(c.req.valid('query').at);
      return c.json({ data: unwrap(await results.pastDraft(requireViewer(c), id, at)) }, 200);
    })
    .openapi(route.labIntake, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await results.intake(requireViewer(c), id, c.req.valid('json'))) }, 200);
    })
    .openapi(route.labHandling, async (c) => {
      const { id } = c.req.valid('param');
      const { handling } = c.req.valid('json');
      return c.json({ data: unwrap(await results.setHandling(requireViewer(c), id, handling)) }, 200);
    })
    .openapi(route.labSaveResult, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await results.save(requireViewer(c), id, c.req.valid('json'))) }, 200);
    })
    .openapi(route.labChromatogram, async (c) => {
      const { id } = c.req.valid('param');
      const { file: part, channel, wavelength_nm: preferredNm, as, thousands } = c.req.valid('form');
      const file = await uploadOf(part);
      const wish = { channel, preferredNm, thousands };
      const put = as === 'replicate' ? results.putReplicate : results.putChromatogram;
      return c.json({ data: unwrap(await put(requireViewer(c), id, file, wish)) }, 200);
    })
    .openapi(route.labAttachment, async (c) => {
      const { id } = c.req.valid('param');
      const file = await uploadOf(c.req.valid('form').file);
      return c.json({ data: unwrap(await results.attach(requireViewer(c), id, file)) }, 200);
    })
    .openapi(route.labSubmit, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await results.submit(requireViewer(c), id, c.req.valid('json'), clientOf(c))) },
        200,
      );
    })
    .openapi(route.labReturn, async (c) => {
      const { id } = c.req.valid('param');
      const { comment } = c.req.valid('json');
      return c.json({ data: unwrap(await results.sendBack(requireViewer(c), id, comment)) }, 200);
    })
    .openapi(route.labPublish, async (c) => {
      const { id } = c.req.valid('param');
      const body = c.req.valid('json');
      return c.json({ data: unwrap(await results.publish(requireViewer(c), id, body, clientOf(c))) }, 200);
    })
    .openapi(route.labAmend, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return c.json({ data: unwrap(await results.amend(requireViewer(c), id, reason)) }, 200);
    })
    .openapi(route.labRetract, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return c.json({ data: unwrap(await results.retract(requireViewer(c), id, reason)) }, 200);
    });
}
