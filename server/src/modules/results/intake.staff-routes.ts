import * as route from '@vialproof/contract/intake.routes';
import { FORM_LIMIT_BYTES, uploadOf } from '../../platform/files/uploads.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { limitBody } from '../../platform/http/request-guard.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  addPhoto,
  confirmRedaction,
  type ResultsContext,
  readExpectedSample,
  receiveParcel,
  redactPhoto,
  refuseRedaction,
  removePhoto,
} from './results.service.ts';

/** Routes for parcels, vials and photos. */
export function intakeStaffRoutes(results: ResultsContext) {
  const app = newRoutes();
  app.use('/lab/requests/:id/photos', limitBody(FORM_LIMIT_BYTES));

  return app
    .openapi(route.expectedSample, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await readExpectedSample(results, requireViewer(c), id)) }, 200);
    })
    .openapi(route.intakeParcel, async (c) => {
      const { items } = c.req.valid('json');
      return c.json({ data: unwrap(await receiveParcel(results, requireViewer(c), items)) }, 200);
    })
    .openapi(route.labPhoto, async (c) => {
      const { id } = c.req.valid('param');
      const file = await uploadOf(c.req.valid('form').file);
      return c.json({ data: unwrap(await addPhoto(results, requireViewer(c), id, file)) }, 200);
    })
    .openapi(route.labRemovePhoto, async (c) => {
      const { id, photo_id } = c.req.valid('param');
      const { reason } = c.req.valid('query');
      const removed = await removePhoto(results, requireViewer(c), id, photo_id, reason);
      return c.json({ data: unwrap(removed) }, 200);
    })
    .openapi(route.labRedactPhoto, async (c) => {
      const { id, photo_id: photoId } = c.req.valid('param');
      const redaction = { photoId, ...c.req.valid('json') };
      return c.json({ data: unwrap(await redactPhoto(results, requireViewer(c), id, redaction)) }, 200);
    })
    .openapi(route.labConfirmRedaction, async (c) => {
      const { id, photo_id: photoId } = c.req.valid('param');
      const seen = { photoId, proposalId: c.req.valid('query').proposal };
      return c.json({ data: unwrap(await confirmRedaction(results, requireViewer(c), id, seen)) }, 200);
    })
    .openapi(route.labRefuseRedaction, async (c) => {
      const { id, photo_id: photoId } = c.req.valid('param');
      const seen = { photoId, proposalId: c.req.valid('query').proposal };
      return c.json({ data: unwrap(await refuseRedaction(results, requireViewer(c), id, seen)) }, 200);
    });
}
