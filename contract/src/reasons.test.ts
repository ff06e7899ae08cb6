import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExplainBody, PeaksBody } from './chromatograms.ts';
import { PayoutBody } from './group-tests.ts';
import { AssignImportBody, DismissImportBody } from './imports.ts';
import { TypeTimeBody } from './injection-time.ts';
import { AllowInjectionBody, UseInjectionBody } from './injections.ts';
import { PhotoReasonQuery, RedactionBody } from './intake.ts';
import { AmendBody, IntakeBody, RetractBody } from './lab.ts';
import { lineProblems } from './line-problems.ts';
import { DecisionBody, RefundBody } from './payments-staff.ts';
import { optionalReasonAt, reasonAt } from './reason-fields.ts';
import { isReason, OFFERED_REASONS, type ReasonPlace } from './reasons.ts';
import type { Measurement } from './results.ts';
import { StopShowcaseBody } from './showcases.ts';

const ID = '8d9b1f5e-6a55-4c0c-9d3b-0d3a1a6a0a01';
const BOX = { x: 0, y: 0, width: 4, height: 4 };
const LIMITS = { limits: [{ start_min: 1, end_min: 2 }], main_peak: 0, baseline: 'straight', version: 0 };
const LINE: Measurement = {
  ...{ analyte: 'Purity', method: 'RP-HPLC', value: '99.0', unit: '%', limit: '≥ 98.0', verdict: 'pass' },
  rule: { kind: 'at_least', of: 'value', limit: 98 },
};
const places = Object.keys(OFFERED_REASONS) as ReasonPlace[];
const place = fc.constantFrom(...places);

describe('the server checks the reason that a staff member gives', () => {
  it.each([
    '',
    ' ',
    '.',
    'x',
    'ok',
    'n/a',
    '-',
    'none',
    'aaaaaaaaaaaa',
    'ok ok ok',
    '. . . . . . . . . .',
    '?! ?! ?! ?! ?! ?!',
  ])('%j is refused as a reason everywhere', (words) => {
    for (const each of places) expect([each, isReason(each, words)]).toEqual([each, false]);
    expect(reasonAt('limits').safeParse(words).success).toBe(false);
    expect(optionalReasonAt('limits').safeParse(words).success).toBe(words.trim() === '');
  });

  it.each([
    'The main peak fronts.',
    'Lot 12345678',
    '12345 67890',
    'пик растворителя',
    'ذروة المذيب الأولى',
    '溶媒のピークが前に出ているため',
    'détecteur saturé',
  ])("the check accepts %j as a reason in the person's own words", (words) => {
    for (const each of places) expect([each, isReason(each, words)]).toEqual([each, true]);
  });

  it('a suggested reason is accepted only for the action that suggests it, and only without other text', () => {
    expect(isReason('injection', 'Air bubble')).toBe(true);
    expect(isReason('injection', ' Air bubble ')).toBe(true);
    expect(isReason('amendment', 'Air bubble')).toBe(false);
    expect(isReason('redaction', 'Shows a face')).toBe(true);
    for (const each of places) {
      for (const words of OFFERED_REASONS[each]) expect(reasonAt(each).parse(words)).toBe(words);
    }
  });

  it.each<[string, (reason: string) => boolean]>([
    ['limits', (reason) => PeaksBody.safeParse({ ...LIMITS, reason }).success],
    ['warnings', (reason) => ExplainBody.safeParse({ version: 0, reason }).success],
    ['injection not used', (reason) => UseInjectionBody.safeParse({ used: false, reason }).success],
    ['replicate', (reason) => UseInjectionBody.safeParse({ used: true, as: 'replicate', reason }).success],
    ['unknown time', (reason) => TypeTimeBody.safeParse({ injected_at: null, reason }).success],
    [
      'doubt',
      (reason) => AllowInjectionBody.safeParse({ what: 'other_sample', injection_id: ID, reason }).success,
    ],
    ['refused sample', (note) => IntakeBody.safeParse({ condition: '.', accepted: false, note }).success],
    ['amendment', (reason) => AmendBody.safeParse({ reason }).success],
    ['retraction', (reason) => RetractBody.safeParse({ reason }).success],
    ['photo', (reason) => PhotoReasonQuery.safeParse({ reason }).success],
    ['redaction', (reason) => RedactionBody.safeParse({ boxes: [BOX], reason }).success],
    ['assignment', (reason) => AssignImportBody.safeParse({ task_number: 1, reason }).success],
    ['dismissal', (reason) => DismissImportBody.safeParse({ reason }).success],
    ['payment', (reason) => DecisionBody.safeParse({ reason }).success],
    ['refund', (reason) => RefundBody.safeParse({ reason }).success],
    ['showcase', (reason) => StopShowcaseBody.safeParse({ reason }).success],
    ['payout', (reason) => PayoutBody.safeParse({ release: { reason } }).success],
    [
      'verdict',
      (reason) => lineProblems({ ...LINE, override: { verdict: 'fail', reason } }, LINE).length === 0,
    ],
    [
      'trace',
      (reason) => lineProblems({ ...LINE, verdict: null, trace_override: { reason } }, LINE).length === 0,
    ],
  ])('the call %s is refused without a reason', (_name, takes) => {
    for (const words of ['.', 'x', 'ok', 'n/a', 'aaaaaaaaaaaa'])
      expect([words, takes(words)]).toEqual([words, false]);
    expect(takes('The vial fell over.')).toBe(true);
  });

  it("a reason in the person's own words needs ten letters or digits; other characters do not count", () => {
    const sign = fc.constantFrom('.', ',', '-', ' ', '!', '…', '\u200b', '🙂', '\n');
    const few = fc.array(fc.constantFrom('a', 'b', '7', 'ж'), { maxLength: 9 });
    fc.assert(
      fc.property(place, fc.array(sign, { maxLength: 40 }), few, (where, signs, letters) => {
        const words = signs.map((each, at) => each + (letters[at] ?? '')).join('');
        expect(isReason(where, words)).toBe(false);
      }),
    );
  });

  it('a reason that differs from another only in spaces and punctuation at its ends is checked in the same way', () => {
    const word = fc.stringMatching(/^[a-z]{5,12}$/);
    const space = fc.stringMatching(/^[ ,;\n][ .,;\n]{0,4}$/);
    fc.assert(
      fc.property(place, word, word, space, space, (where, one, other, between, around) => {
        expect(isReason(where, around + one + between + other + around)).toBe(
          one.length + other.length >= 10,
        );
      }),
    );
  });
});
