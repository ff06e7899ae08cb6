import { describe, expect, it } from 'vitest';
import { mayChangePhotos } from './photo-state';

const editing = { intake: false, edit: true };

describe('photos of the vial can change only before the review', () => {
  it('photos can change while the sample is expected or in the laboratory, but not during the review', () => {
    const arriving = { request: { status: 'awaiting_sample' }, draft: null } as const;
    expect(mayChangePhotos({ ...arriving, may: { intake: true, edit: false } })).toBe(true);
    expect(mayChangePhotos({ ...arriving, may: { intake: false, edit: false } })).toBe(false);
    const here = { request: { status: 'received' }, may: editing } as const;
    expect(mayChangePhotos({ ...here, draft: { state: 'draft' } })).toBe(true);
    expect(mayChangePhotos({ ...here, draft: { state: 'in_review' } })).toBe(false);
  });

  it('photos cannot change during a correction', () => {
    const amended = { request: { status: 'complete' }, draft: { state: 'draft' }, may: editing } as const;
    expect(mayChangePhotos(amended)).toBe(false);
  });
});
