import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { AddPasskey } from '../data/account/add-passkey';
import { api } from '../lib/api';
import { useConfig } from '../lib/config';
import { needsPasskey, safeNext } from '../lib/next';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { askForPasskey, usePasskeysHere } from '../lib/passkeys';
import { replaceUser, useSession } from '../lib/session';
import { Button } from '../ui/button';
import { StepError } from '../ui/step-error';

export const handle: PageHandle = { query: ['next'] };

export const meta = signedInMeta('Passkey');

/** Uses a passkey of the account. With it the session gets the rights of staff. */
function UsePasskey() {
  const use = useMutation({
    mutationFn: async () => {
      const passkey = await askForPasskey();
      if (!passkey) return false;
      await api.auth['step-up'].$post({ json: { passkey } });
      return true;
    },
    onSuccess: (isUsed) => isUsed && replaceUser({ passkey: 'on' }),
  });
  return (
    <div className="grid justify-items-start gap-4">
      <Button
        size="large"
        icon={<KeyRound aria-hidden="true" className="size-4" />}
        busy={use.isPending}
        onClick={() => use.mutate()}
      >
        {use.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
      </Button>
      <StepError error={use.error} />
    </div>
  );
}

/** Lets staff who need a passkey for their rights use it, or add their first one. Then it opens the wanted page. */
export default function PasskeyPage() {
  const [query] = useSearchParams();
  const user = useSession()?.user;
  const isHere = usePasskeysHere();
  const address = useConfig()?.brand.url ?? '';
  const [isAdding, setAdding] = useState(false);
  if (user && !needsPasskey(user)) return <Navigate to={safeNext(query.get('next')) ?? '/lab'} replace />;
  const isFirst = user?.passkey === 'required';
  return (
    <div className="grid max-w-lg gap-6">
      <div className="grid gap-3">
        <h1 className="display-2">{isFirst ? 'Add a passkey first' : 'Use your passkey first'}</h1>
        <p className="text-ink-soft">
          {isFirst
            ? 'Your role needs a passkey: a key on a device of yours, opened by fingerprint, face or PIN. No forged page can take it from you. The laboratory opens as soon as you have added one.'
            : 'Your role needs a passkey at each sign-in. The laboratory opens as soon as you have used it.'}
        </p>
      </div>
      {isHere ? null : (
        <p className="wrap-anywhere">
          {`Passkeys work at ${address}, in a browser that knows them. Open the laboratory there.`}
        </p>
      )}
      {isHere && isFirst ? (
        <div>
          <Button
            size="large"
            icon={<KeyRound aria-hidden="true" className="size-4" />}
            onClick={() => setAdding(true)}
          >
            Add a passkey
          </Button>
        </div>
      ) : null}
      {isHere && !isFirst ? <UsePasskey /> : null}
      <AddPasskey open={isAdding} onClose={() => setAdding(false)} />
    </div>
  );
}
