import { expect, it, vi } from 'vitest';
import { SIGNED_IN } from '../testing/answers';
import { fill, heading, main, openPage, user } from '../testing/open-page';
import * as login from './login';

vi.mock('./passkey-sign-in', () => {
  throw new Error('not found');
});

it('a user signs in with a password where the code for passkeys cannot be loaded', async () => {
  openPage('/login', { '/login': login }, { 'POST /api/auth/login': SIGNED_IN });
  await heading('Welcome back');
  await vi.dynamicImportSettled();
  fill('Email', 'ada@example.test');
  fill('Password', 'Right-horse-7');
  await user.click(main().getByRole('button', { name: 'Log in' }));
  expect(await main().findByText('Welcome back! You are now logged in.')).toBeTruthy();
});
