import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { Passkey } from '@vialproof/contract/passkeys';
import { describe, expect, it, vi } from 'vitest';
import * as passkeyPage from '../lab/passkey';
import { readSession, startSession } from '../lib/session';
import { idOf, SIGNED_IN } from '../testing/answers';
import { type Answers, refusal } from '../testing/fake-server';
import {
  alert,
  button,
  expectAddress,
  fill,
  heading,
  main,
  openPage,
  signIn,
  toasts,
  user,
} from '../testing/open-page';
import { type Ceremony, fakeAuthenticator } from '../testing/passkeys';
import { TRANSLATORS, translate } from '../testing/translate';
import * as security from './dashboard-security';
import * as login from './login';

const AT = '2026-03-01T12:00:00.000Z';
const LONG = 'The security key on the blue ribbon in the drawer of bench 12';
const RIGHT_TO_LEFT = 'مفتاح المختبر';
const OPTIONS = 'POST /api/auth/passkeys/options';
const SIGN_IN = 'POST /api/auth/passkeys/sign-in';
const REGISTRATION = 'POST /api/auth/passkeys/registration-options';
const REGISTER = 'POST /api/auth/passkeys/register';
const OWN = 'GET /api/me/passkeys';
const done = () => new Response(null, { status: 204 });

const challenge = { challenge: 'AAAA', timeout: 300_000, rpId: 'localhost', userVerification: 'required' };
const creation = {
  challenge: 'AAAA',
  timeout: 300_000,
  rp: { id: 'localhost', name: 'Vialproof' },
  user: { id: 'AAAA', name: 'ada@example.test', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
const passkey = (place: number, name: string, change: Partial<Passkey> = {}): Passkey => ({
  id: idOf(place),
  name,
  created_at: AT,
  last_used_at: null,
  ...change,
});
const SUMMARY: SecuritySummary = {
  email: 'ada@example.test',
  has_password: true,
  second_factor: 'off',
  recovery_codes_left: 0,
  passkeys: 1,
  sign_in_providers: [],
  email_change: null,
};
/** The site has the address of the test, so that passkeys belong to it. */
const HERE = { url: window.location.origin };

describe('a passkey signs in without e-mail and password', () => {
  const open = (ceremony: Ceremony | Promise<Ceremony>, answers: Answers = {}) => {
    fakeAuthenticator(ceremony);
    return openPage(
      '/login',
      { '/login': login },
      { [OPTIONS]: { data: challenge }, [SIGN_IN]: SIGNED_IN, ...answers },
      HERE,
    );
  };
  const press = async () => user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));

  it('the browser’s answer is sent, and the user is signed in', async () => {
    const server = open('answers');
    await press();
    await main().findByText('Welcome back! You are now logged in.');
    expect(server.callsTo(OPTIONS)[0]?.body).toEqual({});
    expect(server.callsTo(SIGN_IN)[0]?.body).toMatchObject({ response: { id: 'AQID', type: 'public-key' } });
    expect(readSession()?.user.id).toBe(SIGNED_IN.user.id);
  });

  it('a cancelled question says nothing, and the button stays', async () => {
    const server = open('is cancelled');
    await press();
    await waitFor(() =>
      expect(button('Sign in with a passkey').getAttribute('aria-disabled')).not.toBe('true'),
    );
    expect(alert()).toBeUndefined();
    expect(server.callsTo(SIGN_IN)).toEqual([]);
  });

  it('while the browser asks, the pressed button waits, and the password cannot be sent', async () => {
    const ceremony = Promise.withResolvers<Ceremony>();
    open(ceremony.promise);
    fill('Email', 'ada@example.test');
    fill('Password', 'Right-horse-7');
    await press();
    const pressed = await main().findByRole('button', { name: 'Waiting for your passkey…' });
    expect(pressed.getAttribute('aria-busy')).toBe('true');
    expect(button('Log in').getAttribute('aria-busy')).toBeNull();
    expect(button('Log in').getAttribute('aria-disabled')).toBe('true');
    ceremony.resolve('is cancelled');
    await main().findByRole('button', { name: 'Sign in with a passkey' });
    expect(button('Log in').getAttribute('aria-disabled')).toBeNull();
  });

  it('a refused passkey and a failing browser are said in the banner', async () => {
    const server = open('answers', { [SIGN_IN]: refusal('passkey_refused') });
    await press();
    await waitFor(() => expect(alert()?.textContent).toMatch(/^THIS PASSKEY WAS NOT ACCEPTED/));
    fakeAuthenticator('fails');
    server.answer({ [SIGN_IN]: SIGNED_IN });
    await press();
    await waitFor(() =>
      expect(alert()?.textContent).toBe(
        'YOUR BROWSER COULD NOT USE A PASSKEY. TRY AGAIN, OR GO ON WITHOUT IT.',
      ),
    );
  });

  it('nothing is offered in a browser without passkeys, and at another address than that of the site', async () => {
    openPage('/login', { '/login': login }, {}, HERE);
    await heading('Welcome back');
    await vi.dynamicImportSettled();
    expect(screen.queryByText('Sign in with a passkey')).toBeNull();
    fakeAuthenticator('answers');
    openPage('/login', { '/login': login });
    await vi.dynamicImportSettled();
    expect(screen.queryByText('Sign in with a passkey')).toBeNull();
  });
});

