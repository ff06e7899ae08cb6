import { describe, expect, it } from 'vitest';
import { reconcile } from './use-kept-edit';

describe('two edits of the same object', () => {
  it('two edits are the same if only the version differs, or if both have the same content', () => {
    expect(reconcile('a', 'a', 'mine')).toBe('same');
    expect(reconcile('a', 'mine', 'mine')).toBe('same');
  });

  it('the newer one is taken if nothing was typed; otherwise the user is asked', () => {
    expect(reconcile('a', 'b', 'a')).toBe('take');
    expect(reconcile('a', 'b', 'mine')).toBe('ask');
  });
});
