import { useIsMutating } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vialproof/contract/accounts';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { startSession } from '../lib/session';
import { SIGNED_IN } from '../testing/answers';
import { openPage, user } from '../testing/open-page';
import { type Ceremony, fakeAuthenticator } from '../testing/passkeys';
import { SignDialog } from './sign-dialog';

const OPTIONS = 'POST /api/auth/passkeys/options';
const challenge = { challenge: 'AAAA', timeout: 300_000, rpId: 'localhost', userVerification: 'required' };
const onSign = vi.fn();

function Signing() {
  const [isOpen, setOpen] = useState(true);
  const isAsking = useIsMutating() > 0;
  return (
    <>
      <p>{isAsking ? 'The browser asks.' : 'The browser asks nothing.'}</p>
      <SignDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Publish?"
        meaning="released"
        action="Sign and publish"
        busyAction="Publishing…"
        step={{ isPending: false, error: null }}
        onSign={onSign}
      >
        <p>The certificate is issued.</p>
      </SignDialog>
    </>
  );
}

/** Opens the dialog for a person whose account is like this. */
async function open(account: Partial<User>) {
  onSign.mockClear();
  startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, ...account } });
  const answers = { [OPTIONS]: { data: challenge } };
  openPage('/sign', { '/sign': { default: Signing } }, answers, { url: window.location.origin });
  return within(await screen.findByRole('dialog', { name: 'Publish?' }));
}

it('a code is offered only to a person with a second factor', async () => {
  const dialog = await open({ second_factor: 'off' });
  dialog.getByLabelText('Your password');
  expect(dialog.queryByText('Sign with a code instead')).toBeNull();
});

it('a person with a second factor chooses between password and code', async () => {
  const dialog = await open({ second_factor: 'on' });
  await user.click(dialog.getByText('Sign with a code instead'));
  await user.type(dialog.getByLabelText('A code of your second factor'), '123456{Enter}');
  await waitFor(() => expect(onSign).toHaveBeenCalledWith({ code: '123456' }));
});

it('a passkey that answers after Back signs nothing', async () => {
  const ceremony = Promise.withResolvers<Ceremony>();
  fakeAuthenticator(ceremony.promise);
  const dialog = await open({ passkey: 'on' });
  await user.click(dialog.getByRole('button', { name: 'Sign with a passkey' }));
  await screen.findByText('The browser asks.');
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  ceremony.resolve('answers');
  await screen.findByText('The browser asks nothing.');
  expect(onSign).not.toHaveBeenCalled();
});
