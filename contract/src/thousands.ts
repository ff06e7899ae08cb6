import { THOUSANDS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** The meaning of ambiguous signs in a table: thousands separators or decimal signs. */
export const Thousands = z.enum(THOUSANDS);
export type Thousands = z.infer<typeof Thousands>;

/** An ambiguous number of a file, as written there, and both readings. */
export const NumberReadings = z
  .object({ text: z.string(), groups: z.string(), decimals: z.string() })
  .meta({ id: 'NumberReadings' });
export type NumberReadings = z.infer<typeof NumberReadings>;
