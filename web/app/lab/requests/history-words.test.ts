import { expect, it } from 'vitest';
import { historyLines } from './history-words';

it('the history of a draft shows what a save changed, field by field', () => {
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

const peak = (start_min: number, end_min: number) => ({ start_min, end_min });

it('the history of a draft shows changed peaks, even if an earlier peak was removed', () => {
  const before = {
    limits: [peak(1, 2), peak(3, 4), peak(5, 6)],
    main_peak: 1,
    baseline: 'straight',
    purity_percent: 98,
  };
  const after = {
    limits: [peak(3, 4), peak(5, 6.5), peak(8, 9)],
    main_peak: 0,
    baseline: 'rolling_ball',
    purity_percent: 100,
  };
  expect(historyLines({ before, after, reason: 'Noise.' })).toEqual([
    { name: 'Peak 1', from: '1 to 2 min', value: 'none' },
    { name: 'Peak 3', from: '5 to 6 min', value: '5 to 6.5 min' },
    { name: 'New peak', from: 'none', value: '8 to 9 min' },
    { name: 'Baseline', from: 'straight', value: 'rolling ball' },
    { name: 'Purity, %', from: '98', value: '100' },
    { name: 'Reason', value: 'Noise.' },
  ]);
});

it('the history of a draft shows which file replaced another file', () => {
  const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
  expect(historyLines({ file_name: 'run.csv', sha256: two, before: { sha256: one } })).toEqual([
    { name: 'Before, SHA-256', value: one },
    { name: 'SHA-256', value: two },
    { name: 'File name', value: 'run.csv' },
  ]);
  expect(historyLines({ sha256: { from: one, to: two } })).toEqual([
    { name: 'SHA-256', from: one, value: two },
  ]);
});
