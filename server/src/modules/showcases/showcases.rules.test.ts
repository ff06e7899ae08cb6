import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isKept } from '../payments/rules/refundable.ts';
import { contradiction } from './rules/contradiction.ts';
import { stopOn } from './rules/refunds.ts';
import { mayBePaid, stateAfter, stateOf } from './rules/states.ts';
import {
  daysAfter,
  daysBetween,
  firstFreeDay,
  isFree,
  mostPaid,
  type Span,
  weekFrom,
} from './rules/weeks.ts';

const TODAY = '2026-11-25';
const offsets = (min: number, max: number) => fc.integer({ min, max });
const weeks = fc
  .array(fc.record({ start: offsets(-6, 30), days: offsets(0, SHOWCASE_DAYS) }), { maxLength: 12 })
  .map((list) =>
    list.map(({ start, days }): Span => {
      const startsOn = daysAfter(TODAY, start);
      return { startsOn, endsOn: daysAfter(startsOn, days) };
    }),
  );

describe('each day has a limited number of places', () => {
  /** The number of results that are shown on a day, counted in another way. */
  const covering = (spans: Span[], day: string) =>
    spans.filter(({ startsOn, endsOn }) => startsOn <= day && day < endsOn).length;

  test('the first free week has a place on each of its days', () => {
    fc.assert(
      fc.property(weeks, weeks, fc.integer({ min: 1, max: 4 }), (others, own, places) => {
        const occupancy = { places, taken: [...others, ...own], own };
        const found = firstFreeDay(TODAY, occupancy);
        expect(found >= TODAY).toBe(true);
        for (let day = TODAY; day <= found; day = daysAfter(day, 1)) {
          const week = Array.from({ length: SHOWCASE_DAYS }, (_, n) => daysAfter(day, n));
          const fits = week.every(
            (each) => covering(occupancy.taken, each) < places && covering(own, each) === 0,
          );
          expect(fits).toBe(day === found);
          expect(isFree(day, occupancy)).toBe(fits);
        }
      }),
    );
  });

  test('booking one free week after another never needs more places than there are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.record({ passed: offsets(0, 3), whose: offsets(0, 4) }), { maxLength: 25 }),
        (places, buyers) => {
          let today = TODAY;
          const given: (Span & { whose: number })[] = [];
          for (const { passed, whose } of buyers) {
            today = daysAfter(today, passed);
            const own = given.filter((week) => week.whose === whose);
            given.push({ ...weekFrom(firstFreeDay(today, { places, taken: given, own })), whose });
          }
          for (const { startsOn, endsOn } of given) {
            expect(daysBetween(startsOn, endsOn)).toBe(SHOWCASE_DAYS);
            for (let day = startsOn; day < endsOn; day = daysAfter(day, 1)) {
              expect(covering(given, day)).toBeLessThanOrEqual(places);
              for (const { whose } of given) {
                expect(
                  covering(
                    given.filter((week) => week.whose === whose),
                    day,
                  ),
                ).toBeLessThanOrEqual(1);
              }
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('no week is free if there are no places', () => {
    expect(() => firstFreeDay(TODAY, { places: 0, taken: [], own: [] })).toThrow('no place');
  });

  test('paid results are never more than a third of all shown results', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), (results) => {
        const paid = mostPaid(results);
        expect(3 * paid).toBeLessThanOrEqual(results + paid);
        expect(3 * (paid + 1)).toBeGreaterThan(results + paid + 1);
      }),
    );
  });

  test('a week in which the clocks change has seven days, in every time zone', () => {
    for (const [startsOn, endsOn] of [
      ['2027-03-26', '2027-04-02'],
      ['2026-10-23', '2026-10-30'],
      ['2028-02-26', '2028-03-04'],
      ['2026-12-29', '2027-01-05'],
    ] as const) {
      expect(weekFrom(startsOn)).toEqual({ startsOn, endsOn });
      expect(daysBetween(startsOn, endsOn)).toBe(7);
      expect(stopOn(daysAfter(startsOn, 2), { startsOn, endsOn, amountCents: 4_900 })).toEqual({
        stoppedOn: daysAfter(startsOn, 3),
        refundCents: 2_800,
      });
    }
  });
});

