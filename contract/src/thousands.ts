import { THOUSANDS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** What the marks of a table stand for where no number of it tells: between thousands, or before decimals. */
export const Thousands = z.enum(THOUSANDS);
export type Thousands = z.infer<typeof Thousands>;

/** A number of a file that can be read in two ways, as it stands there, and both readings. */
export const NumberReadings = z
  .object({ text: z.string(), groups: z.string(), decimals: z.string() })
  .meta({ id: 'NumberReadings' });
export type NumberReadings = z.infer<typeof NumberReadings>;
