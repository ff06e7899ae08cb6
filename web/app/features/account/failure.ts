import { ApiProblem } from '../../lib/problem';

/** The server's own sentence, upper-cased; without one the fallback (specification, section 8). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiProblem && error.status < 500 ? error.detail.toUpperCase() : fallback;
}

/** Takes the banner away once somebody types on: what it says is of what was sent before. */
export function forgetError({ error, reset }: { error: Error | null; reset: () => void }): void {
  if (error) reset();
}
