import { text } from './primitives.ts';
import { isReason, REASON_MISSING, type ReasonPlace } from './reasons.ts';

/** A reason that staff give, at most `max` characters. */
export const reasonAt = (place: ReasonPlace, max = 1000) =>
  text(max).refine((words) => isReason(place, words), REASON_MISSING);

/** As `reasonAt`, or nothing where none is needed. */
export const optionalReasonAt = (place: ReasonPlace, max = 1000) =>
  text(max).refine((words) => words === '' || isReason(place, words), REASON_MISSING);
