import { expect, it } from 'vitest';
import { counted } from './counted';

it('a count is written before its noun, and one has the singular', () => {
  expect([counted(0, 'vial'), counted(1, 'vial'), counted(1204, 'vial')]).toEqual([
    '0 vials',
    '1 vial',
    '1,204 vials',
  ]);
  expect(counted(2, 'batch', 'batches')).toBe('2 batches');
});
