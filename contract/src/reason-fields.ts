import { text } from './primitives.ts';
import { isReason, REASON_MISSING, type ReasonPlace } from './reasons.ts';

/** A reason given by staff, at most `max` characters. */
export const reasonAt = (place: ReasonPlace, max = 1000) =>
  text(max).refine((words) => isReason(place, words), REASON_MISSING);

/** Like `reasonAt`, or empty if no reason is needed. */
export const optionalReasonAt = (place: ReasonPlace, max = 1000) =>
  text(max).refine((words) => words === '' || isReason(place, words), REASON_MISSING);
