import { expect, it } from 'vitest';
import { mailWords } from './words';

it('the name of a kind of mail that is not listed is its id in words', () => {
  expect(mailWords('volunteer_approved')).toBe('Volunteer approved');
});
