import { z } from '@hono/zod-openapi';
import { data, idParam, routesOf } from './answers.routes.ts';
import { TraceQuery } from './chromatograms.ts';
import { TypeTimeBody } from './injection-time.ts';
import * as shape from './injections.ts';
import { LabRequest } from './lab.ts';

const route = routesOf('Laboratory', 'staff');

export const labInjections = route('get', '/lab/requests/{id}/injections', {
  summary: 'Every trace that was ever uploaded for a sample, used and unused',
  audited: 'request.viewed',
  params: idParam,
  query: TraceQuery,
  answers: { 200: data(z.array(shape.Injection), 'Oldest first') },
  refuses: ['own_order', 'invalid_fields'],
});

export const labUseInjection = route('put', '/lab/requests/{id}/injections/{injection_id}', {
  summary: 'Report this injection, drawn or beside the one that is, or say why it is not reported',
  params: idParam.extend({ injection_id: z.string() }),
  body: shape.UseInjectionBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'stale_draft', 'chromatogram_unreadable'],
});

export const labTypeTime = route('put', '/lab/requests/{id}/injections/{injection_id}/time', {
  summary: 'Type when an injection was whose file has no time that can be read, or why nobody knows it',
  params: idParam.extend({ injection_id: z.string() }),
  body: TypeTimeBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state'],
});

export const labReleaseInjection = route('post', '/lab/requests/{id}/injections/{injection_id}/release', {
  summary: 'Let the owner publish the file of this injection, for good',
  who: 'reviewer',
  params: idParam.extend({ injection_id: z.string() }),
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order'],
});

export const labAllowInjection = route('post', '/lab/requests/{id}/allow', {
  summary: 'Let an injection count although it seems to be of before the receipt, or of another sample',
  who: 'reviewer',
  params: idParam,
  body: shape.AllowInjectionBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'same_person'],
});
