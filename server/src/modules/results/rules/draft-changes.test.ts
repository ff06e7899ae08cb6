import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween, type DraftContent } from './draft-changes.ts';

const line = (value: number | string): Measurement => ({
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value,
  unit: '% area',
  limit: '≥ 98.0',
  verdict: 'pass',
});

test('a save lists the old and the new value of each field', () => {
  const before = { title: 'BPC-157', summary: '', measurements: [line(98.1), line(3)], record: null };
  const after = {
    title: 'BPC-157',
    summary: 'Done.',
    measurements: [{ ...line(97.2), verdict: 'fail' as const }],
    record: { container: 'Vial, 3 mL' },
  };
  expect(changesBetween(before, after)).toEqual([
    { path: 'summary', from: '', to: 'Done.' },
    { path: 'measurements.0.value', from: 98.1, to: 97.2 },
    { path: 'measurements.0.verdict', from: 'pass', to: 'fail' },
    { path: 'measurements.1', from: line(3), to: null },
    { path: 'record.container', from: null, to: 'Vial, 3 mL' },
  ]);
});

test('equal contents have no changes, and applying the changes to the old content gives the new one', () => {
  const content = fc.record({
    title: fc.constantFrom('', 'a', 'b'),
    summary: fc.constantFrom('', 'c'),
    measurements: fc.array(fc.constantFrom(line(1), line(2), { ...line(1), verdict: 'fail' as const }), {
      maxLength: 4,
    }),
    record: fc.option(
      fc.record(
        { sampling: fc.constantFrom('by us', 'by the customer'), remarks: fc.constant('none') },
        { requiredKeys: ['sampling'] },
      ),
    ),
  });
  fc.assert(
    fc.property(content, content, (before, after) => {
      expect(changesBetween(before, before)).toEqual([]);
      expect(applied(before, after)).toEqual(after);
    }),
  );
});

/** Applies the changes to the old content. */
function applied(before: DraftContent, after: DraftContent): unknown {
  // structuredClone would make two equal lines the same object.
  const content = JSON.parse(JSON.stringify(before)) as Record<string, unknown>;
  const lines = content.measurements as (Record<string, unknown> | null)[];
  for (const { path, to } of changesBetween(before, after)) {
    const [field = '', place, name] = path.split('.');
    if (place === undefined) content[field] = to;
    else if (field === 'record') content.record = recordWith(content.record, place, to);
    else if (name === undefined) lines[Number(place)] = to as Record<string, unknown> | null;
    else (lines[Number(place)] ?? {})[name] = to;
  }
  return { ...content, measurements: lines.filter((each) => each !== null) };
}

function recordWith(record: unknown, name: string, to: unknown): Record<string, unknown> | null {
  const fields = Object.entries({ ...(record as Record<string, unknown> | null), [name]: to });
  const said = fields.filter(([, words]) => words !== null);
  return said.length === 0 ? null : Object.fromEntries(said);
}
