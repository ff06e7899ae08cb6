import { REQUEST_STATUSES, type RequestStatus } from '@vialproof/contract/orders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCancellable, isOpenForChange, statusAfter, TRANSITIONS } from './lifecycle.ts';

const statuses = fc.constantFrom(...REQUEST_STATUSES);
const events = fc.constantFrom(...TRANSITIONS.map(({ event }) => event));

describe('an order changes its status only as the table of changes allows', () => {
  it('an order can reach every status from a draft', () => {
    const reached = new Set<RequestStatus>(['draft']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const transition of TRANSITIONS)
        if (transition.from.some((from) => from && reached.has(from))) reached.add(transition.to);
    }
    expect([...reached].sort()).toEqual([...REQUEST_STATUSES].sort());
  });

  it('security 7: an order never becomes complete without every step before', () => {
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
          // After a cancellation, only a new payment continues the order.
          if (status === 'cancelled') expect(next).toBe('pending_payment');
          status = next;
        }
      }),
    );
  });

  it('an order whose sample the laboratory has cannot be cancelled or changed', () => {
    for (const status of ['received', 'complete'] as const) {
      expect(isCancellable(status)).toBe(false);
      expect(isOpenForChange(status)).toBe(false);
    }
  });

  it('each event has exactly one effect in each status', () => {
    fc.assert(
      fc.property(statuses, events, (status, event) => {
        const outcomes = TRANSITIONS.filter(
          (transition) => transition.event === event && transition.from.includes(status),
        );
        expect(outcomes.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
