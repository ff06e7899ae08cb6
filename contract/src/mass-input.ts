import { z } from 'zod';
import { positive } from './amounts.ts';
import { text } from './primitives.ts';

/**
 * What a person enters for an identity: the formula of the compound, and the observed ion if the mass is computed from
 * an m/z.
 */
export const MassInput = z.object({
  formula: text(200).min(1, 'Give the formula.'),
  /** With which computed mass the measured one is compared. */
  basis: z.enum(['average', 'monoisotopic']),
  /** The measured m/z as typed, and the charge of the ion. Null: the value is the mass itself. */
  ion: z
    .object({
      mz: positive,
      charge: z
        .int('A charge is a whole number.')
        .min(1, 'A charge is 1 or more.')
        .max(40, 'A charge is 40 or less.'),
    })
    .nullable(),
});
export type MassInput = z.infer<typeof MassInput>;
