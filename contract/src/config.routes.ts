import { data, routesOf } from './answers.routes.ts';
import { PublicConfig } from './config.ts';

const route = routesOf('Site', 'open');

export const getConfig = route('get', '/config', {
  summary: 'Brand, discount, payment methods and sign-ins of this installation',
  answers: { 200: data(PublicConfig, 'The public configuration') },
});
