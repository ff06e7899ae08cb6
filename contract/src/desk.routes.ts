import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './desk.ts';
import { LabRequest } from './lab.ts';
import { SampleLabels } from './orders.ts';

const tags = ['Laboratory'];
const security = signedIn;
const staffOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;
const answer = json(z.object({ data: LabRequest }), 'The request as it is now');

export const expectedSample = createRoute({
  method: 'get',
  path: '/lab/intake/{id}',
  tags,
  security,
  summary: 'What a scanned task number should be, and why it would not be taken in',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: shape.ExpectedSample }), 'The sample that is waited for'),
    ...problems(...staffOnly),
  },
});

export const intakeParcel = createRoute({
  method: 'post',
  path: '/lab/intake',
  tags,
  security,
  summary: 'Take in the vials of a parcel, each answered on its own; sent twice it is done once',
  request: { body: body(shape.ParcelBody) },
  responses: {
    200: json(z.object({ data: shape.ParcelAnswer }), 'What became of each vial, in the order sent'),
    ...problems(...staffOnly, 'malformed', 'cross_site', 'invalid_fields'),
  },
});

export const labPhoto = createRoute({
  method: 'post',
  path: '/lab/requests/{id}/photos',
  tags,
  security,
  summary:
    'Keep a photo of the vial (JPEG, PNG, WebP): re-encoded, without anything that the camera wrote into it',
  request: {
    params: idParam,
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({ file: z.any().meta({ type: 'string', format: 'binary' }) }),
        },
      },
    },
  },
  responses: {
    200: answer,
    ...problems(
      ...staffOnly,
      'malformed',
      'cross_site',
      'own_order',
      'wrong_state',
      'invalid_fields',
      'too_large',
      'file_type',
      'file_infected',
      'unavailable',
    ),
  },
});

export const labRemovePhoto = createRoute({
  method: 'delete',
  path: '/lab/requests/{id}/photos/{photo_id}',
  tags,
  security,
  summary: 'Throw away a photo of another vial, before the result is in review',
  request: { params: idParam.extend({ photo_id: z.string() }) },
  responses: { 200: answer, ...problems(...staffOnly, 'cross_site', 'own_order', 'wrong_state') },
});

export const labLabels = createRoute({
  method: 'get',
  path: '/lab/labels',
  tags,
  security,
  summary: 'Vial labels to print at the desk',
  request: { query: shape.LabelsQuery },
  responses: {
    200: json(z.object({ data: z.array(SampleLabels) }), 'In the order asked for'),
    ...problems(...staffOnly, 'invalid_fields'),
  },
});
