import { z } from '@hono/zod-openapi';
import { data, idParam, routesOf } from './answers.routes.ts';
import * as shape from './methods.ts';

const route = routesOf('Methods', 'staff');

export const listTemplates = route('get', '/lab/methods', {
  summary: 'The templates of measurements: of each family, and of each test in the order of the price list',
  answers: { 200: data(z.array(shape.Template), 'Every template') },
});

export const saveTemplate = route('put', '/lab/methods/{id}', {
  summary: 'Change the template of a test or of a family; results that exist keep theirs',
  params: idParam,
  body: shape.SaveTemplateBody,
  answers: { 200: data(shape.Template, 'The template as it is now') },
  refuses: ['stale_version'],
});

export const listCompounds = route('get', '/lab/compounds', {
  summary: 'The substances whose formula is known',
  answers: { 200: data(z.array(shape.Compound), 'By name') },
});

export const masses = route('get', '/lab/masses', {
  summary: 'The masses of a formula, its protonated ions, and the charge that explains an observed m/z',
  query: shape.MassesQuery,
  answers: { 200: data(shape.Masses, 'In Da and m/z') },
  refuses: ['invalid_fields'],
});
