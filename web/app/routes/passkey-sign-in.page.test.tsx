import { afterEach, expect, it, vi } from 'vitest';
import { SIGNED_IN } from '../testing/answers';

const CODE = '../features/account/passkey-sign-in';

afterEach(() => {
  vi.doUnmock(CODE);
  vi.resetModules();
});

it('a user signs in with a password where the code for passkeys cannot be loaded', async () => {
  const load = vi.fn(() => {
    throw new Error('not found');
  });
  // A former test may have loaded the code, so all modules of the page are loaded anew.
  vi.resetModules();
  vi.doMock(CODE, load);
  const login = await import('./login');
  const { fill, main, openPage, user } = await import('../testing/open-page');
  openPage('/login', { '/login': login }, { 'POST /api/auth/login': SIGNED_IN });
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  fill('Email', 'ada@example.test');
  fill('Password', 'Right-horse-7');
  await user.click(main().getByRole('button', { name: 'Log in' }));
  expect(await main().findByText('Welcome back! You are now logged in.')).toBeTruthy();
});
