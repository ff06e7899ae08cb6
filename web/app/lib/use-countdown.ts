import { CODE_PAUSE_SECONDS } from '@vialproof/contract/mailed-codes';
import { useEffect, useState } from 'react';

/** The seconds until a new code can be requested, down to 0. `restart` starts again. */
export function useCountdown(): { left: number; restart: () => void } {
  const [left, setLeft] = useState(CODE_PAUSE_SECONDS);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the clock.
  useEffect(() => {
    // Computed from the end, because timers in a hidden tab are too slow.
    const end = performance.now() + CODE_PAUSE_SECONDS * 1_000;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [round]);
  return {
    left,
    restart: () => {
      setLeft(CODE_PAUSE_SECONDS);
      setRound((count) => count + 1);
    },
  };
}