describe('a passkey takes the second step of a sign-in', () => {
  const open = async (methods: string[], answers: Answers = {}) => {
    const server = openPage(
      '/login',
      { '/login': login },
      {
        'POST /api/auth/login': { challenge: { token: 'second-step', expires_at: AT, methods } },
        [OPTIONS]: { data: challenge },
        'POST /api/auth/second-factor': SIGNED_IN,
        ...answers,
      },
      HERE,
    );
    fill('Email', 'ada@example.test');
    fill('Password', 'Right-horse-7');
    await user.click(button('Log in'));
    await heading('Two-step sign-in');
    return server;
  };

  it('beside the code, the passkey is asked for with the token of the sign-in', async () => {
    fakeAuthenticator('answers');
    const server = await open(['code', 'passkey']);
    await main().findByRole('group', { name: 'Code from your authenticator app' });
    await user.click(button('Use a passkey'));
    await main().findByText('Welcome back! You are now logged in.');
    expect(server.callsTo(OPTIONS)[0]?.body).toEqual({ challenge: 'second-step' });
    expect(server.callsTo('POST /api/auth/second-factor')[0]?.body).toMatchObject({
      challenge: 'second-step',
      passkey: { id: 'AQID' },
    });
  });

  it('an account with only a passkey is asked for no code', async () => {
    fakeAuthenticator('is cancelled');
    await open(['passkey']);
    await waitFor(() => expect(document.activeElement).toBe(button('Use a passkey')));
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(button('Use a passkey').getAttribute('aria-busy')).toBeNull());
    expect(alert()).toBeUndefined();
    expect(main().queryByRole('group')).toBeNull();
  });

  it('without passkeys in the browser, the code is left, or a sentence says where the passkey works', async () => {
    await open(['code', 'passkey']);
    await main().findByRole('group', { name: 'Code from your authenticator app' });
    expect(main().queryByText('Use a passkey')).toBeNull();
    cleanup();
    await open(['passkey']);
    await main().findByText(/^Your account asks for its passkey\. It works at http:\/\/localhost:3000,/);
  });
});

