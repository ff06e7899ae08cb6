import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderDetailsBody } from './orders.ts';
import { isPrintableLine, visibleLine, withoutWidthless } from './plain-line.ts';
import { line, optionalLine } from './primitives.ts';

const parsed = (typed: string) => line(200).safeParse(typed);

describe('a line that people write', () => {
  it.each([
    ['BPC-157', 'BPC-157'],
    ['  BPC-157\n', 'BPC-157'],
    ['BPC\u00ad-\u200b157\ufeff', 'BPC-157'],
    ['\u200eببتيد\u200f', 'ببتيد'],
    // The joiners shape words: Persian می‌خواهم, and emoji of several parts.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क\u200dष', 'क\u200dष'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(parsed(typed)).toMatchObject({ success: true, data: kept });
  });

  it.each([
    'a\u202eb',
    'a\u202ab',
    'a\u2066b',
    'a\u2069b',
    'a\nb',
    'a\rb',
    'a\tb',
    'a\u0007b',
    'a\u0085b',
    'a\u0000b',
  ])('%j is refused', (typed) => {
    expect(parsed(typed).success).toBe(false);
  });

  it('that is nothing but signs without a width is left out', () => {
    expect(optionalLine(10).parse('\u200b\u200e')).toBeUndefined();
  });

  it('is compound, dose, maker and batch of an order, and its notes have lines of their own', () => {
    for (const field of ['compound_name', 'dosage_text', 'manufacturer', 'batch_code'])
      expect([
        field,
        OrderDetailsBody.safeParse({ visibility: 'public', [field]: 'x\u202ey' }).success,
      ]).toEqual([field, false]);
    expect(OrderDetailsBody.parse({ visibility: 'public', notes: 'one\ntwo' })).toMatchObject({
      notes: 'one\ntwo',
    });
  });

  it('is kept the same when it is written again, and is shown as it is kept', () => {
    const unit = fc.oneof(
      fc.constantFrom('\u00ad', '\u200b', '\u200d', '\ufeff', 'a', ' ', 'ب'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
        const typed = parts.join('');
        const kept = parsed(typed);
        if (!kept.success) return;
        expect(parsed(kept.data)).toEqual(kept);
        expect(visibleLine(kept.data)).toBe(kept.data);
        expect(isPrintableLine(kept.data)).toBe(true);
      }),
    );
  });

  it('of before is shown with every sign that turns it named, and nothing else changed', () => {
    expect(visibleLine('pur\u202eity\u200b 99\n%')).toBe('pur[U+202E]ity 99[U+000A]%');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(isPrintableLine(visibleLine(typed))).toBe(true);
        if (isPrintableLine(typed)) expect(visibleLine(typed)).toBe(withoutWidthless(typed));
      }),
    );
  });
});
