import { expect, it } from 'vitest';
import { mailWords } from './words';

it('the name of an unlisted kind is its id in words', () => {
  expect(mailWords('volunteer_approved')).toBe('Volunteer approved');
});
