import type { SignedIn } from '@vialproof/contract/accounts';
import type { Challenge, Challenged } from '@vialproof/contract/second-factor';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { homeOf, pageOfRights } from '../../lib/next';
import { startSession } from '../../lib/session';

/** The time between the answer to a form and the next page (specification, section 9). */
export const redirectMs = 1_500;

export interface Entry {
  /** Whether the user is signed in. The page then shows the greeting, and opens the requested page after 1.5 s. */
  welcome: boolean;
  /** Set if the password was right and the server also asks for a second factor. */
  challenge: Challenge | null;
  /** Handles the server's answer to a sign-in. */
  take: (answer: SignedIn | Challenged) => void;
  /** Starts the sign-in again, without the second factor's question. */
  restart: () => void;
}

/** What follows the server's answer to a sign-in. `next` is the page that the user requested before, or null. */
export function useEntry(next: string | null): Entry {
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== 'idle';
  const [target, setTarget] = useState<string>();
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const proceed = useEffectEvent((page: string) => {
    if (!isLeaving) void navigate(page, { replace: true });
  });
  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(() => proceed(target), redirectMs);
    return () => clearTimeout(timer);
  }, [target]);

  return {
    welcome: target !== undefined,
    challenge,
    take(answer) {
      if ('challenge' in answer) {
        setChallenge(answer.challenge);
        return;
      }
      const page = next ?? homeOf(answer.user);
      setTarget(pageOfRights(answer.user, page) ?? page);
      startSession(answer);
    },
    restart: () => setChallenge(null),
  };
}
