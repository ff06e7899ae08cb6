import { ApiProblem } from '../../lib/problem';

/** The server's sentence in upper case, or `fallback` if the server sent no sentence (specification, section 8). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiProblem && error.status < 500 ? error.detail.toUpperCase() : fallback;
}

/** Hides the red error when the user types again, because it is about the sent input. */
export function forgetError({ error, reset }: { error: Error | null; reset: () => void }): void {
  if (error) reset();
}
