import type { Measurement, Rule } from '@vialproof/contract/results';
import { describe, expect, it } from 'vitest';
import { judgedOtherwise } from './judged-otherwise.ts';

const rule: Rule = { kind: 'at_least', of: 'value', limit: 98 };
const published = (value: Measurement['value'], verdict: Measurement['verdict']): Measurement => ({
  analyte: 'Purity',
  method: 'HPLC-UV',
  unit: '% area',
  limit: '≥ 98',
  value,
  verdict,
  rule,
});

describe("a published line is reported if today's rules give another verdict", () => {
  it.each([
    ['> 99', 'pass'],
    ['≤ 97', 'fail'],
    ['９８．５', 'pass'],
    ['٩٧', 'fail'],
    ['\u22125', 'fail'],
  ] as const)(
    "a line that was published as %s without a verdict is reported with today's verdict: %s",
    (value, today) => {
      expect(judgedOtherwise(published(value, null))).toBe(
        `Purity, ${value} against ≥ 98, is published as not judged; by today’s rule it is ${today}`,
      );
    },
  );

  it("a published line is not reported if today's verdict is the same, or if a person overrode it", () => {
    const { rule: _, ...unruled } = published('> 99', null);
    const override = { verdict: null, reason: 'Of another method.' };
    for (const line of [
      published('98.50', 'pass'),
      published('conforms', null),
      published('> 97', null),
      unruled,
      { ...published('> 99', null), override },
    ])
      expect(judgedOtherwise(line)).toBeUndefined();
  });
});
