import { expect, it } from 'vitest';
import { mailWords } from './words';

it.each([
  ['shipping', 'Where to send the sample'],
  ['volunteer_approved', 'Volunteer approved'],
])('%s reads as %j', (kind, words) => {
  expect(mailWords(kind)).toBe(words);
});
