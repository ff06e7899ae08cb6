import { z } from 'zod';
import { positive } from './amounts.ts';
import { text } from './primitives.ts';

/** Input of an identity: the compound's formula, and the observed ion if the mass comes from an m/z. */
export const MassInput = z.object({
  formula: text(200).min(1, 'Give the formula.'),
  /** The theoretical mass to compare with. */
  basis: z.enum(['average', 'monoisotopic']),
  /** The observed m/z as typed, and the charge of its ion; null: the value itself is the mass. */
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
