import { describe, expect, it } from 'vitest';
import { reconcile } from './use-kept-edit';

describe('if two people edit the same object, no edit is lost', () => {
  it('two edits are equal if they have the same content or differ only in their version', () => {
    expect(reconcile('a', 'a', 'mine')).toBe('same');
    expect(reconcile('a', 'mine', 'mine')).toBe('same');
  });

  it('another person’s newer edit is shown if the user typed nothing; otherwise the page asks', () => {
    expect(reconcile('a', 'b', 'a')).toBe('take');
    expect(reconcile('a', 'b', 'mine')).toBe('ask');
  });
});
