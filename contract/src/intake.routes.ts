import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './intake.ts';
import { LabRequest } from './lab.ts';
import { SampleLabels } from './orders.ts';
import { DecisionQuery } from './redaction.ts';

const route = routesOf('Laboratory', 'staff');

const answer = json(z.object({ data: LabRequest }), 'The request as it is now');

export const expectedSample = route('get', '/lab/intake/{id}', {
  summary: 'What a scanned task number should be, and why it would not be taken in',
  audited: 'request.scanned',
  params: idParam,
  answers: { 200: data(shape.ExpectedSample, 'The sample that is waited for') },
});

export const intakeParcel = route('post', '/lab/intake', {
  summary: 'Take in the vials of a parcel, each answered on its own; sent twice it is done once',
  body: shape.ParcelBody,
  answers: { 200: data(shape.ParcelAnswer, 'What became of each vial, in the order sent') },
  refuses: ['log_read_only'],
});

export const labPhoto = route('post', '/lab/requests/{id}/photos', {
  summary:
    'Keep a photo of the vial (JPEG, PNG, WebP): re-encoded, without anything that the camera wrote into it',
  params: idParam,
  takesFile: true,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'too_large', 'file_type', 'file_infected', 'unavailable'],
});

export const labRemovePhoto = route('delete', '/lab/requests/{id}/photos/{photo_id}', {
  summary:
    'Take a photo of another vial out of sight, before the result is in review; it is kept with the reason',
  params: idParam.extend({ photo_id: z.string() }),
  query: shape.PhotoReasonQuery,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'invalid_fields'],
});

const photoParam = idParam.extend({ photo_id: z.string() });

export const labRedactPhoto = route('put', '/lab/requests/{id}/photos/{photo_id}/redaction', {
  summary: 'Blacken boxes of a photo, in pixels of the stored picture',
  who: 'admin',
  description:
    'Before anything of the request was published it holds at once: the original is destroyed for ever. Afterwards it is ' +
    'proposed: nobody outside sees the photo until a second person confirms or refuses.',
  params: photoParam,
  body: shape.RedactionBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'unavailable'],
});

export const labConfirmRedaction = route('post', '/lab/requests/{id}/photos/{photo_id}/redaction/confirm', {
  summary: 'Confirm a proposed redaction as a second person; the original is destroyed for ever',
  who: 'reviewer',
  params: photoParam,
  query: DecisionQuery,
  answers: { 200: answer },
  refuses: ['own_order', 'same_person', 'wrong_state', 'invalid_fields'],
});

export const labRefuseRedaction = route('post', '/lab/requests/{id}/photos/{photo_id}/redaction/refuse', {
  summary:
    'Refuse a proposed redaction as a second person; the original is shown again and the copy destroyed',
  who: 'reviewer',
  params: photoParam,
  query: DecisionQuery,
  answers: { 200: answer },
  refuses: ['own_order', 'same_person', 'wrong_state', 'invalid_fields'],
});

export const labLabels = route('get', '/lab/labels', {
  summary: 'Vial labels to print at the desk',
  query: shape.LabelsQuery,
  answers: { 200: data(z.array(SampleLabels), 'In the order asked for') },
  refuses: ['invalid_fields'],
});
