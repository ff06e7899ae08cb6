import { z } from 'zod';

export const MOST_BOXES = 50;

const edge = z.int('Give whole pixels.');

/** A rectangle in a photo, in pixels; x and y are its upper left corner. */
export const RedactionBox = z
  .object({
    x: edge.min(0, 'A box begins inside the photo.'),
    y: edge.min(0, 'A box begins inside the photo.'),
    width: edge.min(1, 'A box is at least one pixel wide.'),
    height: edge.min(1, 'A box is at least one pixel high.'),
  })
  .meta({ id: 'RedactionBox' });
export type RedactionBox = z.infer<typeof RedactionBox>;

/** `proposal`: the proposal that the page showed. Default: the one that nobody has decided. */
export const DecisionQuery = z.object({ proposal: z.string().max(100).optional() });

/** Whether a box lies inside an image of this size. */
export const isInside = (
  { x, y, width, height }: RedactionBox,
  picture: { width: number; height: number },
): boolean => x + width <= picture.width && y + height <= picture.height;

/** The sentence about a photo that was blackened after a certificate had listed it. */
export const redactedWords = (sha256: string): string =>
  `redacted after issue, SHA-256 of the original ${sha256}`;
