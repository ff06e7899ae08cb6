import { THOUSANDS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** Whether the ambiguous signs in numbers are thousands separators or decimal signs. */
export const Thousands = z.enum(THOUSANDS);
export type Thousands = z.infer<typeof Thousands>;

/** An ambiguous number as it is written in a file, and the two numbers that it can mean. */
export const NumberReadings = z
  .object({ text: z.string(), groups: z.string(), decimals: z.string() })
  .meta({ id: 'NumberReadings' });
export type NumberReadings = z.infer<typeof NumberReadings>;
