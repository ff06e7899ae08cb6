import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './group-tests.ts';
import { TrackingBody } from './orders.ts';
import { Id, Instant, LongPageQuery, Pagination } from './primitives.ts';

const route = routesOf('Group tests', 'organizer');
const laboratoryRoute = routesOf('Laboratory', 'admin');

export const listGroups = route('get', '/group-tests', {
  summary: 'Group tests of one tab, a page at a time; unlisted ones only for their members and organizer',
  who: 'open',
  isBetterSignedIn: true,
  query: z.object({ category: shape.GroupCategory.default('open'), ...LongPageQuery }),
  answers: { 200: json(z.object({ items: z.array(shape.GroupTest), pagination: Pagination }), 'Groups') },
  refuses: ['unauthenticated', 'invalid_fields'],
});

export const getGroup = route('get', '/group-tests/{id}', {
  summary: 'One group test with its members and volunteers by display name',
  who: 'open',
  isBetterSignedIn: true,
  audited: 'group.viewed',
  params: idParam,
  answers: { 200: json(shape.GroupDetail, 'The group') },
  refuses: ['unauthenticated', 'not_found'],
});

export const createGroup = route('post', '/group-tests', {
  summary: 'Begin a group test',
  who: 'own',
  body: shape.CreateGroupBody,
  answers: { 201: json(z.object({ test: z.object({ id: Id }) }), 'The new group') },
  refuses: ['sku_not_sold', 'rate_limited'],
});

export const joinGroup = route('post', '/group-tests/{id}/join', {
  summary: 'Join, leave, or agree to cover the gap',
  who: 'own',
  params: idParam,
  body: shape.JoinBody,
  answers: { 200: json(shape.GroupDetail, 'The group') },
  refuses: [
    'not_found',
    'group_full',
    'group_locked',
    'already_joined',
    'not_a_member',
    'no_gap',
    'price_changed',
  ],
});

export const volunteerForGroup = route('post', '/group-tests/{id}/volunteer', {
  summary: 'Offer to send the vial',
  who: 'own',
  params: idParam,
  body: shape.VolunteerBody,
  answers: { 201: json(shape.GroupDetail, 'The group') },
  refuses: ['not_found', 'wrong_state', 'rate_limited'],
});

export const decideVolunteer = route('post', '/group-tests/{id}/volunteers/{volunteer_id}', {
  summary: 'Approve or reject a volunteer, or choose the sender; the organizer or an admin',
  // The sender is paid.
  stepUp: 'admins',
  params: idParam.extend({
    volunteer_id: z.string().meta({ param: { name: 'volunteer_id', in: 'path' } }),
  }),
  body: shape.DecideVolunteerBody,
  answers: { 200: json(shape.GroupDetail, 'The group') },
  refuses: ['not_found', 'forbidden', 'own_order', 'wrong_state'],
});

export const finaliseGroup = route('post', '/group-tests/{id}/finalise', {
  summary: 'Lock before the deadline, once enough have joined or agreed; the organizer or an admin',
  params: idParam,
  answers: { 200: json(shape.GroupDetail, 'The locked group') },
  refuses: [
    'malformed',
    'not_found',
    'invalid_fields',
    'forbidden',
    'own_order',
    'too_few_members',
    'group_locked',
  ],
});

export const cancelGroup = route('post', '/group-tests/{id}/cancel', {
  summary: 'Cancel: the organizer before the lock, an admin always; what was paid is refunded',
  stepUp: 'admins',
  params: idParam,
  answers: { 200: json(shape.GroupDetail, 'The cancelled group') },
  refuses: [
    'malformed',
    'not_found',
    'invalid_fields',
    'forbidden',
    'own_order',
    'group_locked',
    'wrong_state',
  ],
});

export const messageGroup = route('post', '/group-tests/{id}/message', {
  summary: 'A message to all members, by mail and on the page; the organizer or an admin',
  params: idParam,
  body: shape.MessageBody,
  answers: { 200: json(shape.GroupDetail, 'The group') },
  refuses: ['not_found', 'forbidden', 'own_order', 'rate_limited'],
});

export const putSpecimen = route('put', '/group-tests/{id}/specimen', {
  summary: 'What the vial is, until the laboratory has it; the organizer',
  params: idParam,
  body: shape.SpecimenBody,
  answers: { 200: json(shape.GroupDetail, 'The group') },
  refuses: ['not_found', 'forbidden', 'wrong_state'],
});

export const putGroupTracking = route('put', '/group-tests/{id}/tracking', {
  summary:
    'The tracking number of the parcel with the vial, until the laboratory has it; its sender or the organizer',
  params: idParam,
  body: TrackingBody,
  answers: { 200: json(shape.GroupDetail, 'The group') },
  refuses: ['not_found', 'forbidden', 'wrong_state'],
});

export const getGroupAccounts = route('get', '/group-tests/{id}/accounts', {
  summary: 'Every share and every movement of money; members, organizer, admins',
  audited: 'group.accounts_viewed',
  params: idParam,
  answers: { 200: data(shape.GroupAccounts, 'The accounts') },
  refuses: ['not_found', 'forbidden'],
});

export const payOut = laboratoryRoute('post', '/lab/group-tests/{id}/payout', {
  summary: 'What is owed to the sender has been paid out; an admin',
  stepUp: 'everybody',
  params: idParam,
  // The body may be missing. Then it is a normal payout.
  optionalBody: shape.PayoutBody,
  answers: { 200: data(shape.GroupAccounts, 'The accounts') },
  refuses: ['not_found', 'forbidden', 'wrong_state', 'own_order', 'payout_waits'],
});

export const listGroupsForStaff = laboratoryRoute('get', '/lab/group-tests', {
  summary: 'Groups that wait for an admin: nothing received in 21 days, or money owed to a sender',
  audited: 'group.list_viewed',
  answers: {
    200: json(
      z.object({
        data: z.array(
          z.object({
            group: shape.GroupTest,
            reason: z.enum(['nothing_received', 'payout_owed']),
            /** Before this time, paying the sender needs a reason. Null: no reason is needed. */
            payable_from: Instant.nullable(),
          }),
        ),
      }),
      'Groups',
    ),
  },
});
