import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './orders.ts';

const security = signedIn;

export const getStats = createRoute({
  method: 'get',
  path: '/me/stats',
  tags: ['Dashboard'],
  security,
  summary: 'Counters and recent activity',
  responses: { 200: json(shape.Stats, 'Counters'), ...problems('unauthenticated') },
});

export const listMyTests = createRoute({
  method: 'get',
  path: '/me/tests',
  tags: ['Dashboard'],
  security,
  summary: 'Your tests, searched and filtered',
  request: { query: shape.MyTestsQuery },
  responses: {
    200: json(z.object({ items: z.array(shape.MyTest) }), 'Tests'),
    ...problems('unauthenticated', 'invalid_fields'),
  },
});

export const getMyTest = createRoute({
  method: 'get',
  path: '/me/tests/{id}',
  tags: ['Dashboard'],
  security,
  summary: 'One of your tests with its result',
  request: { params: idParam },
  responses: { 200: json(shape.MyTestDetail, 'The test'), ...problems('unauthenticated', 'not_found') },
});

export const putTracking = createRoute({
  method: 'put',
  path: '/me/tests/{id}/tracking',
  tags: ['Dashboard'],
  security,
  summary: 'The tracking number of the parcel you sent',
  request: { params: idParam, body: body(shape.TrackingBody) },
  responses: {
    200: json(shape.MyTestDetail, 'The test'),
    ...problems(
      'malformed',
      'unauthenticated',
      'cross_site',
      'not_found',
      'forbidden',
      'wrong_state',
      'invalid_fields',
    ),
  },
});

export const getLabels = createRoute({
  method: 'get',
  path: '/me/tests/{id}/labels',
  tags: ['Dashboard'],
  security,
  summary:
    'Labels for the vial and the parcel, while the sample is awaited; for the sender of a group’s vial too',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: shape.Parcel }), 'The labels'),
    ...problems('unauthenticated', 'not_found', 'wrong_state'),
  },
});

export const publishPublicly = createRoute({
  method: 'post',
  path: '/me/tests/{id}/publish-publicly',
  tags: ['Dashboard'],
  security,
  summary: 'Make a completed private test public, for good',
  request: { params: idParam },
  responses: {
    200: json(shape.MyTestDetail, 'The test'),
    ...problems('unauthenticated', 'cross_site', 'not_found', 'wrong_state'),
  },
});
