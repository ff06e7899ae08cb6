import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderDetailsBody } from './orders.ts';
import { isPrintableLine, visibleLine, withoutWidthless } from './plain-line.ts';
import { line, optionalLine } from './primitives.ts';

const parsed = (typed: string) => line(200).safeParse(typed);

describe('the server cleans or refuses a line of text that a user typed', () => {
  it.each([
    ['BPC-157', 'BPC-157'],
    ['  BPC-157\n', 'BPC-157'],
    ['BPC\u00ad-\u200b157\ufeff', 'BPC-157'],
    ['\u200eببتيد\u200f', 'ببتيد'],
    // These languages and emojis need zero-width joiners: Persian می‌خواهم, and emoji sequences.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क\u200dष', 'क\u200dष'],
  ])('the line %j is stored as %j', (typed, kept) => {
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
  ])('the line %j is refused', (typed) => {
    expect(parsed(typed).success).toBe(false);
  });

  it('a line of text that has only zero-width characters is an empty field', () => {
    expect(optionalLine(10).parse('\u200b\u200e')).toBeUndefined();
  });

  it('compound, dose, maker and batch of an order must be single lines; its notes may have several', () => {
    for (const field of ['compound_name', 'dosage_text', 'manufacturer', 'batch_code'])
      expect([
        field,
        OrderDetailsBody.safeParse({ visibility: 'public', [field]: 'x\u202ey' }).success,
      ]).toEqual([field, false]);
    expect(OrderDetailsBody.parse({ visibility: 'public', notes: 'one\ntwo' })).toMatchObject({
      notes: 'one\ntwo',
    });
  });

  it('a stored text stays the same when it is saved again or shown', () => {
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

  it('in an old stored line, each invisible bidirectional character is shown as a code; all else is shown unchanged', () => {
    expect(visibleLine('pur\u202eity\u200b 99\n%')).toBe('pur[U+202E]ity 99[U+000A]%');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(isPrintableLine(visibleLine(typed))).toBe(true);
        if (isPrintableLine(typed)) expect(visibleLine(typed)).toBe(withoutWidthless(typed));
      }),
    );
  });
});
