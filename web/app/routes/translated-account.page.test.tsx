import { screen, waitFor } from '@testing-library/react';
import type { Profile } from '@vialproof/contract/accounts';
import { describe, expect, it, vi } from 'vitest';
import { SIGNED_IN } from '../testing/answers';
import { refusal } from '../testing/fake-server';
import {
  alert,
  browserAlerts,
  button,
  expectAddress,
  fill,
  heading,
  main,
  openPage,
  pass,
  signIn,
  stopTime,
  toasts,
  user,
} from '../testing/open-page';
import { TRANSLATORS, translate } from '../testing/translate';
import * as profile from './dashboard-profile';
import * as login from './login';
import * as register from './register';
import * as resetRequest from './reset-password';
import * as resetCode from './reset-password-code';
import * as resetNew from './reset-password-new';
import * as verifyEmail from './verify-email';

const PROFILE: Profile = {
  email: 'me@example.test',
  display_name: 'Ada',
  company: null,
  phone: null,
  marketing_opt_in: false,
};
/** A promise for an answer, which the test resolves at a time of its choice. */
const later = () => Promise.withResolvers<object>();

describe.each(TRANSLATORS)('a page still works when the browser %s its texts to translate them', (how) => {
  it('/login reports a wrong password twice, and then accepts the right password', async () => {
    stopTime();
    const first = later();
    const server = openPage('/login', { '/login': login }, { 'POST /api/auth/login': () => first.promise });
    await heading('Welcome back');
    fill('Email', 'me@example.test');
    fill('Password', 'wrong');
    translate(how);
    await user.click(button(/Log in/));
    expect(button('Logging in…').getAttribute('aria-busy')).toBe('true');
    translate(how);
    first.resolve(refusal('invalid_credentials'));
    await waitFor(() => expect(alert()?.textContent).toBe('INVALID EMAIL OR PASSWORD'));
    expect(button('Log in').getAttribute('aria-busy')).toBeNull();
    expect(main().getAllByText('Invalid email or password')).toHaveLength(2);
    translate(how);
    server.answer({ 'POST /api/auth/login': refusal('forbidden', 'Your account is closed.') });
    await user.click(button(/Log in/));
    await waitFor(() => expect(alert()?.textContent).toBe('YOUR ACCOUNT IS CLOSED.'));
    translate(how);
    server.answer({ 'POST /api/auth/login': SIGNED_IN });
    await user.click(button(/Log in/));
    await main().findByText('Welcome back! You are now logged in.');
    await pass(3_000);
    await expectAddress('/');
  });

  it('/register reports an invalid field and a failed request, and then continues', async () => {
    const server = openPage(
      '/register',
      { '/register': register },
      { 'POST /api/auth/register': refusal('forbidden', 'Not now.') },
    );
    await heading('Create an account');
    for (const label of ['First name', 'Last name']) fill(label, 'Ada');
    fill('Email', 'ada at example');
    fill('Password', 'Abcdef-1');
    translate(how);
    await user.click(button(/Register/));
    await main().findByText('Enter a valid email address.');
    translate(how);
    fill(/Email/, 'ada@example.test');
    await user.click(button(/Register/));
    await waitFor(() => expect(alert()?.textContent).toBe('NOT NOW.'));
    expect(main().queryByText(/Enter a valid email address/)).toBeNull();
    translate(how);
    server.answer({ 'POST /api/auth/register': { user: SIGNED_IN.user } });
    await user.click(button(/Register/));
    await expectAddress('/verify-email?email=ada%40example.test');
  });

  it.each([
    ['/verify-email', 'verify-email', 'Verify email', SIGNED_IN, '/'],
    [
      '/reset-password/code',
      'reset-password/verify-code',
      'Continue',
      {},
      '/reset-password/new?email=me%40example.test',
    ],
  ] as const)(
    'the page %s refuses a wrong code and then takes a right one, while it is translated',
    async (path, call, name, found, next) => {
      stopTime();
      const said = browserAlerts();
      const resend = path === '/verify-email' ? 'verify-email/resend' : 'reset-password/request';
      const server = openPage(
        `${path}?email=me%40example.test`,
        { '/verify-email': verifyEmail, '/reset-password/code': resetCode },
        { [`POST /api/auth/${call}`]: refusal('code_invalid'), [`POST /api/auth/${resend}`]: {} },
      );
      await pass(0);
      translate(how);
      await user.click(button(new RegExp(name)));
      expect(main().getByText('Enter the 6-digit code.')).toBeTruthy();
      translate(how);
      await pass(2_000);
      expect(screen.getByRole('timer').textContent).toMatch(/^Available in 5\d s$/);
      translate(how);
      await pass(60_000);
      expect(screen.getByRole('timer').textContent).toBe('');
      await user.click(button(/Request a new code/));
      await pass(0);
      expect(said).toHaveLength(1);
      expect(screen.getByRole('timer').textContent).toMatch(/^Available in \d\d s$/);
      translate(how);
      await user.click(screen.getByLabelText('Character 1 of 6'));
      await user.paste('000000');
      await user.click(button(new RegExp(name)));
      await pass(0);
      expect(alert()?.textContent).toBe('THAT CODE IS NOT RIGHT OR HAS EXPIRED.');
      translate(how);
      server.answer({ [`POST /api/auth/${call}`]: found });
      await user.click(button(new RegExp(name)));
      await pass(3_000);
      await expectAddress(next);
    },
  );

  it('/reset-password asks for the code after the user has entered the email', async () => {
    const path = '/reset-password';
    const call = 'POST /api/auth/reset-password/request';
    const pages = { [path]: resetRequest, [`${path}/code`]: resetCode };
    const server = openPage(path, pages, { [call]: refusal('forbidden', 'Not now.') });
    await heading('Reset your password');
    translate(how);
    fill(/Email/, 'me@');
    await user.tab();
    await main().findByText('Enter a valid email address.');
    translate(how);
    fill(/Email/, 'me@example.test');
    await user.click(button(/Send code/));
    await waitFor(() => expect(alert()?.textContent).toBe('NOT NOW.'));
    translate(how);
    server.answer({ [call]: {} });
    await user.click(button(/Send code/));
    await heading('Enter the code');
  });

  it('/reset-password/new reports an expired code, and then accepts the new password', async () => {
    stopTime();
    const path = '/reset-password/new';
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const call = 'POST /api/auth/reset-password/new';
    const server = openPage(
      `${path}?email=me%40example.test`,
      { [path]: resetNew },
      { [call]: refusal('forbidden', 'Not now.') },
    );
    await main().findByLabelText('New password');
    translate(how);
    fill(/New password/, 'Never-1-told');
    await user.click(button(/Set new password/));
    await waitFor(() => expect(alert()?.textContent).toBe('NOT NOW.'));
    translate(how);
    server.answer({ [call]: {} });
    await user.click(button(/Set new password/));
    await pass(3_000);
    await expectAddress('/login?why=reset&email=me%40example.test');
  });

  it('/dashboard/profile refuses an invalid name, and saves a valid name', async () => {
    signIn();
    const first = later();
    let kept = PROFILE;
    const server = openPage(
      '/dashboard/profile',
      { '/dashboard/profile': profile },
      { 'GET /api/me/profile': () => kept, 'PUT /api/me/profile': () => first.promise },
    );
    await screen.findByLabelText('Display name');
    translate(how);
    fill(/Display name/, 'me@example.test');
    await user.click(button(/Save profile/));
    await main().findByText('A display name never holds an email address.');
    translate(how);
    fill(/Display name/, 'Quiet Vial');
    await user.click(button(/Save profile/));
    expect(button('Saving…').getAttribute('aria-busy')).toBe('true');
    translate(how);
    first.resolve(refusal('forbidden', 'Not now.'));
    await waitFor(() => expect(main().getByText('Not now.')).toBeTruthy());
    translate(how);
    kept = { ...kept, display_name: 'Quiet Vial' };
    server.answer({ 'PUT /api/me/profile': kept });
    await user.click(button(/Save profile/));
    await waitFor(() => expect(toasts()).toEqual(['Profile saved.']));
    expect(button('Save profile').disabled).toBe(true);
  });
});
