import { describe, expect, it } from 'vitest';
import { reconcile } from './use-kept-edit';

describe('what two people made of the same thing', () => {
  it('is the same when only the number grew, or when both wrote the same', () => {
    expect(reconcile('a', 'a', 'mine')).toBe('same');
    expect(reconcile('a', 'mine', 'mine')).toBe('same');
  });

  it('gives way to the newer one while nothing was typed, and is asked about otherwise', () => {
    expect(reconcile('a', 'b', 'a')).toBe('take');
    expect(reconcile('a', 'b', 'mine')).toBe('ask');
  });
});
