import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_LENGTH, keyFrom, readKey, showKey } from './unique-key.ts';

describe('a unique key is accepted in every spelling', () => {
  const bytes = fc.uint8Array({ minLength: KEY_LENGTH, maxLength: KEY_LENGTH });

  it('a unique key has 12 characters of Crockford base 32, and is accepted in every spelling', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), (random, lower) => {
        const key = keyFrom(random);
        expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
        const shown = showKey(key);
        expect(shown).toMatch(/^.{4}-.{4}-.{4}$/);
        const typed = (lower ? shown.toLowerCase() : shown).replace(/0/g, 'O').replace(/1/g, 'l');
        expect(readKey(` ${typed} `)).toBe(key);
      }),
    );
  });
});
