import { describe, expect, it } from 'vitest';
import { reconcile } from './use-kept-edit';

describe('two edits of the same object by two people', () => {
  it('two edits count as equal if only their version differs, or if both have the same content', () => {
    expect(reconcile('a', 'a', 'mine')).toBe('same');
    expect(reconcile('a', 'mine', 'mine')).toBe('same');
  });

  it('the page shows another person’s newer edit if the user typed nothing; otherwise the page asks the user', () => {
    expect(reconcile('a', 'b', 'a')).toBe('take');
    expect(reconcile('a', 'b', 'mine')).toBe('ask');
  });
});
