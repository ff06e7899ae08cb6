import { expect, test } from 'vitest';
import { momentWords } from '../calendar/dates.ts';
import type { DescribedTrace } from '../chromatography/types.ts';
import { runParts, runSentence } from './run-words.ts';

type InjectionTime = NonNullable<DescribedTrace['injection_time']>;

const sentence = (
  source: InjectionTime['source'],
  {
    at = null,
    name = 'VP-10065',
    ...time
  }: { at?: string | null; name?: string | null } & Partial<InjectionTime> = {},
) => runSentence({ sample_name: name, injected_at: at, injection_time: { source, ...time } });

test('the sentence on a run states the sample, the time, and the source of the time', () => {
  expect(sentence('file', { at: '2026-07-17T05:48:49' })).toBe(
    'Sample “VP-10065”, injected 17 July 2026, 05:48 (as the instrument wrote it).',
  );
  expect(sentence('typed', { at: '2026-07-17T05:48' })).toBe(
    'Sample “VP-10065”, injected 17 July 2026, 05:48 (typed by the laboratory, not read from the file).',
  );
  expect(sentence('not_recorded')).toBe('Sample “VP-10065”, time of injection not recorded.');
  expect(sentence('unreadable', { reason: 'The clock had no battery.' })).toBe(
    'Sample “VP-10065”, time of injection in the file cannot be read: The clock had no battery.',
  );
  expect(sentence('two_readings', { readings: ['2026-06-12T23:49:36', '2026-12-06T23:49:36'] })).toBe(
    'Sample “VP-10065”, injected 12 June 2026, 23:49, or 6 December 2026, 23:49 (the date in the file reads two ways).',
  );
});

test('the sentence on a run without a sample name states only the time, and a run of an older version has no sentence', () => {
  expect(sentence('not_recorded', { name: null })).toBe('Time of injection not recorded.');
  expect(sentence('file', { at: '2018-10-30T17:43:05+00:00', name: null })).toBe(
    'Injected 30 October 2018, 17:43 UTC (as the instrument wrote it).',
  );
  expect(runSentence({})).toBe('');
  expect(runParts({})).toBeNull();
});

test('the sentence states a time with its UTC offset if that is known', () => {
  expect(momentWords('2026-07-17T05:48:49')).toBe('17 July 2026, 05:48');
  expect(momentWords('2026-07-17T05:48Z')).toBe('17 July 2026, 05:48 UTC');
  expect(momentWords('2026-07-17T05:48:49+02:00')).toBe('17 July 2026, 05:48 UTC+02:00');
});
