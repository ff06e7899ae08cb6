import { expect, it } from 'vitest';
import { exactly, historyLines } from './history-words';

it('says field by field what a save changed', () => {
  const changes = [
    { path: 'title', from: '', to: 'BPC-157' },
    { path: 'measurements.0.value', from: 99.1, to: 98.2 },
    { path: 'measurements.1', from: { analyte: 'Water', value: 3, unit: '%', limit: '' }, to: null },
  ];
  expect(historyLines({ revision: 1, changes })).toEqual([
    { name: 'Title', from: 'none', value: 'BPC-157' },
    { name: 'Line 1, value', from: '99.1', value: '98.2' },
    { name: 'Line 2', from: 'analyte Water; value 3; unit %', value: 'none' },
    { name: 'Revision', value: '1' },
  ]);
});

it('says peak by peak what was set otherwise, and nothing of the others', () => {
  const peak = { start_min: 1, end_min: 2 };
  const before = {
    limits: [peak, { start_min: 3, end_min: 4 }],
    main_peak: 0,
    baseline: 'straight',
    purity_percent: 98,
  };
  const after = { limits: [peak], main_peak: 0, baseline: 'rolling_ball', purity_percent: 100 };
  expect(historyLines({ before, after, reason: 'Noise.' })).toEqual([
    { name: 'Peak 2', from: '3 to 4 min', value: 'none' },
    { name: 'Baseline', from: 'straight', value: 'rolling ball' },
    { name: 'Purity percent', from: '98', value: '100' },
    { name: 'Reason', value: 'Noise.' },
  ]);
});

it('says the moment to the second', () => {
  expect(exactly('2026-11-23T21:35:07.123Z')).toBe('2026-11-23 21:35:07 UTC');
});
