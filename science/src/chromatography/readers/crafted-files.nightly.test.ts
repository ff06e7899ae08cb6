import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readChromatogram } from './chromatogram-file.ts';
import { CRAFTED } from './crafted-files.fixture.ts';
import { damaged, FORMATS, isAnswered } from './damaged-files.fixture.ts';

const read = (bytes: Uint8Array) =>
  readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));

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
  const night = randomUUID();
  const failed = Array.from({ length: 1_250 }, (_, place) => `${night} ${place}`).filter(
    (seed) => !isAnswered(read, damaged(bytes, seed)),
  );
  expect(failed).toEqual([]);
});
