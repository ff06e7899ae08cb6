import { z } from '@hono/zod-openapi';
import { idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './lab.ts';

const route = routesOf('Laboratory', 'staff');

const answer = json(z.object({ data: shape.LabRequest }), 'The request as it is now');

export const labQueue = route('get', '/lab/requests', {
  summary: 'The queue, oldest paid first',
  query: shape.LabQuery,
  answers: { 200: json(shape.LabQueue, 'One page of 25') },
  refuses: ['invalid_fields'],
});

export const labRequest = route('get', '/lab/requests/{id}', {
  summary: 'Everything that staff may see of a request; takes a task number too',
  audited: 'request.viewed',
  params: idParam,
  answers: { 200: answer },
});

export const labIntake = route('post', '/lab/requests/{id}/intake', {
  summary: 'Take the sample in, or refuse it with the reason',
  params: idParam,
  body: shape.IntakeBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'log_read_only'],
});

export const labHandling = route('put', '/lab/requests/{id}/handling', {
  summary: 'Say what the bench has to know of the sample; reviewers and admins',
  who: 'reviewer',
  params: idParam,
  body: shape.HandlingBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state'],
});

export const labSaveResult = route('put', '/lab/requests/{id}/result', {
  summary: 'Save the draft',
  params: idParam,
  body: shape.SaveResultBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'stale_draft'],
});

export const labChromatogram = route('post', '/lab/requests/{id}/chromatogram', {
  summary: 'Upload a detector trace (CSV, LabSolutions, Chromeleon or Empower text, ANDI/AIA netCDF or mzML)',
  params: idParam,
  takesFile: 'with a wish for a channel',
  answers: { 200: answer },
  refuses: [
    'own_order',
    'wrong_state',
    'too_large',
    'chromatogram_unreadable',
    'ambiguous_numbers',
    'trace_used_elsewhere',
  ],
});

export const labAttachment = route('post', '/lab/requests/{id}/attachments', {
  summary: 'Attach a file (PDF, PNG, JPEG, CSV)',
  params: idParam,
  takesFile: true,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'too_large', 'file_type'],
});

export const labSubmit = route('post', '/lab/requests/{id}/submit', {
  summary: 'Hand the draft to a second person',
  params: idParam,
  body: shape.SubmitBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'stale_draft', 'signature_refused'],
});

export const labReturn = route('post', '/lab/requests/{id}/return', {
  summary: 'Send it back with a comment',
  who: 'reviewer',
  params: idParam,
  body: shape.CommentBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state'],
});

export const labPublish = route('post', '/lab/requests/{id}/publish', {
  summary: 'Publish; another person than the authors',
  who: 'reviewer',
  params: idParam,
  body: shape.PublishBody,
  answers: { 200: answer },
  refuses: [
    'own_order',
    'wrong_state',
    'stale_draft',
    'signature_refused',
    'same_person',
    'certificate_unprintable',
    'log_read_only',
  ],
});

export const labAmend = route('post', '/lab/requests/{id}/amend', {
  summary: 'Begin a new draft on top of the published revision',
  params: idParam,
  body: shape.AmendBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'log_read_only'],
});

export const labRetract = route('post', '/lab/requests/{id}/retract', {
  summary: 'Withdraw the published revision',
  who: 'reviewer',
  params: idParam,
  body: shape.RetractBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state', 'log_read_only'],
});
