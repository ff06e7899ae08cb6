import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessDaysAfter, dueOn, turnaroundDays } from './turnaround.ts';

describe('the turnaround promise', () => {
  it.each([
    ['5-7 business days after receipt', 7],
    ['5–7 business days', 7],
    ['16-18 Business Days after receipt', 18],
    ['10 working days', 10],
    ['5 days', undefined],
    ['on request', undefined],
    ['0 business days', undefined],
  ])('%s', (text, days) => {
    expect(turnaroundDays(text)).toBe(days);
  });

  it.each([
    // Monday; the week after is looked at across its weekend.
    ['2026-11-23T09:00:00Z', 1, '2026-11-24'],
    ['2026-11-23T23:59:59Z', 7, '2026-12-02'],
    // Friday, Saturday, Sunday: the first business day is the Monday.
    ['2026-11-27T12:00:00Z', 1, '2026-11-30'],
    ['2026-11-28T00:00:00Z', 1, '2026-11-30'],
    ['2026-11-29T23:00:00Z', 1, '2026-11-30'],
    ['2026-12-31T12:00:00Z', 2, '2027-01-04'],
  ])('from %s, %d business days later is %s', (from, days, day) => {
    expect(businessDaysAfter(new Date(from), days)).toBe(day);
  });

  it('ends on a business day with exactly so many between, whenever the sample comes', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 60 }), (from, days) => {
        const end = businessDaysAfter(from, days);
        let counted = 0;
        let at = new Date(`${from.toISOString().slice(0, 10)}T00:00:00Z`);
        while (at.toISOString().slice(0, 10) < end) {
          at = new Date(at.getTime() + 86_400_000);
          if (at.getUTCDay() % 6 !== 0) counted += 1;
        }
        expect(counted).toBe(days);
        expect(new Date(`${end}T00:00:00Z`).getUTCDay() % 6).not.toBe(0);
      }),
    );
  });

  it('is none where the catalog names no business days', () => {
    expect(dueOn('on request', new Date('2026-11-23T09:00:00Z'))).toBeNull();
    expect(dueOn('5-7 business days after receipt', new Date('2026-11-23T09:00:00Z'))).toBe('2026-12-02');
  });
});
