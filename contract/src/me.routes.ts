import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './orders.ts';
import { Pagination } from './primitives.ts';
import { VisibilityBody } from './registrations.ts';

const route = routesOf('Dashboard', 'owner');

export const getStats = route('get', '/me/stats', {
  summary: 'Counters and recent activity',
  who: 'own',
  answers: { 200: json(shape.Stats, 'Counters') },
});

export const listMyTests = route('get', '/me/tests', {
  summary: 'Your tests, searched and filtered, a page at a time',
  who: 'own',
  query: shape.MyTestsQuery,
  answers: { 200: json(z.object({ items: z.array(shape.MyTest), pagination: Pagination }), 'Tests') },
  refuses: ['invalid_fields'],
});

export const getMyTest = route('get', '/me/tests/{id}', {
  summary: 'One of your tests with its result',
  params: idParam,
  answers: { 200: json(shape.MyTestDetail, 'The test') },
  refuses: ['not_found'],
});

export const putTracking = route('put', '/me/tests/{id}/tracking', {
  summary: 'The tracking number of the parcel you sent',
  params: idParam,
  body: shape.TrackingBody,
  answers: { 200: json(shape.MyTestDetail, 'The test') },
  refuses: ['not_found', 'forbidden', 'wrong_state'],
});

export const putDisclosure = route('put', '/me/tests/{id}/disclosure', {
  summary: 'Show what the certificates of a private test say to whoever has number and key, or no longer',
  params: idParam,
  body: shape.DisclosureBody,
  answers: { 200: json(shape.MyTestDetail, 'The test') },
  refuses: ['not_found', 'forbidden', 'wrong_state'],
});

export const getLabels = route('get', '/me/tests/{id}/labels', {
  summary:
    'Labels for the vial and the parcel, while the sample is awaited; for the sender of a group’s vial too',
  params: idParam,
  answers: { 200: data(shape.Parcel, 'The labels') },
  refuses: ['not_found', 'wrong_state'],
});

export const publishRawFiles = route('post', '/me/tests/{id}/raw-files', {
  summary: 'Publish the files of the instrument that a reviewer has released, for good',
  params: idParam,
  answers: { 200: json(shape.MyTestDetail, 'The test') },
  refuses: ['not_found', 'forbidden', 'wrong_state'],
});

export const putVisibility = route('put', '/me/tests/{id}/visibility', {
  summary:
    'Make your test public, or private until its result is published; a discount is paid back first, as `registration.to_pay` says',
  params: idParam,
  body: VisibilityBody,
  answers: { 200: json(shape.MyTestDetail, 'The test') },
  refuses: [
    'not_found',
    'already_published',
    'order_locked',
    'price_changed',
    'provider_unavailable',
    'wrong_state',
    'invalid_fields',
  ],
});

export const publishPublicly = route('post', '/me/tests/{id}/publish-publicly', {
  summary: 'Make a completed private test public, for good',
  params: idParam,
  answers: { 200: json(shape.MyTestDetail, 'The test') },
  refuses: ['not_found', 'wrong_state'],
});
