import { expect, it } from 'vitest';
import { mailWords } from './words';

it('a kind of mail without a name in the list is shown as its id in words', () => {
  expect(mailWords('volunteer_approved')).toBe('Volunteer approved');
});
