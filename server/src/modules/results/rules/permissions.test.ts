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

  it("a person reviews only other people's work", () => {
    expect(mayDo(facts).review).toBe(true);
    expect(mayDo({ ...facts, hasContributed: true }).review).toBe(false);
    expect(mayDo({ ...facts, role: 'analyst' }).review).toBe(false);
  });

  it("a person can take no action on a test of the person's own", () => {
    for (const status of ['awaiting_sample', 'received', 'complete'] as const) {
      for (const open of [undefined, 'draft', 'in_review'] as const) {
        const may = mayDo({ ...facts, role: 'admin', status, open, hasPublished: true, isOwnOrder: true });
        expect(Object.values(may)).not.toContain(true);
      }
    }
  });
});
