import { z } from '@hono/zod-openapi';
import { data, routesOf } from './answers.routes.ts';
import * as shape from './authorisations.ts';

const route = routesOf('Methods', 'admin');

export const listAuthorisations = route('get', '/lab/authorisations', {
  summary: 'Who may enter and release results by which method; admins',
  answers: { 200: data(z.array(shape.MethodAuthorisation), 'Every method of the templates, by name') },
});

export const authorise = route('put', '/lab/authorisations', {
  summary: 'Say who may enter and hand in results by a method, and who may release them; admins',
  stepUp: 'everybody',
  body: shape.AuthoriseBody,
  answers: { 200: data(z.array(shape.MethodAuthorisation), 'Every method as it is now') },
});
