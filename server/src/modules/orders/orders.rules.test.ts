import { REQUEST_STATUSES, type RequestStatus } from '@vialproof/contract/orders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discountCents,
  finalPriceCents,
  isCancellable,
  isOpenForChange,
  KEY_LENGTH,
  keyFrom,
  MOVES,
  readKey,
  showKey,
  statusAfter,
} from './orders.rules.ts';

const statuses = fc.constantFrom(...REQUEST_STATUSES);
const events = fc.constantFrom(...MOVES.map((move) => move.event));

describe('the table of moves', () => {
  it('reaches every status from a draft', () => {
    const reached = new Set<RequestStatus>(['draft']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const move of MOVES) if (move.from.some((from) => from && reached.has(from))) reached.add(move.to);
    }
    expect([...reached].sort()).toEqual([...REQUEST_STATUSES].sort());
  });

  it('security 7: no history of events skips a step on the way to complete', () => {
    const line: RequestStatus[] = [
      'draft',
      'pending_payment',
      'paid',
      'awaiting_sample',
      'received',
      'complete',
    ];
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (history) => {
        let status: RequestStatus = 'draft';
        for (const event of history) {
          const next = statusAfter(status, event);
          if (!next) continue;
          const [from, to] = [line.indexOf(status), line.indexOf(next)];
          if (from !== -1 && to !== -1) expect(to - from).toBeLessThanOrEqual(1);
          // The laboratory's part is never reached again from a cancelled order without paying.
          if (status === 'cancelled') expect(next).toBe('pending_payment');
          status = next;
        }
      }),
    );
  });

  it('never cancels or changes what the laboratory holds', () => {
    for (const status of ['received', 'complete'] as const) {
      expect(isCancellable(status)).toBe(false);
      expect(isOpenForChange(status)).toBe(false);
    }
  });

  it('has one outcome for an event in a status', () => {
    fc.assert(
      fc.property(statuses, events, (status, event) => {
        const outcomes = MOVES.filter((move) => move.event === event && move.from.includes(status));
        expect(outcomes.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('prices', () => {
  const cents = fc.integer({ min: 100, max: 10_000_000 });
  const percent = fc.integer({ min: 0, max: 90 });

  it('give the specified discount: rounded cents of the base, public only', () => {
    expect(discountCents(18_000, 10, 'public')).toBe(1800);
    expect(discountCents(18_005, 15, 'public')).toBe(2701);
    expect(discountCents(18_000, 10, 'private')).toBe(0);
  });

  it('are whole, positive, never above the base, and exact to half a cent', () => {
    fc.assert(
      fc.property(cents, percent, (base, off) => {
        const price = finalPriceCents(base, off, 'public');
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThan(0);
        expect(price).toBeLessThanOrEqual(base);
        expect(Math.abs(base * (1 - off / 100) - price)).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(finalPriceCents(base, off, 'private')).toBe(base);
      }),
    );
  });
});

describe('unique keys', () => {
  const bytes = fc.uint8Array({ minLength: KEY_LENGTH, maxLength: KEY_LENGTH });

  it('have 12 characters of Crockford base 32 and read back however they are typed', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), (random, lower) => {
        const key = keyFrom(random);
        expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
        const shown = showKey(key);
        expect(shown).toMatch(/^.{4}-.{4}-.{4}$/);
        const typed = (lower ? shown.toLowerCase() : shown).replace(/0/g, 'O').replace(/1/g, 'l');
        expect(readKey(` ${typed} `)).toBe(key);
      }),
    );
  });
});
