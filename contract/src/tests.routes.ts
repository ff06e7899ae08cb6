import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './tests.ts';

const route = routesOf('Public tests', 'open');

export const listTests = route('get', '/tests', {
  summary:
    'Paid and later tests, newest published first; private ones reduced. All words of the search are found: in compound, maker, batch, task number or SKU',
  query: shape.TestsQuery,
  answers: { 200: json(shape.TestsPage, 'One page') },
  refuses: ['invalid_fields'],
});

export const newestTrace = route('get', '/tests/newest-trace', {
  summary: 'The newest public test with a chromatogram; null while there is none',
  answers: { 200: data(shape.PublicTest.nullable(), 'The test, or null') },
});

export const getTest = route('get', '/tests/{id}', {
  summary: 'One test; a private one reduced',
  params: idParam,
  answers: { 200: data(shape.PublicTest, 'The test') },
  refuses: ['not_found'],
});
