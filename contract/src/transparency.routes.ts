import { data, file, routesOf } from './answers.routes.ts';
import * as shape from './transparency.ts';

const route = routesOf('Public log', 'open');

export const getLog = route('get', '/log', {
  summary: 'The head of the public log and its newest entries',
  description: 'The log itself is served as C2SP tlog-tiles at /checkpoint and /tile/.',
  answers: { 200: data(shape.PublicLog, 'The head') },
});

export const getLogConsistency = route('get', '/log/consistency', {
  summary: 'That the log of an earlier size is the beginning of the present one',
  query: shape.ConsistencyQuery,
  answers: { 200: data(shape.LogConsistency, 'The proof, and the head that it leads to') },
  refuses: ['not_found', 'invalid_fields'],
});

export const getKeys = route('get', '/log/keys', {
  summary:
    'What is needed to check certificates and proofs without us: the log’s keys, every signing certificate, the root',
  answers: { 200: file('text/plain', 'Lines of verifier keys, and certificates as PEM') },
});
