import { data, routesOf } from './answers.routes.ts';
import * as shape from './verification.ts';

const route = routesOf('Verification', 'everybody');

export const verifyTest = route('get', '/tests/verify', {
  summary: 'Check a task number with its unique key',
  query: shape.VerifyQuery,
  answers: { 200: data(shape.Verification, 'The pair belongs to a test') },
  refuses: ['verification_failed', 'invalid_fields', 'rate_limited'],
});
