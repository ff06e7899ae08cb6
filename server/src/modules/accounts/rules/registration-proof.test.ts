import { expect, test } from 'vitest';
import { isForeignProof, isSameProof, registrationProof } from './registration-proof.ts';

const own = registrationProof('secret', 'mara@mail.test', 'hash');

test('a browser can prove only a registration that it made itself', () => {
  expect(isSameProof(own, own)).toBe(true);
  expect(isForeignProof(own, own)).toBe(false);
  const other = registrationProof('secret', 'mara@mail.test', 'another hash');
  expect(isSameProof(other, own)).toBe(false);
  expect(isForeignProof(other, own)).toBe(true);
});

test.each([undefined, '', 'x', 'x'.repeat(own.length), 'é'.repeat(own.length)])(
  '%j is refused as the proof of a registration',
  (brought) => {
    expect(isSameProof(brought, own)).toBe(false);
    expect(isForeignProof(brought, own)).toBe(false);
  },
);
