import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooMany, isUnusual, readRevision } from './verification.rules.ts';

const count = fc.nat(10_000);

describe('a day with fifty lookups and ten times the mean is unusual', () => {
  it('a day is unusual if it has fifty lookups or more, and ten times the daily mean of the last thirty days', () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 30, maxLength: 30 }), count, (days, today) => {
        const thirtyDaysBefore = days.reduce((sum, day) => sum + day, 0);
        const expected = today >= 50 && today >= 10 * (thirtyDaysBefore / 30) - 1e-9;
        expect(isUnusual({ today, earlierInMonth: 0, thirtyDaysBefore })).toBe(expected);
      }),
    );
  });

  it('more lookups on an unusual day keep it unusual', () => {
    fc.assert(
      fc.property(count, count, count, (today, before, more) => {
        const is = (now: number, then: number) =>
          isUnusual({ today: now, earlierInMonth: 0, thirtyDaysBefore: then });
        if (is(today, before)) expect(is(today + more, before)).toBe(true);
        if (!is(today, before)) expect(is(today, before + more)).toBe(false);
        expect(is(49, 0)).toBe(false);
        expect(is(50, 0)).toBe(true);
        expect(is(50, 150)).toBe(true);
        expect(is(50, 151)).toBe(false);
      }),
    );
  });
});

describe('one address can compare five values a day, and all addresses twenty', () => {
  it('the limit is five values for one address and twenty for all', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (here, others) => {
        const inAll = here + others;
        expect(isTooMany({ here, inAll })).toBe(here > 5 || inAll > 20);
      }),
    );
  });
});

describe('a revision in a call is read only if it is a number', () => {
  it('a revision is a number; any other text is read as 0, which no certificate has', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(readRevision(typed)).toBe(/^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0);
      }),
    );
    expect(readRevision('12')).toBe(12);
    expect(['0', '01', '1.0', '-1', '100000', ''].map(readRevision)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(readRevision(undefined)).toBeUndefined();
  });
});
