import { expect, it } from 'vitest';
import { mailWords } from './words';

it('reads as its name where nothing else is said of it', () => {
  expect(mailWords('volunteer_approved')).toBe('Volunteer approved');
});
