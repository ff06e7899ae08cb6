import { DECISION_RULES, DECISIONS, UNCERTAINTY_BASES } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { requiredLine } from './primitives.ts';

const positive = z
  .number({ error: 'Give a number.' })
  .gt(0, 'Give a number above zero.')
  .max(1e12, 'That is too large a number.');

/** How a standard uncertainty was found: from repeatability and the certificate of the standard, or component by component. */
export const UncertaintyBasis = z.enum(UNCERTAINTY_BASES);
export type UncertaintyBasis = z.infer<typeof UncertaintyBasis>;

/** One standard uncertainty (k = 1), and where it comes from. */
export const UncertaintyComponent = z.object({
  source: requiredLine(120, 'Say where it comes from.'),
  u: positive,
});

/**
 * The uncertainty of a value as a person entered it: its components, or the expanded uncertainty. The server computes U
 * as 2·√Σu², in the unit of the value.
 */
export const Uncertainty = z
  .object({
    basis: UncertaintyBasis,
    components: z.array(UncertaintyComponent).max(12, 'At most 12 components.').optional(),
    /** Set if the components are in % of the value; otherwise they are in the unit of the value. */
    relative: z.literal(true).optional(),
    /** The expanded uncertainty in the unit of the value; the server computes it if there are components. */
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

/** Simple acceptance, or a guard band of width U (ILAC-G8:09/2019). */
export const DecisionRule = z.enum(DECISION_RULES);
export type DecisionRule = z.infer<typeof DecisionRule>;

/**
 * The decision on a value. `undecidable`: a value such as '< 0.5' that may be inside or outside its limit.
 * `not_judged`: the limit does not apply to the value.
 */
export const Decision = z.enum(DECISIONS);
export type Decision = z.infer<typeof Decision>;
