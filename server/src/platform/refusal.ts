import { ERRORS, type ErrorCode, type FieldError } from '@vialproof/contract/errors';
import type { NumberReadings } from '@vialproof/contract/thousands';

type Extra = {
  errors?: FieldError[];
  readings?: NumberReadings;
  amount_cents?: number;
  session_ended?: true;
  retryAfterSeconds?: number;
};

/** An expected "no": a value with a code of the closed list and a sentence for display. */
export class Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly extra: Extra;

  constructor(code: ErrorCode, detail: string, extra: Extra) {
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }
}

/** Creates a refusal; without `detail` it has the code's own sentence. */
export function refuse(code: ErrorCode, detail?: string, extra: Extra = {}): Refusal {
  return new Refusal(code, detail ?? ERRORS[code][1], extra);
}

/** The refusal of one field, with the same message at the field. */
export const refuseField = (path: string, message: string): Refusal =>
  refuse('invalid_fields', message, { errors: [{ path, message }] });

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

/** Carries a refusal to the client; thrown at the HTTP edge only. */
export class Problem extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** The value of a use case; throws a refusal as a Problem; for routes. */
export function unwrap<T>(value: T): Exclude<T, Refusal> {
  if (isRefusal(value)) throw new Problem(value);
  return value as Exclude<T, Refusal>;
}
