import { expect, it } from 'vitest';
import { namedIn } from './ask-watch';

const named = (query: string) => namedIn(new URLSearchParams(query));

it.each([
  ['kind=compound&subject=bpc-157', { kind: 'compound', subject: 'bpc-157' }],
  ['kind=batch&subject=maker-a/b-1', { kind: 'batch', subject: 'maker-a/b-1' }],
  ['kind=task&subject=10003', { kind: 'task', subject: '10003' }],
])('the query %s names the subject of an alert', (query, subject) => {
  expect(named(query)).toEqual(subject);
});

it.each([
  '',
  'kind=compound',
  'kind=toString&subject=bpc-157',
  'kind=person&subject=bpc-157',
  'kind=compound&subject=../lab',
  'kind=batch&subject=a/b/c',
  `kind=maker&subject=${'a'.repeat(10_000)}`,
])('the query %s names no subject of an alert', (query) => {
  expect(named(query)).toBeNull();
});
