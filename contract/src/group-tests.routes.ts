import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './group-tests.ts';
import { TrackingBody } from './orders.ts';
import { Id, Instant } from './primitives.ts';

const tags = ['Group tests'];
const security = signedIn;
/** Everybody may look; whoever is signed in sees `viewer`. */
const open = [{ bearer: [] }, {}];
const refused = ['malformed', 'unauthenticated', 'cross_site', 'not_found', 'invalid_fields'] as const;

export const listGroups = createRoute({
  method: 'get',
  path: '/group-tests',
  tags,
  summary: 'Group tests of one tab; unlisted ones only for their members and organizer',
  security: open,
  request: { query: z.object({ category: shape.GroupCategory.default('open') }) },
  responses: {
    200: json(z.object({ items: z.array(shape.GroupTest) }), 'Groups'),
    ...problems('unauthenticated', 'invalid_fields'),
  },
});

export const getGroup = createRoute({
  method: 'get',
  path: '/group-tests/{id}',
  tags,
  summary: 'One group test with its members and volunteers by display name',
  security: open,
  request: { params: idParam },
  responses: { 200: json(shape.GroupDetail, 'The group'), ...problems('unauthenticated', 'not_found') },
});

export const createGroup = createRoute({
  method: 'post',
  path: '/group-tests',
  tags,
  security,
  summary: 'Begin a group test',
  request: { body: body(shape.CreateGroupBody) },
  responses: {
    201: json(z.object({ test: z.object({ id: Id }) }), 'The new group'),
    ...problems(
      'malformed',
      'unauthenticated',
      'cross_site',
      'invalid_fields',
      'sku_not_sold',
      'rate_limited',
    ),
  },
});

export const joinGroup = createRoute({
  method: 'post',
  path: '/group-tests/{id}/join',
  tags,
  security,
  summary: 'Join, leave, or agree to cover the gap',
  request: { params: idParam, body: body(shape.JoinBody) },
  responses: {
    200: json(shape.GroupDetail, 'The group'),
    ...problems(
      ...refused,
      'group_full',
      'group_locked',
      'already_joined',
      'not_a_member',
      'no_gap',
      'price_changed',
    ),
  },
});

export const volunteerForGroup = createRoute({
  method: 'post',
  path: '/group-tests/{id}/volunteer',
  tags,
  security,
  summary: 'Offer to send the vial',
  request: { params: idParam, body: body(shape.VolunteerBody) },
  responses: {
    201: json(shape.GroupDetail, 'The group'),
    ...problems(...refused, 'wrong_state', 'rate_limited'),
  },
});

export const decideVolunteer = createRoute({
  method: 'post',
  path: '/group-tests/{id}/volunteers/{volunteer_id}',
  tags,
  security,
  summary: 'Approve or reject a volunteer, or choose the sender; the organizer or an admin',
  request: {
    params: idParam.extend({
      volunteer_id: z.string().meta({ param: { name: 'volunteer_id', in: 'path' } }),
    }),
    body: body(shape.DecideVolunteerBody),
  },
  responses: {
    200: json(shape.GroupDetail, 'The group'),
    ...problems(...refused, 'forbidden', 'own_order', 'wrong_state'),
  },
});

export const finaliseGroup = createRoute({
  method: 'post',
  path: '/group-tests/{id}/finalise',
  tags,
  security,
  summary: 'Lock before the deadline, once enough have joined or agreed; the organizer or an admin',
  request: { params: idParam },
  responses: {
    200: json(shape.GroupDetail, 'The locked group'),
    ...problems(...refused, 'forbidden', 'own_order', 'too_few_members', 'group_locked'),
  },
});

export const cancelGroup = createRoute({
  method: 'post',
  path: '/group-tests/{id}/cancel',
  tags,
  security,
  summary: 'Cancel: the organizer before the lock, an admin always; what was paid is refunded',
  request: { params: idParam },
  responses: {
    200: json(shape.GroupDetail, 'The cancelled group'),
    ...problems(...refused, 'forbidden', 'own_order', 'group_locked', 'wrong_state'),
  },
});

export const messageGroup = createRoute({
  method: 'post',
  path: '/group-tests/{id}/message',
  tags,
  security,
  summary: 'A message to all members, by mail and on the page; the organizer or an admin',
  request: { params: idParam, body: body(shape.MessageBody) },
  responses: {
    200: json(shape.GroupDetail, 'The group'),
    ...problems(...refused, 'forbidden', 'own_order', 'rate_limited'),
  },
});

export const putSpecimen = createRoute({
  method: 'put',
  path: '/group-tests/{id}/specimen',
  tags,
  security,
  summary: 'What the vial is, until the laboratory has it; the organizer',
  request: { params: idParam, body: body(shape.SpecimenBody) },
  responses: {
    200: json(shape.GroupDetail, 'The group'),
    ...problems(...refused, 'forbidden', 'wrong_state'),
  },
});

export const putGroupTracking = createRoute({
  method: 'put',
  path: '/group-tests/{id}/tracking',
  tags,
  security,
  summary:
    'The tracking number of the parcel with the vial, until the laboratory has it; its sender or the organizer',
  request: { params: idParam, body: body(TrackingBody) },
  responses: {
    200: json(shape.GroupDetail, 'The group'),
    ...problems(...refused, 'forbidden', 'wrong_state'),
  },
});

export const getGroupAccounts = createRoute({
  method: 'get',
  path: '/group-tests/{id}/accounts',
  tags,
  security,
  summary: 'Every share and every movement of money; members, organizer, admins',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: shape.GroupAccounts }), 'The accounts'),
    ...problems('unauthenticated', 'not_found', 'forbidden'),
  },
});

export const payOut = createRoute({
  method: 'post',
  path: '/lab/group-tests/{id}/payout',
  tags: ['Laboratory'],
  security,
  summary: 'What is owed to the sender has been paid out; an admin',
  // Without a body it is a payout that nobody releases early.
  request: { params: idParam, body: { ...body(shape.PayoutBody), required: false } },
  responses: {
    200: json(z.object({ data: shape.GroupAccounts }), 'The accounts'),
    ...problems(...refused, 'forbidden', 'wrong_state', 'own_order', 'payout_waits'),
  },
});

export const listGroupsForStaff = createRoute({
  method: 'get',
  path: '/lab/group-tests',
  tags: ['Laboratory'],
  security,
  summary: 'Groups that wait for an admin: nothing received in 21 days, or money owed to a sender',
  responses: {
    200: json(
      z.object({
        data: z.array(
          z.object({
            group: shape.GroupTest,
            reason: z.enum(['nothing_received', 'payout_owed']),
            /** With `payout_owed`: from then on it is paid out without a reason; null: now. */
            payable_from: Instant.nullable(),
          }),
        ),
      }),
      'Groups',
    ),
    ...problems('unauthenticated', 'not_found', 'forbidden'),
  },
});
