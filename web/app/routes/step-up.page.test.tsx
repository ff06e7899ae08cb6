import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { SessionEntry } from '@vialproof/contract/sessions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endSession, readSession, startSession } from '../lib/session';
import { idOf, SIGNED_IN } from '../testing/answers';
import { type Answers, type FakeServer, refusal } from '../testing/fake-server';
import { button, expectAddress, openPage, pass, signIn, stopTime, toasts, user } from '../testing/open-page';
import { TRANSLATORS, translate } from '../testing/translate';
import * as activity from './dashboard-activity';

const AT = '2026-03-01T12:00:00.000Z';
const SUMMARY: SecuritySummary = {
  email: 'ada@example.test',
  has_password: true,
  second_factor: 'on',
  recovery_codes_left: 8,
  passkeys: 0,
  sign_in_providers: [],
  email_change: null,
};
const device = (place: number, name: string): SessionEntry => ({
  id: idOf(place),
  device: name,
  device_kind: 'desktop',
  address: '192.0.2.7',
  created_at: AT,
  last_used_at: AT,
  current: place === 1,
});
const OTHERS = 'POST /api/me/sessions/sign-out-others';
const STEP_UP = 'POST /api/auth/step-up';
const done = () => new Response(null, { status: 204 });
const wrongPassword = () =>
  refusal('signature_refused', 'This is not your password.', {
    errors: [{ path: 'password', message: 'This is not your password.' }],
  });

/** A signed-in user on the page with the own devices. The server wants a confirmation until `confirmed` is called. */
async function openDevices(answers: Answers = {}, summary: Partial<SecuritySummary> = {}) {
  let isConfirmed = false;
  const asks = (answer: object) => () => (isConfirmed ? answer : refusal('step_up_required'));
  const confirmed = () => {
    isConfirmed = true;
    return done();
  };
  signIn();
  const server = openPage(
    '/dashboard/profile/activity',
    { '/dashboard/profile/activity': activity },
    {
      'GET /api/me/sessions': { data: [device(1, 'Firefox'), device(2, 'Phone'), device(3, 'Tablet')] },
      'GET /api/me/security-log': { data: [], pagination: { page: 1, limit: 25, total: 0 } },
      'GET /api/me/security': { data: { ...SUMMARY, ...summary } },
      [OTHERS]: asks({ data: { ended: 2 } }),
      'DELETE /api/me/sessions/*': asks({}),
      [STEP_UP]: confirmed,
      ...answers,
    },
  );
  await screen.findByText('Sign out the others');
  return { server, confirmed };
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function enter(label: string, secret: string): Promise<void> {
  const box = await within(await dialog()).findByLabelText(label);
  fireEvent.input(box, { target: { value: secret } });
  await user.click(within(await dialog()).getByRole('button', { name: 'Confirm' }));
}
const bodies = (server: FakeServer) => server.callsTo(STEP_UP).map(({ body }) => body);

describe('a refused call asks for a password or code, and then goes on', () => {
  it('the call is repeated once after a wrong and a right password', async () => {
    const { server, confirmed } = await openDevices();
    await user.click(button('Sign out the others'));
    server.answer({ [STEP_UP]: wrongPassword });
    await enter('Your password', 'guess');
    await within(await dialog()).findByText('This is not your password.');
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
    server.answer({ [STEP_UP]: confirmed });
    await enter('Your password', 'Right-horse-7');
    await waitFor(() => expect(toasts()).toEqual(['2 other devices signed out.']));
    await isClosed();
    expect(server.callsTo(OTHERS)).toHaveLength(2);
    expect(bodies(server)).toEqual([{ password: 'guess' }, { password: 'Right-horse-7' }]);
  });

  it('two refused calls share one dialog, and both are repeated', async () => {
    const { server } = await openDevices();
    await user.click(button(/Phone$/));
    await user.click(button(/Tablet$/));
    expect(await screen.findAllByRole('dialog')).toHaveLength(1);
    await enter('Your password', 'Right-horse-7');
    await waitFor(() => expect(toasts()).toEqual(['Device signed out.', 'Device signed out.']));
    expect(server.callsTo(STEP_UP)).toHaveLength(1);
  });

  it('a refusal that arrives after the answer to another one asks nothing', async () => {
    const late = Promise.withResolvers<object>();
    const { server, confirmed } = await openDevices({
      [`DELETE /api/me/sessions/${idOf(2)}`]: () => late.promise,
    });
    await user.click(button(/Phone$/));
    await user.click(button('Sign out the others'));
    await enter('Your password', 'Right-horse-7');
    await isClosed();
    server.answer({ [`DELETE /api/me/sessions/${idOf(2)}`]: confirmed });
    late.resolve(refusal('step_up_required'));
    await waitFor(() => expect(toasts()).toContain('Device signed out.'));
    expect(server.callsTo(STEP_UP)).toHaveLength(1);
  });

  it('the call waits as long as the dialog is open, beyond the limit of ten seconds', async () => {
    stopTime();
    const { server } = await openDevices();
    await user.click(button('Sign out the others'));
    await pass(60_000);
    await enter('Your password', 'Right-horse-7');
    await pass(500);
    expect(server.callsTo(OTHERS)).toHaveLength(2);
    expect(screen.queryByText(/did not answer/)).toBeNull();
  });

  it('Cancel and a left page end the call with its refusal, without a second try', async () => {
    const { server } = await openDevices();
    await user.click(button('Sign out the others'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await screen.findByText(/^Confirm that it is you: enter your password/);
    expect(server.callsTo(OTHERS)).toHaveLength(1);
    await user.click(button('Sign out the others'));
    await dialog();
    await user.click(screen.getByRole('link', { name: 'Profile', hidden: true }));
    await expectAddress('/dashboard/profile');
    await isClosed();
    expect(server.callsTo(OTHERS)).toHaveLength(2);
  });

  it('the dialog closes when another user signs in or the user signs out, and the call is not repeated', async () => {
    const { server } = await openDevices();
    await user.click(button('Sign out the others'));
    await within(await dialog()).findByLabelText('Your password');
    act(() => startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, id: idOf(9) } }));
    await isClosed();
    await user.click(await screen.findByRole('button', { name: 'Sign out the others' }));
    await dialog();
    act(endSession);
    await isClosed();
    expect(server.callsTo(OTHERS)).toHaveLength(2);
  });

  it('a call of one user is not repeated as another user, who signed in after the answer was sent', async () => {
    const sent = Promise.withResolvers<object>();
    const { server, confirmed } = await openDevices({ [STEP_UP]: () => sent.promise });
    await user.click(button('Sign out the others'));
    await enter('Your password', 'Right-horse-7');
    act(() => startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, id: idOf(9) } }));
    sent.resolve(confirmed());
    await isClosed();
    expect(server.callsTo(OTHERS)).toHaveLength(1);
  });
});

