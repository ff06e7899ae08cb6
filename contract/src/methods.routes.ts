import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './methods.ts';

const tags = ['Methods'];
const security = signedIn;
const staffOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;

export const listTemplates = createRoute({
  method: 'get',
  path: '/lab/methods',
  tags,
  security,
  summary: 'The templates of measurements: of each family, and of each test in the order of the price list',
  responses: {
    200: json(z.object({ data: z.array(shape.Template) }), 'Every template'),
    ...problems(...staffOnly),
  },
});

export const saveTemplate = createRoute({
  method: 'put',
  path: '/lab/methods/{id}',
  tags,
  security,
  summary: 'Change the template of a test or of a family; results that exist keep theirs',
  request: { params: idParam, body: body(shape.SaveTemplateBody) },
  responses: {
    200: json(z.object({ data: shape.Template }), 'The template as it is now'),
    ...problems(...staffOnly, 'malformed', 'cross_site', 'invalid_fields', 'stale_version'),
  },
});

export const listCompounds = createRoute({
  method: 'get',
  path: '/lab/compounds',
  tags,
  security,
  summary: 'The substances whose formula is known',
  responses: {
    200: json(z.object({ data: z.array(shape.Compound) }), 'By name'),
    ...problems(...staffOnly),
  },
});

export const masses = createRoute({
  method: 'get',
  path: '/lab/masses',
  tags,
  security,
  summary: 'The masses of a formula, its protonated ions, and the charge that explains an observed m/z',
  request: { query: shape.MassesQuery },
  responses: {
    200: json(z.object({ data: shape.Masses }), 'In Da and m/z'),
    ...problems(...staffOnly, 'invalid_fields'),
  },
});
