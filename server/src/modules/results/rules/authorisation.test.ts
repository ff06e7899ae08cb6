import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { methodsTouched } from './authorisation.ts';

const line = (method: string, value: number): Measurement => ({
  analyte: 'Purity',
  method,
  value,
  unit: '%',
  limit: '',
  verdict: null,
});
const lines = fc.array(
  fc.record({ method: fc.constantFrom('HPLC', 'ICP-MS', 'LAL'), value: fc.integer({ min: 0, max: 2 }) }),
  { maxLength: 6 },
);
const all = (specs: { method: string; value: number }[]) =>
  specs.map(({ method, value }) => line(method, value));

test('a method stays unchanged if its lines in the list only move', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (specs, by) => {
      const moved = specs.map((_, place) => specs[(place + by) % specs.length] ?? { method: '', value: 0 });
      expect(methodsTouched(all(specs), all(moved))).toEqual([]);
    }),
  );
});

test('a method is changed only if one of its lines changed', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const touched = new Set(methodsTouched(all(before), all(after)));
      for (const method of ['HPLC', 'ICP-MS', 'LAL']) {
        const of = (specs: typeof before) =>
          specs
            .filter((each) => each.method === method)
            .map(({ value }) => value)
            .toSorted();
        expect(touched.has(method)).toBe(JSON.stringify(of(before)) !== JSON.stringify(of(after)));
      }
    }),
  );
});
