import type { SignedIn } from '@vialproof/contract/accounts';
import type { Challenge, Challenged } from '@vialproof/contract/second-factor';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { withNext } from '../../lib/next';
import { startSession } from '../../lib/session';

const redirectMs = 1_500;

export interface Entry {
  /** Signed in: the greeting is shown, and the page that was asked for comes 1.5 s later. */
  welcome: boolean;
  /** The password was right, and a second factor is asked for. */
  challenge: Challenge | null;
  /** Takes what a sign-in was answered with. */
  take: (answer: SignedIn | Challenged) => void;
  /** Gives the challenge up: the sign-in begins again. */
  restart: () => void;
}

/** The way in, once the server has answered a sign-in. `next` is the page that was asked for, or null. */
export function useEntry(next: string | null): Entry {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string>();
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(() => void navigate(target, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [target, navigate]);

  return {
    welcome: target !== undefined,
    challenge,
    take(answer) {
      if ('challenge' in answer) {
        setChallenge(answer.challenge);
        return;
      }
      // Staff have no rights before their second factor is set up.
      const unarmed = answer.user.second_factor === 'required';
      setTarget(unarmed ? withNext('/dashboard/profile/second-factor', next) : (next ?? '/'));
      startSession(answer);
    },
    restart: () => setChallenge(null),
  };
}
