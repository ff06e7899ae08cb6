import { describe, expect, it } from 'vitest';
import { dueOn, turnaroundDays } from './turnaround.ts';

describe('the catalog promises a turnaround time', () => {
  it.each([
    ['5-7 business days after receipt', 7],
    ['5–7 business days', 7],
    ['16-18 Business Days after receipt', 18],
    ['10 working days', 10],
    ['5 days', undefined],
    ['on request', undefined],
    ['0 business days', undefined],
  ])('the promise is read from the text %s', (text, days) => {
    expect(turnaroundDays(text)).toBe(days);
  });

  it('there is no promise if the text contains no business days', () => {
    expect(dueOn('on request', new Date('2026-11-23T09:00:00Z'), new Set())).toBeNull();
  });

  it('the promise ends on its last business day, and holidays are no business days', () => {
    const receivedAt = new Date('2026-11-23T09:00:00Z');
    expect(dueOn('5-7 business days after receipt', receivedAt, new Set())).toBe('2026-12-02');
    expect(dueOn('5-7 business days after receipt', receivedAt, new Set(['2026-11-26']))).toBe('2026-12-03');
  });
});
