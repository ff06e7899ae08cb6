import { expect, test } from 'vitest';
import { commandFor, playwrightOptions, reaches, readSelection, vitestOptions } from './test-selection.ts';

test('npm test without words selects every test', () => {
  const all = readSelection([]);
  expect(vitestOptions(all)).toEqual([]);
  expect(playwrightOptions(all)).toEqual([]);
  expect(reaches(all, [])).toBe(true);
});

test('npm test passes file names and a title to both test runners, and escapes regular expressions', () => {
  const some = readSelection(['e2e/verify.e2e.ts', 'orders', '-t', 'pays (by card)']);
  expect(vitestOptions(some)).toEqual([
    'e2e/verify.e2e.ts',
    'orders',
    '--testNamePattern',
    'pays \\(by card\\)',
  ]);
  expect(playwrightOptions(some)).toEqual([
    'e2e/verify\\.e2e\\.ts',
    'orders',
    '--grep',
    'pays \\(by card\\)',
  ]);
});

test('npm test selects the test files whose path contains one of its arguments', () => {
  const some = readSelection(['verify', 'orders.e2e']);
  expect(reaches(some, ['e2e/orders.e2e.ts'])).toBe(true);
  expect(reaches(some, ['e2e/desk.e2e.ts'])).toBe(false);
});

test('the printed command for a single test can be pasted into a shell', () => {
  expect(commandFor('e2e/desk.e2e.ts', "a sample's page")).toBe(
    "npm test -- e2e/desk.e2e.ts -t 'a sample'\\''s page'",
  );
  expect(commandFor('a.test.ts')).toBe('npm test -- a.test.ts');
  // Only a nightly part runs these files.
  expect(commandFor('e2e/watches.nightly.ts')).toBeUndefined();
});
