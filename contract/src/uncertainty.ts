import { DECISION_RULES, DECISIONS, UNCERTAINTY_BASES } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { requiredLine } from './primitives.ts';

const positive = z
  .number({ error: 'Give a number.' })
  .gt(0, 'Give a number above zero.')
  .max(1e12, 'That is too large a number.');

/** How a standard uncertainty became known: from repeatability and the standard's certificate, or term by term. */
export const UncertaintyBasis = z.enum(UNCERTAINTY_BASES);
export type UncertaintyBasis = z.infer<typeof UncertaintyBasis>;

/** One standard uncertainty (k = 1), and where it comes from. */
export const UncertaintyComponent = z.object({
  source: requiredLine(120, 'Say where it comes from.'),
  u: positive,
});

/**
 * The uncertainty of a value as it is entered: its components, or the expanded one itself. What U is worked out from:
 * 2·√Σu², in the unit of the value.
 */
export const Uncertainty = z
  .object({
    basis: UncertaintyBasis,
    components: z.array(UncertaintyComponent).max(12, 'At most 12 components.').optional(),
    /** The components are in % of the value; absent, in its unit. */
    relative: z.literal(true).optional(),
    /** Expanded uncertainty in the unit of the value; worked out where there are components. */
    U: positive.optional(),
    k: z.literal(2, 'Only k = 2 is printed.').optional(),
    level: z.literal(95, 'Only 95 % is printed.').optional(),
  })
  .refine(({ U, components }) => U !== undefined || (components ?? []).length > 0, {
    path: ['U'],
    message: 'Give U, or the components that it is made of.',
  })
  .meta({ id: 'Uncertainty' });
export type Uncertainty = z.infer<typeof Uncertainty>;

/** Simple acceptance, or a guard band as wide as U (ILAC-G8:09/2019). */
export const DecisionRule = z.enum(DECISION_RULES);
export type DecisionRule = z.infer<typeof DecisionRule>;

/**
 * What a decision rule says of a value; `undecidable` where the value lies on one side of a number and the limit on the same
 * side, `not_judged` where the limit says nothing of it.
 */
export const Decision = z.enum(DECISIONS);
export type Decision = z.infer<typeof Decision>;
