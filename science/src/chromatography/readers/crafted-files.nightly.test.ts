import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CRAFTED } from './crafted-files.fixture.ts';
import { damaged, FORMATS, isAnswered, read } from './damaged-files.fixture.ts';

it.each(CRAFTED)(
  'the reader refuses a file made to block it after less than two seconds of work: %s',
  (_, file, message) => {
    const bytes = file();
    const began = process.cpuUsage();
    const reading = read(bytes);
    const { user, system } = process.cpuUsage(began);
    expect(reading).toMatchObject({ ok: false, message });
    expect((user + system) / 1e6).toBeLessThan(2);
  },
);

it.each(FORMATS)('reading %s with other damage each night gives a result or a refusal', (_, bytes) => {
  fc.assert(fc.property(damaged(bytes), isAnswered), { numRuns: 10_000 / FORMATS.length });
});
