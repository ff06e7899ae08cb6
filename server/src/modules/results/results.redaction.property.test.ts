import type { RedactionBox } from '@vialproof/contract/redaction';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { must } from '../../testing/lab.ts';
import { photosOutside, publishedWithPhoto, sha256Of } from '../../testing/photographed.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp } from '../../testing/test-app.ts';
import { blackenPhoto } from './adapters/sharp-photo.ts';

const REASON = 'An address is readable on the label';
/** JPEG at quality 100 changes a colour by at most this. */
const ROUNDING = 8;

type Size = { width: number; height: number };

const sizes = fc.record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) });
const boxIn = ({ width, height }: Size): fc.Arbitrary<RedactionBox> =>
  fc
    .tuple(fc.nat(width - 1), fc.nat(height - 1))
    .chain(([x, y]) =>
      fc
        .tuple(fc.integer({ min: 1, max: width - x }), fc.integer({ min: 1, max: height - y }))
        .map(([wide, high]) => ({ x, y, width: wide, height: high })),
    );
const redactions = sizes.chain((size) =>
  fc.record({
    size: fc.constant(size),
    boxes: fc.array(boxIn(size), { minLength: 1, maxLength: 50 }),
    seed: fc.integer(),
    quality: fc.integer({ min: 60, max: 95 }),
  }),
);

/** A picture of random pixels, the hardest case for JPEG. */
async function noise({ width, height }: Size, seed: number, quality: number): Promise<Uint8Array> {
  let state = seed | 1;
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return state >>> 24;
  });
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

describe('boxes blacken only their part of a photo', () => {
  it('blackened boxes are black inside, and the rest of the photo changes only by the precision of JPEG', async () => {
    await fc.assert(
      fc.asyncProperty(redactions, async ({ size, boxes, seed, quality }) => {
        const original = await noise(size, seed, quality);
        const before = await sharp(original).raw().toBuffer();
        const redacted = await blackenPhoto(original, boxes);
        const { data: after, info } = await sharp(redacted.bytes).raw().toBuffer({ resolveWithObject: true });
        expect(info).toMatchObject({ ...size, channels: 3 });
        const isCovered = new Uint8Array(size.width * size.height);
        for (const { x, y, width, height } of boxes) {
          for (let row = y; row < y + height; row += 1) {
            isCovered.fill(1, row * size.width + x, row * size.width + x + width);
          }
        }
        let left = 0;
        let [lightest, farthest] = [0, 0];
        for (let place = 0; place < size.width * size.height; place += 1) {
          if (!isCovered[place]) left += 1;
          for (let channel = place * 3; channel < place * 3 + 3; channel += 1) {
            const [was = 0, is = 0] = [before[channel], after[channel]];
            if (isCovered[place]) lightest = Math.max(lightest, is);
            else farthest = Math.max(farthest, Math.abs(is - was));
          }
        }
        expect(redacted.left).toBe(left);
        expect(
          [lightest <= ROUNDING, farthest <= ROUNDING],
          `${lightest} inside, ${farthest} outside`,
        ).toEqual([true, true]);
      }),
      { numRuns: cases(400) },
    );
  });
});

const persons = fc.constantFrom('first admin', 'second admin', 'reviewer', 'analyst', 'owner');
const act = fc.record({
  who: persons,
  what: fc.constantFrom('propose', 'confirm', 'refuse', 'look', 'amend'),
});

describe('staff propose to blacken photos and decide about it in any order', () => {
  it('a photo that somebody wants to blacken is always hidden from other people, and only another reviewer or admin decides', {
    timeout: 600_000,
  }, async () => {
    const app = await labApp();
    const second = await app.person('admin');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
        const { lab, order, id, rowOf, shown, bytesOf } = await publishedWithPhoto(app);
        const people = {
          'first admin': lab.admin,
          'second admin': second,
          reviewer: lab.reviewer,
          analyst: lab.analyst,
          owner: order.owner,
        };
        /** Who made the proposal that waits, and the public SHA-256 before it. */
        let proposer: string | null = null;
        let copy = '';
        let seen = (await rowOf()).sha256;
        let width = 1;
        for (const { who, what } of acts) {
          const person = people[who];
          const isAdmin = who.endsWith('admin');
          const mayDecide = proposer !== null && proposer !== who && (isAdmin || who === 'reviewer');
          if (what === 'propose') {
            width += 1;
            const box = { x: width, y: 0, width, height: 20 };
            const { status, body } = await lab.redactPhoto(person, order, id, [box], REASON);
            expect([who, status === 200]).toEqual([who, isAdmin && proposer === null]);
            if (status === 200) {
              proposer = who;
              copy = sha256Of(await bytesOf(lab.analyst.token, body.data.photos[0]?.proposal?.url));
            }
          } else if (what === 'confirm' || what === 'refuse') {
            const decide = what === 'confirm' ? lab.confirmRedaction : lab.refuseRedaction;
            const { status, body } = await decide(person, order, id);
            expect([what, who, proposer, status === 200]).toEqual([what, who, proposer, mayDecide]);
            if (isAdmin && proposer === who) expect(body.code).toBe('same_person');
            if (status === 200) {
              if (what === 'confirm') seen = copy;
              proposer = null;
            }
          } else if (what === 'amend') {
            await must(lab.amend(lab.analyst, order));
            await must(lab.submit(lab.analyst, order));
            await must(lab.publish(lab.reviewer, order));
          }
          const isHidden = proposer !== null;
          for (const photos of await photosOutside(app, order)) {
            expect([what, photos.map((photo) => photo.id)]).toEqual([what, isHidden ? [] : [id]]);
          }
          for (const token of [undefined, order.owner.token]) {
            const answer = await shown(token);
            expect([what, answer.status]).toEqual([what, isHidden ? 404 : 200]);
            const bytes = new Uint8Array(await answer.arrayBuffer());
            if (!isHidden) expect(sha256Of(bytes)).toBe(seen);
          }
        }
        await app.jobs.drain();
        expect(sha256Of(await app.platform.files.get((await rowOf()).file_key))).toBe(seen);
      }),
      { numRuns: cases(24) },
    );
  });
});
