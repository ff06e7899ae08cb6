import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './lab.ts';

const tags = ['Laboratory'];
const security = signedIn;
const answer = json(z.object({ data: shape.LabRequest }), 'The request as it is now');
const staffOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;
const change = [
  ...staffOnly,
  'malformed',
  'cross_site',
  'own_order',
  'wrong_state',
  'invalid_fields',
] as const;
const upload = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: z.object({ file: z.any().meta({ type: 'string', format: 'binary' }) }),
    },
  },
} as const;

export const labQueue = createRoute({
  method: 'get',
  path: '/lab/requests',
  tags,
  security,
  summary: 'The queue, oldest paid first',
  request: { query: shape.LabQuery },
  responses: { 200: json(shape.LabQueue, 'One page of 25'), ...problems(...staffOnly, 'invalid_fields') },
});

export const labRequest = createRoute({
  method: 'get',
  path: '/lab/requests/{id}',
  tags,
  security,
  summary: 'Everything that staff may see of a request; takes a task number too',
  request: { params: idParam },
  responses: { 200: answer, ...problems(...staffOnly) },
});

const step = <P extends string>(path: P, summary: string) => ({
  method: 'post' as const,
  path: `/lab/requests/{id}/${path}` as const,
  tags,
  security,
  summary,
});

export const labIntake = createRoute({
  ...step('intake', 'Take the sample in, or refuse it with the reason'),
  request: { params: idParam, body: body(shape.IntakeBody) },
  responses: { 200: answer, ...problems(...change) },
});

export const labSaveResult = createRoute({
  method: 'put',
  path: '/lab/requests/{id}/result',
  tags,
  security,
  summary: 'Save the draft',
  request: { params: idParam, body: body(shape.SaveResultBody) },
  responses: { 200: answer, ...problems(...change, 'stale_draft') },
});

export const labChromatogram = createRoute({
  ...step('chromatogram', 'Upload a detector trace (CSV, ANDI/AIA netCDF or mzML)'),
  request: { params: idParam, body: upload },
  responses: { 200: answer, ...problems(...change, 'too_large', 'chromatogram_unreadable') },
});

export const labAttachment = createRoute({
  ...step('attachments', 'Attach a file (PDF, PNG, JPEG, CSV)'),
  request: { params: idParam, body: upload },
  responses: { 200: answer, ...problems(...change, 'too_large', 'file_type') },
});

export const labSubmit = createRoute({
  ...step('submit', 'Hand the draft to a second person'),
  request: { params: idParam, body: { content: { 'application/json': { schema: shape.SubmitBody } } } },
  responses: { 200: answer, ...problems(...change, 'stale_draft') },
});

export const labReturn = createRoute({
  ...step('return', 'Send it back with a comment'),
  request: { params: idParam, body: body(shape.CommentBody) },
  responses: { 200: answer, ...problems(...change) },
});

export const labPublish = createRoute({
  ...step('publish', 'Publish; another person than the authors'),
  request: {
    params: idParam,
    body: { content: { 'application/json': { schema: shape.PublishBody } } },
  },
  responses: {
    200: answer,
    ...problems(...change, 'stale_draft', 'same_person', 'certificate_unprintable'),
  },
});

export const labAmend = createRoute({
  ...step('amend', 'Begin a new draft on top of the published revision'),
  request: { params: idParam, body: body(shape.ReasonBody) },
  responses: { 200: answer, ...problems(...change) },
});

export const labRetract = createRoute({
  ...step('retract', 'Withdraw the published revision'),
  request: { params: idParam, body: body(shape.ReasonBody) },
  responses: { 200: answer, ...problems(...change) },
});
