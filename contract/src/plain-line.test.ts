import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderDetailsBody } from './orders.ts';
import { isPrintableLine, visibleLine, withoutWidthless } from './plain-line.ts';
import { line, optionalLine } from './primitives.ts';

const parsed = (typed: string) => line(200).safeParse(typed);

describe('a line of user text', () => {
  it.each([
    ['BPC-157', 'BPC-157'],
    ['  BPC-157\n', 'BPC-157'],
    ['BPC\u00ad-\u200b157\ufeff', 'BPC-157'],
    ['\u200eببتيد\u200f', 'ببتيد'],
    // The joiners are needed for word shapes: Persian می‌خواهم, and emoji sequences.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क\u200dष', 'क\u200dष'],
  ])('%j is stored as %j', (typed, kept) => {
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

  it('a line of zero-width characters only counts as omitted', () => {
    expect(optionalLine(10).parse('\u200b\u200e')).toBeUndefined();
  });

  it('compound, dose, maker and batch of an order are single lines; its notes may have several lines', () => {
    for (const field of ['compound_name', 'dosage_text', 'manufacturer', 'batch_code'])
      expect([
        field,
        OrderDetailsBody.safeParse({ visibility: 'public', [field]: 'x\u202ey' }).success,
      ]).toEqual([field, false]);
    expect(OrderDetailsBody.parse({ visibility: 'public', notes: 'one\ntwo' })).toMatchObject({
      notes: 'one\ntwo',
    });
  });

  it('stored text is unchanged when saved again, and is shown as stored', () => {
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

  it('an older line is shown with each bidirectional character named, and otherwise unchanged', () => {
    expect(visibleLine('pur\u202eity\u200b 99\n%')).toBe('pur[U+202E]ity 99[U+000A]%');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(isPrintableLine(visibleLine(typed))).toBe(true);
        if (isPrintableLine(typed)) expect(visibleLine(typed)).toBe(withoutWidthless(typed));
      }),
    );
  });
});
