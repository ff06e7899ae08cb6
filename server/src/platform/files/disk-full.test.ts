import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { isDiskFull, saysDiskFull } from './disk-full.ts';

test('a full disk is recognised by the error of the file system or of PostgreSQL', () => {
  const noSpace = Object.assign(new Error('write'), { code: 'ENOSPC' });
  const extend = Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' });
  expect(saysDiskFull(noSpace)).toBe(true);
  expect(saysDiskFull(extend)).toBe(true);
  expect(saysDiskFull(new DrizzleQueryError('insert', [], extend))).toBe(true);
  expect(saysDiskFull(Object.assign(new Error('absent'), { code: 'ENOENT' }))).toBe(false);
  expect(saysDiskFull('ENOSPC')).toBe(false);
});

test('a disk with free space is not full, and neither is a missing disk', async () => {
  expect(await isDiskFull(import.meta.dirname)).toBe(false);
  expect(await isDiskFull('/no/such/directory')).toBe(false);
});
