import { data, routesOf } from './answers.routes.ts';
import * as shape from './verification.ts';

const route = routesOf('Verification', 'open');

export const verifyTest = route('get', '/tests/verify', {
  summary: 'Check a task number with its unique key, and the revision that a paper names',
  isBetterSignedIn: true,
  query: shape.VerifyQuery,
  answers: { 200: data(shape.Verification, 'The pair belongs to a test') },
  refuses: ['verification_failed', 'invalid_fields', 'rate_limited'],
});

export const comparePaper = route('post', '/tests/verify/compare', {
  summary: 'Compare what a paper prints with its certificate',
  body: shape.CompareBody,
  answers: { 200: data(shape.Comparison, 'What is the same') },
  refuses: ['verification_failed', 'rate_limited'],
});
