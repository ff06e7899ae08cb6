import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxBetween, moved, NO_BOXES, newBox, pixelAt, stepBoxes, withSide } from './boxes';

const SIZE = { width: 800, height: 600 };
const BOX = { x: 10, y: 20, width: 30, height: 40 };

describe('a box stays inside the photo after any edit', () => {
  it('a box is measured in pixels of the photo, whatever size the photo is displayed in', () => {
    const shown = { left: 50, top: 100, width: 200, height: 150 };
    expect(pixelAt({ clientX: 50, clientY: 100 }, shown, SIZE)).toEqual({ x: 0, y: 0 });
    expect(pixelAt({ clientX: 150, clientY: 175 }, shown, SIZE)).toEqual({ x: 400, y: 300 });
    expect(pixelAt({ clientX: 900, clientY: 0 }, shown, SIZE)).toEqual({ x: 800, y: 0 });
    expect(pixelAt({ clientX: 9, clientY: 9 }, { left: 0, top: 0, width: 0, height: 0 }, SIZE)).toEqual({
      x: 0,
      y: 0,
    });
  });

  it('a user can draw a box in any direction, and a click draws no box', () => {
    const box = { x: 5, y: 6, width: 15, height: 4 };
    expect(boxBetween({ x: 5, y: 6 }, { x: 20, y: 10 })).toEqual(box);
    expect(boxBetween({ x: 20, y: 6 }, { x: 5, y: 10 })).toEqual(box);
    expect(boxBetween({ x: 5, y: 6 }, { x: 5, y: 10 })).toBeUndefined();
  });

  it('a box stays inside the photo after any drawing, move or typed number', () => {
    const at = fc.record({
      clientX: fc.integer({ min: -99, max: 999 }),
      clientY: fc.integer({ min: -99, max: 999 }),
    });
    const size = fc.record({
      width: fc.integer({ min: 1, max: 1600 }),
      height: fc.integer({ min: 1, max: 1600 }),
    });
    const by = fc.record({
      x: fc.integer({ min: -2000, max: 2000 }),
      y: fc.integer({ min: -2000, max: 2000 }),
    });
    const side = fc.constantFrom('x' as const, 'y' as const, 'width' as const, 'height' as const);
    fc.assert(
      fc.property(
        at,
        at,
        size,
        by,
        side,
        fc.string({ maxLength: 5 }),
        (one, other, picture, step, name, typed) => {
          const shown = { left: 8, top: 16, width: 300, height: 200 };
          const box = boxBetween(pixelAt(one, shown, picture), pixelAt(other, shown, picture));
          const first = box ?? newBox(picture);
          for (const each of [first, moved(first, step, picture), withSide(first, name, typed, picture)]) {
            if (!each) continue;
            expect(Object.values(each).every(Number.isInteger)).toBe(true);
            expect(Math.min(each.x, each.y)).toBeGreaterThanOrEqual(0);
            expect(Math.min(each.width, each.height)).toBeGreaterThanOrEqual(1);
            expect(each.x + each.width).toBeLessThanOrEqual(picture.width);
            expect(each.y + each.height).toBeLessThanOrEqual(picture.height);
          }
        },
      ),
    );
  });

  it('a typed side is accepted only as a whole number inside the photo', () => {
    expect(withSide(BOX, 'x', ' 770 ', SIZE)).toEqual({ ...BOX, x: 770 });
    for (const typed of ['771', '-1', '1.5', '', 'a', '1e2']) {
      expect(withSide(BOX, 'x', typed, SIZE), typed).toBeUndefined();
    }
    expect(withSide(BOX, 'width', '0', SIZE)).toBeUndefined();
  });

  it('a user undoes changes step by step, and all typing in one field is one step', () => {
    let boxes = stepBoxes(NO_BOXES, { do: 'add', box: BOX });
    for (const x of [1, 12]) {
      boxes = stepBoxes(boxes, { do: 'change', place: 0, box: { ...BOX, x }, what: 'x' });
    }
    boxes = stepBoxes(boxes, { do: 'change', place: 0, box: { ...BOX, x: 12, y: 3 }, what: 'y' });
    boxes = stepBoxes(boxes, { do: 'remove', place: 0 });
    const seen = [];
    for (let n = 0; n < 5; n += 1) {
      boxes = stepBoxes(boxes, { do: 'undo' });
      seen.push(boxes.all);
    }
    expect(seen).toEqual([[{ ...BOX, x: 12, y: 3 }], [{ ...BOX, x: 12 }], [BOX], [], []]);
  });
});
