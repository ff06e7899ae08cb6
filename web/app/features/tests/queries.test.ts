import { expect, test } from 'vitest';
import { firstPage, readAddress, restoredPages } from './queries';

function address(query: string) {
  return readAddress(new URLSearchParams(query));
}

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=2.9', 1],
  ['page=abc', 1],
  ['page=1e9', 1],
  ['page=1000000000', 1_000_000],
  ['page=Infinity', 1],
])('the query ?%s means page number %i', (query, page) => {
  expect(address(query).page).toBe(page);
});

test('a search is trimmed, and cut to the length that the server allows', () => {
  expect(address(`search=${'x'.repeat(10_000)}`).filter.search).toHaveLength(200);
  expect(address('search=%20%20').filter.search).toBe('');
  expect(address('search=100%25\'"😀').filter.search).toBe('100%\'"😀');
});

test('only the word true in the address turns a filter on', () => {
  expect(address('onlyPublic=true&onlySterility=1').filter).toMatchObject({
    onlyPublic: true,
    onlySterility: false,
  });
});

test('an address with a very high page number shows only this page', () => {
  expect(firstPage(restoredPages)).toBe(1);
  expect(firstPage(restoredPages + 1)).toBe(restoredPages + 1);
});

test('unknown filters in the address are ignored', () => {
  expect(address('verdict=best&year=1e3&sort=price&maker=acme').filter).toMatchObject({
    verdict: '',
    year: '',
    sort: '',
    maker: 'acme',
  });
  expect(address('verdict=not_judged&year=2026&sort=purity').filter).toMatchObject({
    verdict: 'not_judged',
    year: '2026',
    sort: 'purity',
  });
});
