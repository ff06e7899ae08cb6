import { formatTime } from '@vialproof/science/calendar/dates';
import { useEffect, useState } from 'react';
import { signInAnew } from '../lib/api';
import { useSession } from '../lib/session';
import { Button } from '../ui/button';

/** The notice appears this long before the end. */
const aheadMs = 10 * 60_000;
/** How often the time is compared. A single long timer would be late after the computer has slept. */
const lookMs = 15_000;

function useIsNear(endsAt: string | null): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const look = () => setNear(endsAt !== null && Date.now() >= Date.parse(endsAt) - aheadMs);
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [endsAt]);
  return isNear;
}

/** Says from ten minutes before when the session of staff ends, and offers a new sign-in. */
export function SessionEnd() {
  const endsAt = useSession()?.endsAt ?? null;
  const isNear = useIsNear(endsAt);
  const words =
    isNear && endsAt
      ? `Your session ends at ${formatTime(endsAt)}. Sign in again to go on; your drafts are kept.`
      : '';
  return (
    <div className={isNear ? 'border-wait/40 border-t bg-wait-soft print:hidden' : undefined}>
      <div
        className={
          isNear ? 'page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2' : undefined
        }
      >
        {/* It is there before its text, because screen readers say only what changes in a place that they know. */}
        <p role="status">{words}</p>
        {isNear ? (
          <Button variant="secondary" size="small" onClick={() => signInAnew('hours')}>
            Sign in again
          </Button>
        ) : null}
      </div>
    </div>
  );
}
