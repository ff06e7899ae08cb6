import { ApiProblem } from '../../lib/problem';

/** The server's sentence in upper case; without one the fallback (specification, section 8). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiProblem && error.status < 500 ? error.detail.toUpperCase() : fallback;
}

/** Hides the banner when the user types again: it belongs to the sent input. */
export function forgetError({ error, reset }: { error: Error | null; reset: () => void }): void {
  if (error) reset();
}
