import { THOUSANDS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** How a sign such as a comma is read: between thousands, or as the decimal sign. */
export const Thousands = z.enum(THOUSANDS);
export type Thousands = z.infer<typeof Thousands>;

/** A number of a file that has two meanings, as written, and both numbers. */
export const NumberReadings = z
  .object({ text: z.string(), groups: z.string(), decimals: z.string() })
  .meta({ id: 'NumberReadings' });
export type NumberReadings = z.infer<typeof NumberReadings>;