describe('the refund for a week on the home page is the price of the days that have not begun', () => {
  test('on each day, the kept and the refunded cents add up to the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), offsets(-20, 20), (amountCents, start) => {
        const week = { ...weekFrom(daysAfter(TODAY, start)), amountCents };
        const { stoppedOn, refundCents } = stopOn(TODAY, week);
        const shown = daysBetween(week.startsOn, stoppedOn);
        const left = SHOWCASE_DAYS - shown;
        expect(shown).toBe(Math.min(SHOWCASE_DAYS, Math.max(0, start > 0 ? 0 : 1 - start)));
        expect(refundCents).toBe(Number((BigInt(amountCents) * BigInt(left)) / 7n));
        const kept = amountCents - refundCents;
        expect(kept).toBeGreaterThanOrEqual(0);
        expect(refundCents).toBeGreaterThanOrEqual(0);
        // The rounding loses less than a cent.
        expect(kept * 7 - amountCents * shown).toBeGreaterThanOrEqual(0);
        expect(kept * 7 - amountCents * shown).toBeLessThan(7);
      }),
    );
  });

  test("the refund of $49.00 is all of it before the week, six days' price on the first day, and nothing on the last", () => {
    const week = { ...weekFrom(TODAY), amountCents: 4_900 };
    const refunds = [-1, 0, 1, 2, 3, 4, 5, 6].map((n) => stopOn(daysAfter(TODAY, n), week).refundCents);
    expect(refunds).toEqual([4_900, 4_200, 3_500, 2_800, 2_100, 1_400, 700, 0]);
  });
});

describe('a paid week on the home page is upcoming, running or ended by its days', () => {
  const now = new Date(`${TODAY}T12:00:00Z`);
  const row = { ...weekFrom(TODAY), reservedUntil: new Date(now.getTime() + 1) };

  test('the state of a week on the home page is decided by its days and its reservation', () => {
    const booked = (n: number) => stateOf({ ...row, ...weekFrom(daysAfter(TODAY, n)), state: 'booked' }, now);
    expect([1, 0, -6, -7].map(booked)).toEqual(['upcoming', 'running', 'running', 'ended']);
    expect(stateOf({ ...row, state: 'reserved' }, now)).toBe('reserved');
    expect(stateOf({ ...row, state: 'reserved', reservedUntil: now }, now)).toBe('released');
    expect(stateOf({ ...row, state: 'stopped' }, now)).toBe('stopped');
  });

  test('only a paid week can be stopped, and a stopped week does not change again', () => {
    expect(stateAfter('booked', 'stopped')).toBe('stopped');
    expect(stateAfter('released', 'paid')).toBe('booked');
    for (const step of ['paid', 'released', 'stopped'] as const)
      expect(stateAfter('stopped', step)).toBeUndefined();
    expect(stateAfter('reserved', 'stopped')).toBeUndefined();
    expect(stateAfter('booked', 'released')).toBeUndefined();
  });

  test('a late payment counts only if the week was not paid in time', () => {
    expect(mayBePaid({ state: 'reserved', endedBecause: null })).toBe(true);
    expect(mayBePaid({ state: 'released', endedBecause: 'expired' })).toBe(true);
    for (const endedBecause of ['full', 'replaced', 'not_public', 'account_deleted'] as const)
      expect(mayBePaid({ state: 'released', endedBecause })).toBe(false);
    expect(mayBePaid({ state: 'booked', endedBecause: null })).toBe(false);
  });
});

describe('the check of the ledger finds weeks on the home page that disagree with their payments', () => {
  const paid = {
    id: 'p',
    receivedCents: 4_900,
    heldCents: 4_900,
    decision: null as string | null,
    leftAsIs: false,
  };
  const audited = (
    week: Parameters<typeof contradiction>[0],
    taskNumber: number,
    payments: (typeof paid)[],
  ) =>
    contradiction(
      week,
      taskNumber,
      payments.map((payment) => ({ ...payment, isKept: isKept(payment) })),
    );
  const week = { state: 'booked' as const, paymentId: 'p', refundCents: 0 };

  test('the check finds a shown result without a payment, a payment without a shown result, and a missing refund', () => {
    expect(audited(week, 1, [paid])).toBeUndefined();
    expect(audited(week, 1, [{ ...paid, receivedCents: 0, heldCents: 0 }])).toContain('nothing was paid');
    expect(audited({ ...week, paymentId: null }, 1, [paid])).toContain('paid none');
    const stopped = { ...week, state: 'stopped' as const, refundCents: 700 };
    expect(audited(stopped, 1, [paid])).toContain('has not been refunded');
    expect(audited(stopped, 1, [{ ...paid, decision: 'disputed' }])).toBeUndefined();
    expect(audited(stopped, 1, [{ ...paid, heldCents: 4_200 }])).toBeUndefined();
    expect(audited({ ...week, paymentId: null }, 1, [{ ...paid, leftAsIs: true }])).toBeUndefined();
  });
});
