import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button';
import type { GroupAction } from './use-group-action';

const VolunteerDialog = lazy(() => import('./volunteer-dialog'));

/** Once the shares are fixed: a person offers to send the vial instead of the present sender. */
export function VolunteerOffer({ id, action, sender }: { id: string; action: GroupAction; sender: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button
        variant="secondary"
        onClick={() => {
          action.forget();
          setAsking(true);
        }}
      >
        Offer to send the vial instead
      </Button>
      <Suspense fallback={null}>
        {isAsking ? (
          <VolunteerDialog id={id} action={action} sender={sender} onClose={() => setAsking(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}
