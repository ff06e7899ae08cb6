import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { StepError } from '../../ui/step-error';
import { BegunWatch } from './begun-watch';
import { watchesQuery } from './queries';
import { askToWatch, WatchForm } from './watch-form';
import { NOT_WATCHED, type WatchSubject } from './words';

/**
 * What a press on the offer of an alert opens: for a signed-in person the alert itself, for a visitor the form that asks
 * for an address.
 */
export function Watcher(watched: WatchSubject) {
  const session = useSession();
  const [isOther, setOther] = useState(false);
  if (!session || isOther) return <WatchForm {...watched} isOpened />;
  return <OwnWatch {...watched} email={session.user.email} onOther={() => setOther(true)} />;
}

/** Begins an alert to the address of the account, which is a confirmed one. */
function OwnWatch({ kind, subject, email, onOther }: WatchSubject & { email: string; onOther: () => void }) {
  const queries = useQueryClient();
  const [isUndone, setUndone] = useState(false);
  const begin = useMutation({
    mutationFn: () => askToWatch({ kind, subject, email }),
    onSettled: () => queries.invalidateQueries({ queryKey: watchesQuery.queryKey }),
  });
  const start = useEffectEvent(() => begin.mutate());
  useEffect(() => start(), []);
  if (begin.data) {
    const undone = () => {
      begin.reset();
      setUndone(true);
    };
    return <BegunWatch watch={begin.data} email={email} onUndone={undone} />;
  }
  return (
    <div className="grid max-w-md grid-cols-1 justify-items-start gap-3">
      <p role="status" className="empty:hidden">
        {begin.isSuccess ? NOT_WATCHED : isUndone && begin.isIdle ? 'You are not watching it.' : ''}
      </p>
      <StepError error={begin.error} />
      <div className="flex flex-wrap gap-3">
        <Button busy={begin.isPending} onClick={() => begin.mutate()}>
          {begin.isPending ? 'Saving…' : 'Watch'}
        </Button>
        <Button variant="secondary" onClick={onOther}>
          Use another address
        </Button>
      </div>
    </div>
  );
}
