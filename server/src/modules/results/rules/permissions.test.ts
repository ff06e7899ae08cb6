import { describe, expect, it } from 'vitest';
import { mayDo } from './permissions.ts';

describe('a person may not review own work or own orders', () => {
  const facts = {
    role: 'reviewer',
    isOwnOrder: false,
    status: 'received',
    open: 'in_review',
    hasPublished: false,
    hasContributed: false,
  } as const;

  it("a person may review only other people's work", () => {
    expect(mayDo(facts).review).toBe(true);
    expect(mayDo({ ...facts, hasContributed: true }).review).toBe(false);
    expect(mayDo({ ...facts, role: 'analyst' }).review).toBe(false);
  });

  it('a person may do nothing with a test that the same person ordered', () => {
    for (const status of ['awaiting_sample', 'received', 'complete'] as const) {
      for (const open of [undefined, 'draft', 'in_review'] as const) {
        const may = mayDo({ ...facts, role: 'admin', status, open, hasPublished: true, isOwnOrder: true });
        expect(Object.values(may)).not.toContain(true);
      }
    }
  });
});
