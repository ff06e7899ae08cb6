import { z } from '@hono/zod-openapi';
import { data, idParam, routesOf } from './answers.routes.ts';
import { AssigneeBody } from './assignees.ts';
import { LabRequest, Person } from './lab.ts';

const route = routesOf('Laboratory', 'staff');

export const labPeople = route('get', '/lab/people', {
  summary: 'Everybody of the laboratory, to whom a sample can be given',
  answers: { 200: data(z.array(Person), 'By name') },
});

export const labAssignee = route('put', '/lab/requests/{id}/assignee', {
  summary: 'Say who works on a sample: yourself, somebody else or nobody. It locks nothing.',
  params: idParam,
  body: AssigneeBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'stale_version'],
});
