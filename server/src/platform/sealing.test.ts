import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../testing/property-runs.ts';
import { createSealing } from './sealing.ts';

const secretsOf = (all: string[]) => ({ newest: all[0] ?? '', all });
const secret = () => randomBytes(32).toString('base64url');
const sealing = (...all: string[]) => createSealing(secretsOf(all), 'a test');

describe('sealed data', () => {
  it('opens for its purpose and its row only', () => {
    const one = secret();
    const sealed = sealing(one).seal(Buffer.from('plain'), 'row 1');
    expect(sealing(one).open(sealed, 'row 1')?.toString()).toBe('plain');
    expect(sealing(one).open(sealed, 'row 2')).toBeUndefined();
    expect(createSealing(secretsOf([one]), 'another').open(sealed, 'row 1')).toBeUndefined();
    for (const cut of [0, 10, 28, sealed.length - 1]) {
      expect(sealing(one).open(sealed.subarray(0, cut), 'row 1')).toBeUndefined();
    }
  });

  it('says whether the newest secret sealed it, an older one or none of the list', () => {
    const [newest, older, removed] = [secret(), secret(), secret()];
    const sealedBy = (each: string) => sealing(each).seal(Buffer.from('plain'), 'row');
    const now = sealing(newest, older);
    expect([newest, older, removed].map((each) => now.sealedWith(sealedBy(each), 'row'))).toEqual([
      'newest',
      'older',
      'unknown',
    ]);
    expect(now.sealedWith(sealedBy(newest), 'another row')).toBe('unknown');
  });
});

/** A step of a life of secrets: a new one comes first, the oldest goes, a value is sealed, or all are sealed anew. */
type Step = 'rotate' | 'remove the oldest' | 'seal' | 'reseal';
const steps = fc.array(fc.constantFrom<Step[]>('rotate', 'remove the oldest', 'seal', 'reseal'), {
  maxLength: 30,
});

it('after any rotations, a value opens while its secret is listed and no longer', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let listed = [secret()];
      const values: { plain: string; sealed: Buffer; by: string }[] = [];
      for (const step of all) {
        const { seal, open } = sealing(...listed);
        const [newest = ''] = listed;
        if (step === 'rotate') listed = [secret(), ...listed];
        if (step === 'remove the oldest' && listed.length > 1) listed = listed.slice(0, -1);
        if (step === 'seal') {
          const plain = secret();
          values.push({ plain, sealed: seal(Buffer.from(plain), plain), by: newest });
        }
        if (step === 'reseal') {
          for (const value of values) {
            const opened = open(value.sealed, value.plain);
            if (opened) Object.assign(value, { sealed: seal(opened, value.plain), by: newest });
          }
        }
        const now = sealing(...listed);
        for (const { plain, sealed, by } of values) {
          const place = listed.indexOf(by);
          expect(now.open(sealed, plain)?.toString()).toBe(place < 0 ? undefined : plain);
          expect(now.sealedWith(sealed, plain)).toBe(
            place < 0 ? 'unknown' : place === 0 ? 'newest' : 'older',
          );
        }
      }
    }),
    { numRuns: cases(60) },
  );
});
