import { DECISION_RULES, DECISIONS, UNCERTAINTY_BASES } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { requiredLine } from './primitives.ts';

const positive = z
  .number({ error: 'Give a number.' })
  .gt(0, 'Give a number above zero.')
  .max(1e12, 'That is too large a number.');

/** How an uncertainty was found: from repeated measurements and the certificate of a standard, or from its parts. */
export const UncertaintyBasis = z.enum(UNCERTAINTY_BASES);
export type UncertaintyBasis = z.infer<typeof UncertaintyBasis>;

/** One part of an uncertainty (k = 1), and where it comes from. */
export const UncertaintyComponent = z.object({
  source: requiredLine(120, 'Say where it comes from.'),
  u: positive,
});

/**
 * The uncertainty that a person typed: its parts, or the whole number U. From parts the server computes U as 2·√Σu².
 */
export const Uncertainty = z
  .object({
    basis: UncertaintyBasis,
    components: z.array(UncertaintyComponent).max(12, 'At most 12 components.').optional(),
    /** Set if the parts are in per cent of the value. */
    relative: z.literal(true).optional(),
    /** The expanded uncertainty, in the unit of the value. */
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

/** How a value is decided: simply by the value, or with a zone of doubt of width U, a guard band (ILAC-G8:09/2019). */
export const DecisionRule = z.enum(DECISION_RULES);
export type DecisionRule = z.infer<typeof DecisionRule>;

/**
 * The decision on a value. `undecidable`: a value such as '< 0.5' may be inside or outside its limit. `not_judged`: the
 * limit does not apply.
 */
export const Decision = z.enum(DECISIONS);
export type Decision = z.infer<typeof Decision>;
