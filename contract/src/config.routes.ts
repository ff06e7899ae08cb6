import { createRoute, z } from '@hono/zod-openapi';
import { json } from './answers.routes.ts';
import { PublicConfig } from './config.ts';

export const getConfig = createRoute({
  method: 'get',
  path: '/config',
  tags: ['Site'],
  summary: 'Brand, discount, payment methods and sign-ins of this installation',
  responses: { 200: json(z.object({ data: PublicConfig }), 'The public configuration') },
});
