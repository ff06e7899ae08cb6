import { expect, test } from 'vitest';
import { isForeignProof, isSameProof, registrationProof, registrationProofs } from './registration-proof.ts';

const own = registrationProofs(['newest', 'older'], 'mara@mail.test', 'hash');

test('a browser can prove only a registration that it made itself', () => {
  for (const secret of ['newest', 'older']) {
    const proof = registrationProof(secret, 'mara@mail.test', 'hash');
    expect(isSameProof(proof, own)).toBe(true);
    expect(isForeignProof(proof, own)).toBe(false);
    const other = registrationProof(secret, 'mara@mail.test', 'another hash');
    expect(isSameProof(other, own)).toBe(false);
    expect(isForeignProof(other, own)).toBe(true);
  }
  const removed = registrationProof('removed', 'mara@mail.test', 'hash');
  expect(isSameProof(removed, own)).toBe(false);
});

test.each([undefined, '', 'x', 'x'.repeat(own[0]?.length ?? 0), 'é'.repeat(own[0]?.length ?? 0)])(
  '%j is refused as the proof of a registration',
  (brought) => {
    expect(isSameProof(brought, own)).toBe(false);
    expect(isForeignProof(brought, own)).toBe(false);
  },
);
