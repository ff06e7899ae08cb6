import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import { expect, it } from 'vitest';
import { ownPart } from './offered-actions';

const test = { status: 'progress', locked_at: '2026-11-14T09:30:00Z' } as GroupTest;
const part = (viewer: Partial<GroupViewer>) => ownPart(test, viewer as GroupViewer);

it('a sentence says which part a person has in a group', () => {
  expect(part({})).toBeNull();
  expect(part({ is_organizer: true })).toBe('You are this group’s organizer.');
  expect(part({ is_member: true, is_sender: true })).toBe(
    'You are in this group and the sender of its vial.',
  );
  expect(part({ is_member: true, is_organizer: true, is_sender: true })).toBe(
    'You are in this group, its organizer and the sender of its vial.',
  );
});
