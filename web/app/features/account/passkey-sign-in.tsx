import type { SignedIn } from '@vialproof/contract/accounts';
import { parseResponse } from 'hono/client';
import { KeyRound } from 'lucide-react';
import { api } from '../../lib/api';
import { askForPasskey, usePasskeysHere } from '../../lib/passkeys';
import { Button } from '../../ui/button';

/** Signs in with a passkey of this device. Null: the person has cancelled. */
async function signIn(): Promise<SignedIn | null> {
  const response = await askForPasskey();
  return response && parseResponse(api.auth.passkeys['sign-in'].$post({ json: { response } }));
}

/** A button for a sign-in without e-mail and password. It is missing where passkeys cannot be used. */
export default function PasskeySignIn({
  busy,
  idle,
  onSignIn,
}: {
  /** The browser is asking for the passkey. */
  busy: boolean;
  /** Another way to sign in is on. */
  idle: boolean;
  onSignIn: (ask: () => Promise<SignedIn | null>) => void;
}) {
  if (!usePasskeysHere()) return null;
  return (
    <Button
      variant="secondary"
      wide
      icon={<KeyRound aria-hidden="true" className="size-4" />}
      aria-disabled={idle}
      busy={busy}
      onClick={() => onSignIn(signIn)}
    >
      {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
    </Button>
  );
}