describe('the security page lists, adds and removes passkeys', () => {
  const open = (list: Passkey[], answers: Answers = {}) => {
    signIn();
    return openPage(
      '/dashboard/profile/security',
      { '/dashboard/profile/security': security },
      {
        'GET /api/me/security': { data: SUMMARY },
        'GET /api/me/sessions': { data: [] },
        [OWN]: { data: list },
        [REGISTRATION]: { data: creation },
        ...answers,
      },
      HERE,
    );
  };

  it('each passkey has its name, its day and its last use', async () => {
    open([passkey(1, LONG, { last_used_at: AT }), passkey(2, RIGHT_TO_LEFT)]);
    const list = await main().findByRole('list', { name: 'Passkeys' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toContain(LONG);
    expect(first?.textContent).toMatch(/Added 1 Mar 2026.*Last used 1 Mar 2026, 12:00/);
    expect(second?.textContent).toMatch(/Never used/);
    expect(second?.querySelector('bdi')?.textContent).toBe(RIGHT_TO_LEFT);
  });

  it('the name of the device is proposed, and the browser’s answer is sent with it', async () => {
    fakeAuthenticator('answers');
    const list: Passkey[] = [];
    const device = {
      id: idOf(1),
      device: 'Firefox on Linux',
      device_kind: 'desktop',
      address: null,
      created_at: AT,
      last_used_at: AT,
      current: true,
    };
    const server = open(list, {
      'GET /api/me/sessions': { data: [device] },
      [REGISTER]: () => {
        list.push(passkey(3, 'Firefox on Linux'));
        return Response.json({ data: list[0] }, { status: 201 });
      },
    });
    await main().findByText('You have none yet.');
    await user.click(button('Add a passkey'));
    const dialog = screen.getByRole('dialog', { name: 'Add a passkey' });
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Firefox on Linux'),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(toasts()).toEqual(['Passkey added.']));
    expect(server.callsTo(REGISTER)[0]?.body).toMatchObject({
      name: 'Firefox on Linux',
      response: { id: 'AQID', response: { transports: ['internal'] } },
    });
    await main().findByRole('list', { name: 'Passkeys' });
    expect(readSession()?.user.passkey).toBe('on');
    await user.click(button('Add a passkey'));
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Firefox on Linux'),
    );
  });

  it.each([
    ['is cancelled', ''],
    ['is registered already', 'This device has a passkey for your account already.'],
  ] as const)('a registration that %s adds nothing, and the typed name stays', async (ceremony, said) => {
    fakeAuthenticator(ceremony);
    const server = open([]);
    await main().findByText('You have none yet.');
    await user.click(button('Add a passkey'));
    const dialog = screen.getByRole('dialog', { name: 'Add a passkey' });
    fill('Name', RIGHT_TO_LEFT);
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect(within(dialog).getByRole('alert').textContent).toBe(said);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe(RIGHT_TO_LEFT);
    expect(server.callsTo(REGISTER)).toEqual([]);
  });

  it('a library that cannot be loaded is said, and the typed name stays', async () => {
    fakeAuthenticator('answers');
    vi.doMock('@simplewebauthn/browser', () => {
      throw new Error('not found');
    });
    open([]);
    await main().findByText('You have none yet.');
    await user.click(button('Add a passkey'));
    const dialog = screen.getByRole('dialog', { name: 'Add a passkey' });
    fill('Name', RIGHT_TO_LEFT);
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).not.toBe(''));
    vi.doUnmock('@simplewebauthn/browser');
    expect(within(dialog).getByRole('alert').textContent).toBe(
      'A part of this page could not be loaded. Load the page again.',
    );
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe(RIGHT_TO_LEFT);
  });

  it('a passkey is removed after a question, and a refusal stands in the question', async () => {
    fakeAuthenticator('answers');
    let list = [passkey(1, 'Phone')];
    const remove = `DELETE /api/me/passkeys/${idOf(1)}`;
    const server = open(list, {
      [OWN]: () => ({ data: list }),
      [remove]: refusal('wrong_state', 'Your role needs a passkey.'),
    });
    await user.click(await main().findByRole('button', { name: /Remove….*Phone/ }));
    const dialog = screen.getByRole('dialog', { name: 'Remove this passkey?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await within(dialog).findByText('Your role needs a passkey.');
    server.answer({
      [remove]: () => {
        list = [];
        return done();
      },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(toasts()).toEqual(['Passkey removed.']));
    await main().findByText('You have none yet.');
    expect(readSession()?.user.passkey).toBe('off');
  });

  it('without passkeys in the browser, a sentence says where one can be added', async () => {
    open([passkey(1, 'Phone')]);
    await main().findByText(/^To add one, open http:\/\/localhost:3000 in a browser/);
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});

describe('the laboratory asks staff for the passkey that their rights need', () => {
  const open = (state: 'unused' | 'required', answers: Answers = {}) => {
    fakeAuthenticator('answers');
    startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, role: 'admin', passkey: state } });
    return openPage(
      '/lab/passkey?next=%2Flab%2Fkeys',
      { '/lab/passkey': passkeyPage },
      {
        [OPTIONS]: { data: challenge },
        'GET /api/me/sessions': { data: [] },
        ...answers,
      },
      HERE,
    );
  };

  it('a passkey is used, and the wanted page opens', async () => {
    const server = open('unused', { 'POST /api/auth/step-up': done });
    await heading('Use your passkey first');
    await user.click(button('Use your passkey'));
    await expectAddress('/lab/keys');
    expect(server.callsTo('POST /api/auth/step-up')[0]?.body).toMatchObject({ passkey: { id: 'AQID' } });
  });

  it('a refused passkey stays on the page with its reason', async () => {
    open('unused', { 'POST /api/auth/step-up': refusal('signature_refused', 'This passkey is not yours.') });
    await heading('Use your passkey first');
    await user.click(button('Use your passkey'));
    await main().findByText('This passkey is not yours.');
    expect(readSession()?.user.passkey).toBe('unused');
  });

  it('the first passkey is added, and the wanted page opens', async () => {
    open('required', {
      [REGISTRATION]: { data: creation },
      [REGISTER]: () => Response.json({ data: passkey(1, 'Phone') }, { status: 201 }),
    });
    await heading('Add a passkey first');
    await user.click(button('Add a passkey'));
    fill('Name', 'Phone');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await expectAddress('/lab/keys');
  });
});

describe.each(TRANSLATORS)('passkeys still work when the browser %s the texts to translate them', (how) => {
  it('the security page adds one and then removes it', async () => {
    fakeAuthenticator('answers');
    let list: Passkey[] = [];
    signIn();
    openPage(
      '/dashboard/profile/security',
      { '/dashboard/profile/security': security },
      {
        'GET /api/me/security': { data: SUMMARY },
        'GET /api/me/sessions': { data: [] },
        [OWN]: () => ({ data: list }),
        [REGISTRATION]: { data: creation },
        [REGISTER]: () => {
          list = [passkey(1, 'Phone')];
          return Response.json({ data: list[0] }, { status: 201 });
        },
        [`DELETE /api/me/passkeys/${idOf(1)}`]: () => {
          list = [];
          return done();
        },
      },
      HERE,
    );
    await main().findByText('You have none yet.');
    translate(how);
    await user.click(button(/Add a passkey/));
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Phone' } });
    translate(how);
    await user.click(screen.getByRole('button', { name: /Continue/ }));
    await main().findByRole('list', { name: 'Passkeys' });
    translate(how);
    await user.click(main().getByRole('button', { name: /Remove….*Phone/ }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await main().findByText('You have none yet.');
  });
});
