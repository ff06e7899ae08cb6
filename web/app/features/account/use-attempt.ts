import { useState } from 'react';
import { ApiProblem } from '../../lib/problem';
import { failureText } from './failure';

export interface Attempt {
  /** For the red banner; empty while nothing failed. */
  failure: string;
  busy: boolean;
  /** Takes the banner away. */
  clear: () => void;
  /** Runs one attempt; what it throws becomes the banner. Refusals with a reason are handed to `refused` as well. */
  run: (work: () => Promise<void>, refused?: (problem: ApiProblem) => void) => Promise<void>;
}

/** An attempt of one of the sign-in forms. `fallback` is said when the server gave no reason. */
export function useAttempt(fallback: string): Attempt {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  return {
    failure,
    busy,
    clear: () => setFailure(''),
    async run(work, refused) {
      setFailure('');
      setBusy(true);
      try {
        await work();
      } catch (error) {
        setFailure(failureText(error, fallback));
        if (error instanceof ApiProblem) refused?.(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
