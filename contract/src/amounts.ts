import { z } from 'zod';

/** A figure of a measurement, between minus and plus 10¹². */
export const amount = z
  .number({ error: 'Give a number.' })
  .min(-1e12, 'That is too small a number.')
  .max(1e12, 'That is too large a number.');
export const positive = amount.gt(0, 'Give a number above zero.');