describe('the code of the dialog cannot be loaded', () => {
  afterEach(() => vi.doUnmock('../features/step-up/step-up-dialog'));

  it('the page stays and says it, and the dialog opens once its code can be loaded', async () => {
    vi.doMock('../features/step-up/step-up-dialog', () => {
      throw new Error('not found');
    });
    const { server } = await openDevices();
    await user.click(button('Sign out the others'));
    await screen.findByText('A part of this page could not be loaded. Load the page again.');
    vi.doUnmock('../features/step-up/step-up-dialog');
    await user.click(button('Sign out the others'));
    await enter('Your password', 'Right-horse-7');
    await isClosed();
    expect(server.callsTo(OTHERS)).toHaveLength(3);
  });
});

describe('the dialog offers the secrets that the account has', () => {
  it('an account without a password confirms with a code', async () => {
    const { server } = await openDevices({}, { has_password: false });
    await user.click(button('Sign out the others'));
    await enter('A code of your second factor', '123456');
    await isClosed();
    expect(bodies(server)).toEqual([{ code: '123456' }]);
  });

  it('an account with a password and a second factor chooses', async () => {
    const { server } = await openDevices();
    await user.click(button('Sign out the others'));
    await user.click(await screen.findByRole('button', { name: 'Confirm with a code instead' }));
    expect(document.activeElement).toBe(screen.getByLabelText('A code of your second factor'));
    await enter('A code of your second factor', '123456');
    await isClosed();
    expect(bodies(server)).toEqual([{ code: '123456' }]);
  });

  it('an account without both signs in again, and comes back to this page', async () => {
    await openDevices({ 'POST /api/auth/logout': done }, { has_password: false, second_factor: 'off' });
    await user.click(button('Sign out the others'));
    await user.click(await screen.findByRole('button', { name: 'Sign in again' }));
    await expectAddress('/login?next=%2Fdashboard%2Fprofile%2Factivity&why=again');
    expect(readSession()).toBeNull();
    await isClosed();
  });
});

describe('a confirmation belongs to the session', () => {
  it('an access token that ran out is renewed, and the password is sent again', async () => {
    const renewed = { ...SIGNED_IN, session: { ...SIGNED_IN.session, access_token: 'renewed' } };
    const { server, confirmed } = await openDevices({ 'POST /api/auth/refresh': renewed });
    server.answer({
      [STEP_UP]: () =>
        server.callsTo('POST /api/auth/refresh').length > 0 ? confirmed() : refusal('unauthenticated'),
    });
    await user.click(button('Sign out the others'));
    await enter('Your password', 'Right-horse-7');
    await waitFor(() => expect(toasts()).toEqual(['2 other devices signed out.']));
    expect(readSession()?.accessToken).toBe('renewed');
    expect(server.callsTo(STEP_UP)).toHaveLength(2);
  });

  it('the wrong password that ends the session leads to the sign-in', async () => {
    await openDevices({
      [STEP_UP]: () =>
        Response.json(
          { code: 'signature_refused', detail: 'That was the 20th wrong password.', session_ended: true },
          { status: 401 },
        ),
    });
    await user.click(button('Sign out the others'));
    await enter('Your password', 'guess');
    await expectAddress('/login?next=%2Fdashboard%2Fprofile%2Factivity&why=secrets');
    await isClosed();
  });
});

it.each(TRANSLATORS)(
  'the dialog still works when the browser %s its texts to translate them',
  async (how) => {
    const { server, confirmed } = await openDevices();
    await user.click(button('Sign out the others'));
    await within(await dialog()).findByLabelText('Your password');
    translate(how);
    server.answer({ [STEP_UP]: wrongPassword });
    const shown = screen.getByRole('dialog');
    await user.click(within(shown).getByRole('button', { name: /Confirm with a code instead/ }));
    await user.click(within(shown).getByRole('button', { name: 'Confirm with the password instead' }));
    fireEvent.input(within(shown).getByLabelText('Your password'), { target: { value: 'guess' } });
    await user.click(within(shown).getByRole('button', { name: /^«*Confirm»*$/ }));
    await within(shown).findByText('This is not your password.');
    translate(how);
    server.answer({ [STEP_UP]: confirmed });
    await user.click(within(shown).getByRole('button', { name: /^«*Confirm»*$/ }));
    await waitFor(() => expect(toasts()).toEqual(['2 other devices signed out.']));
  },
);
