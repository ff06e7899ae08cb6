import { dayOf } from '@vialproof/science/calendar/dates';
import { workingDaysBetween } from '@vialproof/science/calendar/working-days';
import { kaplanMeier, quantileOf } from '@vialproof/science/statistics/kaplan-meier';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure, observationsOf, type Samples } from './turnaround.rules.ts';

const TODAY = '2026-11-25';
const calendar = { today: TODAY, holidays: new Set<string>() };
const ago = (days: number) => dayOf(new Date(Date.parse(TODAY) - days * 86_400_000));
const sample = fc
  .record({
    received: fc.integer({ min: 0, max: 89 }),
    took: fc.option(fc.nat(40)),
    n: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ received, took, n }): Samples => {
    const done = took === null || took > received ? null : ago(received - took);
    return { receivedOn: ago(received), doneOn: done, n };
  });
const samples = fc.array(sample, { minLength: 1, maxLength: 30 });
const late = (list: Samples[], share: number) =>
  quantileOf(kaplanMeier(observationsOf(list, calendar)), share).time ?? Number.POSITIVE_INFINITY;

describe('the turnaround counts the working days from the receipt to the result', () => {
  it('working days are counted from the receipt to the result, or to today without a result', () => {
    const holidays = new Set(['2026-11-19']);
    const observed = observationsOf(
      [
        { receivedOn: '2026-11-16', doneOn: '2026-11-20', n: 3 },
        { receivedOn: '2026-11-14', doneOn: '2026-11-15', n: 1 },
        { receivedOn: '2026-11-19', doneOn: '2026-11-20', n: 1 },
        { receivedOn: '2026-11-18', doneOn: null, n: 2 },
        { receivedOn: TODAY, doneOn: null, n: 1 },
      ],
      { today: TODAY, holidays },
    );
    expect(observed).toEqual([
      { time: 3, isDone: true, count: 3 },
      { time: 0, isDone: true, count: 1 },
      { time: 1, isDone: true, count: 1 },
      { time: 4, isDone: false, count: 2 },
      { time: 0, isDone: false, count: 1 },
    ]);
  });

  it('the time of a sample is the number of working days between its receipt and its result', () => {
    fc.assert(
      fc.property(samples, (list) => {
        const times = observationsOf(list, calendar).map(({ time }) => time);
        const apart = list.map(({ receivedOn, doneOn }) =>
          workingDaysBetween(receivedOn, doneOn ?? TODAY, calendar.holidays),
        );
        expect(times).toEqual(apart);
      }),
    );
  });

  it('ten samples give figures, and nine samples give none', () => {
    const nine = [{ receivedOn: ago(20), doneOn: ago(10), n: 9 }];
    expect(measure(observationsOf(nine, calendar))).toBeUndefined();
    const ten = [...nine, { receivedOn: ago(20), doneOn: null, n: 1 }];
    expect(measure(observationsOf(ten, calendar))).toMatchObject({ nReceived: 10, nOpen: 1 });
  });

  it('counting unfinished samples never makes the turnaround look faster', () => {
    fc.assert(
      fc.property(
        samples,
        fc.integer({ min: 0, max: 89 }),
        fc.nat(60),
        fc.constantFrom(0.5, 0.9),
        (list, received, kept, share) => {
          const open = late([...list, { receivedOn: ago(received), doneOn: null, n: 1 }], share);
          // It would be wrong to leave an unfinished sample out, or to count it with too few days.
          const times = observationsOf(list, calendar);
          const time = workingDaysBetween(
            ago(received),
            ago(Math.max(0, received - kept)),
            calendar.holidays,
          );
          const givenUp = quantileOf(kaplanMeier([...times, { time, isDone: false }]), share).time;
          expect(open).toBeGreaterThanOrEqual(givenUp ?? Number.POSITIVE_INFINITY);
          expect(open).toBeGreaterThanOrEqual(late(list, share));
        },
      ),
      { numRuns: 500 },
    );
  });
});
