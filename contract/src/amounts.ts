import { foldFigure } from '@vialproof/science/measurement/typed-figure';
import { z } from 'zod';

/** A number in a measurement, from minus to plus 10¹². */
export const amount = z
  .number({ error: 'Give a number.' })
  .min(-1e12, 'That is too small a number.')
  .max(1e12, 'That is too large a number.');
export const positive = amount.gt(0, 'Give a number above zero.');

/**
 * A number with exactly the characters that the person typed, because a zero after the last decimal changes the
 * precision.
 */
export const typedNumber = z
  .string()
  .overwrite(foldFigure)
  .trim()
  .max(24, 'That is too long for a number.')
  .regex(/^[-+]?\d+(\.\d+)?$/, 'A replicate is a plain number such as 99.10.')
  .refine((typed) => amount.safeParse(Number(typed)).success, 'That is too large a number.');
