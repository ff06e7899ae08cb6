import { expect, test } from 'vitest';
import { keptAddress } from './kept-pages';

const id = '0b0fe7f2-8f20-4ffa-a175-6c3d50239711';

test('a page has one address, however its query is written', () => {
  expect(keptAddress('/', '')).toBe('/');
  expect(keptAddress('/', '?')).toBe('/');
  expect(keptAddress('/pricing', '')).toBe('/pricing');
  expect(keptAddress(`/tests/${id}`, '')).toBe(`/tests/${id}`);
  expect(keptAddress('/tests', '?page=2&search=a%20b&onlyPublic=true')).toBe(
    '/tests?search=a+b&onlyPublic=true&page=2',
  );
  expect(keptAddress('/tests', '?search=a+b&onlyPublic=true&page=2')).toBe(
    '/tests?search=a+b&onlyPublic=true&page=2',
  );
});

test.each([
  ['/tests', '?search=%20a'],
  ['/tests', '?search='],
  ['/tests', `?search=${'a'.repeat(201)}`],
  ['/tests', '?search=a&search=b'],
  ['/tests', '?page=0'],
  ['/tests', '?page=-1'],
  ['/tests', '?page=1e9'],
  ['/tests', '?page=1000000000'],
  ['/tests', '?onlyPublic=yes'],
  ['/tests', '?utm_source=x'],
  ['/', '?x=1'],
  ['/tests/not-an-id', ''],
  [`/tests/${id.toUpperCase()}`, ''],
  ['/TESTS', ''],
  ['/tests/', ''],
  ['/dashboard', ''],
  ['/lab', ''],
  ['/login', '?next=%2Fdashboard'],
  ['/request/success', '?session_id=1'],
  ['/nothing', ''],
])('%s%s is not kept', (path, query) => {
  expect(keptAddress(path, query)).toBeUndefined();
});
