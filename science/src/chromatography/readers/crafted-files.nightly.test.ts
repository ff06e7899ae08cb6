import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readChromatogram } from './chromatogram-file.ts';
import { CRAFTED } from './crafted-files.fixture.ts';
import { damaged, FORMATS, isAnswered } from './damaged-files.fixture.ts';

const read = (bytes: Uint8Array) =>
  readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));

it.each(CRAFTED)('the reader refuses a file made to block it: %s', (_, file, message) => {
  expect(read(file())).toMatchObject({ ok: false, message });
});

it.each(FORMATS)('reading %s with other damage each night gives a result or a refusal', (_, bytes) => {
  const night = randomUUID();
  const failed = Array.from({ length: 1_250 }, (_, place) => `${night} ${place}`).filter(
    (seed) => !isAnswered(read, damaged(bytes, seed)),
  );
  expect(failed).toEqual([]);
});
