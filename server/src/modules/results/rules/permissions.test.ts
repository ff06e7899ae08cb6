import { describe, expect, it } from 'vitest';
import { mayDo } from './permissions.ts';

describe('permitted actions', () => {
  const facts = {
    role: 'reviewer',
    isOwnOrder: false,
    status: 'received',
    open: 'in_review',
    hasPublished: false,
    hasContributed: false,
  } as const;

  it('a person may review only the work of other people', () => {
    expect(mayDo(facts).review).toBe(true);
    expect(mayDo({ ...facts, hasContributed: true }).review).toBe(false);
    expect(mayDo({ ...facts, role: 'analyst' }).review).toBe(false);
  });

  it('a person may take no action on a test that the same person ordered', () => {
    for (const status of ['awaiting_sample', 'received', 'complete'] as const) {
      for (const open of [undefined, 'draft', 'in_review'] as const) {
        const may = mayDo({ ...facts, role: 'admin', status, open, hasPublished: true, isOwnOrder: true });
        expect(Object.values(may)).not.toContain(true);
      }
    }
  });
});
