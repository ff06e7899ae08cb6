import { expect, it } from 'vitest';
import { z } from 'zod';
import { Id, Instant, text } from './primitives.ts';

const wordsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

it.each([
  [text(100), 'x'.repeat(101), 'At most 100 characters.'],
  [text(100).min(1), '', 'This is missing.'],
  [z.string().min(8), 'short', 'At least 8 characters.'],
  [z.int().max(200), 500, 'At most 200.'],
  [z.int().min(1), 0, 'At least 1.'],
  [z.int(), 'ten', 'Give a number.'],
  [z.int(), 1.5, 'Give a whole number.'],
  [z.number(), 'ten', 'Give a number.'],
  [z.string(), undefined, 'This is missing.'],
  [z.string(), 4, 'Give text.'],
  [z.boolean(), 'yes', 'Give true or false.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry.'],
  [z.enum(['public', 'private']), 'secret', 'Give one of: public, private.'],
  [z.email(), 'nobody', 'This is no e-mail address.'],
  [Id, 'x', 'This is no identifier.'],
  [Instant, 'today', 'Give a moment such as 2026-11-24T09:30:00Z.'],
  [z.strictObject({}), { more: 1 }, 'Nothing here is called more.'],
])(
  "for a refused value (case %#) the error map gives our own sentence instead of the library's",
  (schema, value, words) => {
    expect(wordsOf(schema, value)).toEqual([words]);
  },
);

it('the error map does not replace an error sentence of the schema', () => {
  expect(wordsOf(z.string().min(1, 'Give the reason.'), '')).toEqual(['Give the reason.']);
});
