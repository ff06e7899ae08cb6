import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffMember } from '@vialproof/contract/staff';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { labKey } from '../queries';

/** Asks first, then removes the second factor and the passkeys of another person who has lost the device. */
export function ResetSecondFactor({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const queries = useQueryClient();
  const me = useSession()?.user.id;
  const [sure, setSure] = useState(false);
  const reset = useMutation({
    mutationFn: () =>
      parseResponse(api.lab.staff[':id']['second-factor'].reset.$post({ param: { id: member.id } })),
    onSuccess: async () => {
      notify.success('Two-step sign-in and passkeys removed.');
      await queries.invalidateQueries({ queryKey: labKey });
      onDone();
    },
  });
  if (member.id === me) return null;
  return (
    <section className="grid gap-3 border-rule border-t pt-5">
      <h3 className="font-medium">Lost device</h3>
      <p className="text-ink-soft">
        Removes their two-step sign-in and all their passkeys, and signs them out everywhere. Make sure that
        it is they who ask: until they set one up anew, their password alone opens the account.
      </p>
      <div>
        {sure ? (
          <Button variant="danger" size="large" busy={reset.isPending} onClick={() => reset.mutate()}>
            {reset.isPending ? 'Removing…' : 'Yes, remove both and sign them out'}
          </Button>
        ) : (
          <Button variant="secondary" size="large" onClick={() => setSure(true)}>
            Remove two-step sign-in and passkeys
          </Button>
        )}
      </div>
      <StepError error={reset.error} />
    </section>
  );
}
