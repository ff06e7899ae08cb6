import { text } from './primitives.ts';
import { isReason, REASON_MISSING, type ReasonPlace } from './reasons.ts';

/** A reason that a staff member gives, with at most `max` characters. */
export const reasonAt = (place: ReasonPlace, max = 1000) =>
  text(max).refine((words) => isReason(place, words), REASON_MISSING);

/** The same as `reasonAt`, but a reason may be left empty. */
export const optionalReasonAt = (place: ReasonPlace, max = 1000) =>
  text(max).refine((words) => words === '' || isReason(place, words), REASON_MISSING);
