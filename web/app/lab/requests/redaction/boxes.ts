import { isInside, type RedactionBox } from '@vialproof/contract/redaction';

export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** The boxes on a picture, with their undo history. */
export interface Boxes {
  all: readonly RedactionBox[];
  before: readonly (readonly RedactionBox[])[];
  /** The field that changed last. More typing in the same field is the same undo step. */
  last: string | null;
}

export type BoxStep =
  | { do: 'add'; box: RedactionBox }
  | { do: 'change'; place: number; box: RedactionBox; what: string }
  | { do: 'remove'; place: number }
  | { do: 'undo' }
  | { do: 'begin' };

export const NO_BOXES: Boxes = { all: [], before: [], last: null };

export function stepBoxes(boxes: Boxes, step: BoxStep): Boxes {
  const { all, before, last } = boxes;
  const now = (next: readonly RedactionBox[], what: string | null): Boxes =>
    what !== null && what === last
      ? { ...boxes, all: next }
      : { all: next, before: [...before, all], last: what };
  switch (step.do) {
    case 'add':
      return now([...all, step.box], null);
    case 'change':
      return now(
        all.map((box, place) => (place === step.place ? step.box : box)),
        `${step.place} ${step.what}`,
      );
    case 'remove':
      return now(
        all.filter((_, place) => place !== step.place),
        null,
      );
    case 'undo':
      return { all: before.at(-1) ?? all, before: before.slice(0, -1), last: null };
    case 'begin':
      return NO_BOXES;
  }
}

const within = (at: number, most: number) => Math.min(Math.max(at, 0), most);

/**
 * The position of the pointer in pixels of the picture, or the nearest edge. `shown` is the rectangle on the screen.
 */
export function pixelAt(
  pointer: { clientX: number; clientY: number },
  shown: { left: number; top: number; width: number; height: number },
  size: Size,
): Point {
  const along = (at: number, length: number, pixels: number) =>
    length > 0 ? within(Math.round((at / length) * pixels), pixels) : 0;
  return {
    x: along(pointer.clientX - shown.left, shown.width, size.width),
    y: along(pointer.clientY - shown.top, shown.height, size.height),
  };
}

/** The box between two corners; undefined if its width or height is zero. */
export function boxBetween(one: Point, other: Point): RedactionBox | undefined {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const [width, height] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** The box after a move by these pixels. It stays inside the picture. */
export function moved(box: RedactionBox, by: Point, size: Size): RedactionBox {
  return {
    ...box,
    x: within(box.x + by.x, size.width - box.width),
    y: within(box.y + by.y, size.height - box.height),
  };
}

/** A new box in the middle, a quarter as wide and high as the picture. */
export function newBox({ width, height }: Size): RedactionBox {
  const [wide, high] = [Math.max(1, Math.floor(width / 4)), Math.max(1, Math.floor(height / 4))];
  return {
    x: Math.floor((width - wide) / 2),
    y: Math.floor((height - high) / 2),
    width: wide,
    height: high,
  };
}

/** The box after one of its sides was typed. Undefined if the input is no whole number, or leaves the picture. */
export function withSide(
  box: RedactionBox,
  side: keyof RedactionBox,
  typed: string,
  size: Size,
): RedactionBox | undefined {
  if (!/^\d{1,5}$/.test(typed.trim())) return undefined;
  const next = { ...box, [side]: Number(typed) };
  return next.width > 0 && next.height > 0 && isInside(next, size) ? next : undefined;
}
