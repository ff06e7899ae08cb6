import { describe, expect, it } from 'vitest';
import { reconcile } from './use-kept-edit';

describe('two edits of the same object', () => {
  it('two edits are the same if only the version differs, or if both have the same content', () => {
    expect(reconcile('a', 'a', 'mine')).toBe('same');
    expect(reconcile('a', 'mine', 'mine')).toBe('same');
  });

  it('the newer edit is taken if the user typed nothing; otherwise the page asks the user', () => {
    expect(reconcile('a', 'b', 'a')).toBe('take');
    expect(reconcile('a', 'b', 'mine')).toBe('ask');
  });
});
