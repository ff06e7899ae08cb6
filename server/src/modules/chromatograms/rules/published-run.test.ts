import { acquisitionOf } from '@vialproof/science/chromatography/acquisition';
import type { Acquisition } from '@vialproof/science/chromatography/file-reading';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishedName, publishedRun } from './published-run.ts';

/** Letters of several scripts, spaces, and invisible characters. */
const sign = fc.constantFrom(...'aé1中ع😀-. \t\n\u0007\u00ad\u200b\u202e\u2066\ue000\u2028');
const injection = (says: Partial<Acquisition>) => ({
  injection: { acquisition: { ...acquisitionOf([]).acquisition, ...says }, warnings: [] },
  typed: null,
});

test('the name of a sample is published shortened, on one line, without invisible characters', () => {
  expect(publishedName('10065 \u0007MW\u202e 2\nof batch')).toBe('10065 MW 2 of batch');
  expect(publishedName('\u200b')).toBeNull();
  expect(publishedName('عينة 10065')).toBe('عينة 10065');
  expect(publishedName('x'.repeat(150))).toBe(`${'x'.repeat(99)}…`);
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 300 }), (words) => {
      const name = publishedName(words);
      if (name === null) return;
      expect([...name].length).toBeLessThanOrEqual(100);
      expect(name).not.toMatch(/\p{C}|[\r\n]/u);
    }),
  );
});

test('a run is published with its sample and time, or with the reason why one is missing', () => {
  expect(publishedRun(injection({ sampleName: '10065', injectedAt: '2026-07-17T05:48:00' }), null)).toEqual({
    sample_name: '10065',
    injected_at: '2026-07-17T05:48:00',
    injection_time: { source: 'file' },
  });
  const typed = { injectedAt: null, reason: 'The export has no heading.' };
  expect(publishedRun({ ...injection({ sampleName: null, sampleId: '10065' }), typed }, null)).toEqual({
    sample_name: '10065',
    injected_at: null,
    injection_time: { source: 'not_recorded', reason: 'The export has no heading.' },
  });
});
