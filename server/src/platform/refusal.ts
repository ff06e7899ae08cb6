import { ERRORS, type ErrorCode, type FieldError } from '@vialproof/contract/errors';
import type { NumberReadings } from '@vialproof/contract/thousands';

type Extra = {
  errors?: FieldError[];
  readings?: NumberReadings;
  amount_cents?: number;
  session_ended?: true;
  retryAfterSeconds?: number;
};

/** An expected refusal of a function: an error code of the closed list and a sentence for the user. */
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

/** Creates a refusal. Without `detail`, its sentence is the usual one of the error code. */
export function refuse(code: ErrorCode, detail?: string, extra: Extra = {}): Refusal {
  return new Refusal(code, detail ?? ERRORS[code][1], extra);
}

/** Refuses the value of one field, and shows the message at that field. */
export const refuseField = (path: string, message: string): Refusal =>
  refuse('invalid_fields', message, { errors: [{ path, message }] });

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

/** An error that carries a refusal to the client. Only HTTP routes throw it. */
export class Problem extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** For routes: returns the value of a use case, or throws its refusal as a Problem. */
export function unwrap<T>(value: T): Exclude<T, Refusal> {
  if (isRefusal(value)) throw new Problem(value);
  return value as Exclude<T, Refusal>;
}
