import { z } from '@hono/zod-openapi';
import { data, idParam, routesOf } from './answers.routes.ts';
import * as shape from './methods.ts';

const route = routesOf('Methods', 'reviewer');

export const listTemplates = route('get', '/lab/methods', {
  summary:
    'The templates of measurements: of each family, and of each test in the order of the price list; reviewers and admins',
  answers: { 200: data(z.array(shape.Template), 'Every template') },
});

export const draftTemplate = route('post', '/lab/methods/{id}/drafts', {
  summary: 'Propose a change of the template of a test or of a family; admins',
  who: 'admin',
  description:
    'It holds once another reviewer or admin approves it; results that exist keep theirs. One draft a template is open: the author’s next one takes its place, and somebody else is refused.',
  params: idParam,
  body: shape.DraftTemplateBody,
  answers: { 200: data(shape.Template, 'The template as it still is, with the draft') },
  refuses: ['stale_version', 'wrong_state'],
});

const draftParam = idParam.extend({
  draft_id: z.string().meta({ param: { name: 'draft_id', in: 'path' } }),
});

export const approveDraft = route('post', '/lab/methods/{id}/drafts/{draft_id}/approve', {
  summary: 'Approve somebody else’s draft: it is the template’s next version; reviewers and admins',
  params: draftParam,
  answers: { 200: data(shape.Template, 'The template as it is now') },
  refuses: ['same_person', 'stale_version', 'wrong_state'],
});

export const refuseDraft = route('post', '/lab/methods/{id}/drafts/{draft_id}/refuse', {
  summary: 'Refuse somebody else’s draft; reviewers and admins',
  params: draftParam,
  body: shape.RefuseDraftBody,
  answers: { 200: data(shape.Template, 'The template as it stays') },
  refuses: ['same_person', 'wrong_state'],
});

export const withdrawDraft = route('post', '/lab/methods/{id}/drafts/{draft_id}/withdraw', {
  summary: 'Take one’s own draft back',
  params: draftParam,
  answers: { 200: data(shape.Template, 'The template as it stays') },
  refuses: ['wrong_state'],
});

export const listTemplateSteps = route('get', '/lab/methods/{id}/history', {
  summary: 'The versions of a template and the drafts that became none; reviewers and admins',
  params: idParam,
  answers: { 200: data(z.array(shape.TemplateStep), 'At most 200, the newest first') },
});

export const listCompounds = route('get', '/lab/compounds', {
  summary: 'The substances whose formula is known',
  who: 'staff',
  answers: { 200: data(z.array(shape.Compound), 'By name') },
});

export const masses = route('get', '/lab/masses', {
  summary: 'The masses of a formula, its protonated ions, and the charge that explains an observed m/z',
  who: 'staff',
  query: shape.MassesQuery,
  answers: { 200: data(shape.Masses, 'In Da and m/z') },
  refuses: ['invalid_fields'],
});
