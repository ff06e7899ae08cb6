import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { startSession } from '../lib/session';
import { SIGNED_IN } from '../testing/answers';
import { away, refusal } from '../testing/fake-server';
import {
  alert,
  button,
  expectAddress,
  field,
  fill,
  heading,
  main,
  openPage,
  pass,
  stopTime,
  user,
} from '../testing/open-page';
import * as login from './login';
import * as register from './register';

const pages = { '/login': login, '/register': register };
const send = () => button('Log in');

describe('the sign-in page leads to the right next page', () => {
  it('after a failed sign-in, a red banner shows the server’s text in capitals, or “Login failed”', async () => {
    const server = openPage('/login', pages, {
      'POST /api/auth/login': refusal('forbidden', 'A sentence of the server.'),
    });
    fill('Email', 'nobody@example.test');
    fill('Password', 'x');
    await user.click(send());
    await waitFor(() => expect(alert()?.textContent).toContain('A SENTENCE OF THE SERVER.'));
    expect(alert()?.querySelector('div')?.className).toContain('bg-bad-soft');
    server.answer({ 'POST /api/auth/login': away });
    await user.click(send());
    await waitFor(() => expect(alert()?.textContent).toBe('Login failed'));
    expect(field('Password').value).toBe('x');
  });

  it('the sign-in button needs email and password, and a failed sign-in marks both fields', async () => {
    openPage('/login', pages, {
      'POST /api/auth/login': refusal('invalid_credentials'),
    });
    await heading('Welcome back');
    const names = [...document.querySelectorAll('main form input[autocomplete]')].map((box) =>
      box.getAttribute('autocomplete'),
    );
    expect(names).toEqual(['username', 'current-password']);
    expect(send().disabled).toBe(true);
    fill('Email', 'nobody@example.test');
    expect(send().disabled).toBe(true);
    fill('Password', 'x');
    expect(send().disabled).toBe(false);
    fill('Email', '');
    expect(send().disabled).toBe(true);
    fill('Email', 'nobody@example.test');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(alert()?.textContent).toContain('INVALID EMAIL OR PASSWORD'));
    for (const name of [/^Email/, /^Password/]) {
      const box = screen.getByLabelText(name);
      expect(box.getAttribute('aria-invalid')).toBe('true');
      const said = document.getElementById(box.getAttribute('aria-describedby') ?? '');
      expect(said?.textContent).toContain('Invalid email or password');
    }
  });

  it.each([
    ['customer', 'off', '', '/'],
    ['customer', 'off', '?next=%2Fpricing', '/pricing'],
    ['analyst', 'off', '', '/lab'],
    ['admin', 'off', '?next=%2Fpricing', '/pricing'],
    ['reviewer', 'required', '', '/dashboard/profile/second-factor?next=%2Flab'],
  ] as const)(
    'a user with the role %s (second factor %s) who signs in on /login%s goes to %s after 1.5 s',
    async (role, second_factor, asked, target) => {
      const answer = { ...SIGNED_IN, user: { ...SIGNED_IN.user, role, second_factor } };
      openPage(`/login${asked}`, pages, { 'POST /api/auth/login': answer });
      fill('Email', 'ada@example.test');
      fill('Password', 'x');
      stopTime();
      fireEvent.submit(field('Password'));
      await pass(1_400);
      expect(main().getByRole('status').textContent).toBe('Welcome back! You are now logged in.');
      await pass(200);
      await expectAddress(target);
    },
  );

  it('after a sign-in, a link that the user follows opens its page, however slowly that loads', async () => {
    const loaded = Promise.withResolvers<null>();
    const tests = { default: () => <h1>Public tests</h1>, clientLoader: () => loaded.promise };
    openPage('/login', { ...pages, '/tests': tests }, { 'POST /api/auth/login': SIGNED_IN });
    fill('Email', 'ada@example.test');
    fill('Password', 'x');
    stopTime();
    fireEvent.submit(field('Password'));
    await pass(1_000);
    const [link] = screen.getAllByRole('link', { name: 'Tests' });
    fireEvent.click(link as HTMLElement);
    await pass(2_000);
    loaded.resolve(null);
    await pass(50);
    await expectAddress('/tests');
  });

  it('a member of the staff who is signed in already leaves the sign-in page for the laboratory', async () => {
    startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, role: 'analyst' } });
    openPage('/login', pages);
    await expectAddress('/lab');
  });

  it.each([
    ['page', 'Log in to open this page.'],
    ['ended', 'You were signed out because your session ended.'],
    ['reset', 'Your new password is set. Log in with it.'],
    ['secrets', 'You were signed out after 20 wrong passwords or codes in a row.'],
  ])('the sign-in page says why the user must sign in: %s', async (why, words) => {
    openPage(`/login?why=${why}&email=me%40example.test`, pages);
    await heading('Welcome back');
    expect(main().getByRole('status').textContent).toContain(words);
    expect(field('Email').value).toBe('me@example.test');
  });

  it('the sign-in page ignores a reason in its address that it does not know', async () => {
    openPage('/login?why=%3Cb%3Ehello', pages);
    await heading('Welcome back');
    expect(screen.getByRole('main').textContent).not.toContain('hello');
  });

  it.each(['/login', '/register'])(
    'the page %s says that the browser blocks storage, before the user types a password',
    async (path) => {
      vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
      openPage(path, pages);
      await waitFor(() => expect(alert()?.textContent).toContain('keeps this site from storing anything'));
    },
  );
});
