import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { away, refusal } from '../testing/fake-server';
import { alert, button, expectAddress, fill, heading, openPage, user } from '../testing/open-page';
import * as request from './reset-password';
import * as code from './reset-password-code';
import * as choice from './reset-password-new';

const pages = { '/reset-password': request, '/reset-password/code': code, '/reset-password/new': choice };
const NEW = '/reset-password/new?email=nobody%40example.test';

describe('a forgotten password is replaced by a new one', () => {
  it('a user can request a code once the email is valid', async () => {
    openPage('/reset-password', pages, { 'POST /api/auth/reset-password/request': {} });
    await heading('Reset your password');
    expect(button('Send code').disabled).toBe(true);
    fill('Email', 'nobody@');
    await user.tab();
    await screen.findByText('Enter a valid email address.');
    expect(button('Send code').disabled).toBe(true);
    fill('Email', 'nobody@example.test');
    expect(button('Send code').disabled).toBe(false);
    await user.click(button('Send code'));
    await expectAddress('/reset-password/code?email=nobody%40example.test');
    await heading('Enter the code');
  });

  it('after a failed request or code, the page shows the server’s text, or else its own', async () => {
    const server = openPage('/reset-password', pages, { 'POST /api/auth/reset-password/request': away });
    fill('Email', 'nobody@example.test');
    await user.click(button('Send code'));
    await waitFor(() => expect(alert()?.textContent).toBe('Password reset request failed'));

    server.answer({
      'POST /api/auth/reset-password/request': {},
      'POST /api/auth/reset-password/verify-code': refusal('code_invalid'),
    });
    await user.click(button('Send code'));
    await heading('Enter the code');
    await user.keyboard('000000');
    await user.click(button('Continue'));
    await waitFor(() => expect(alert()?.textContent).toContain('THAT CODE IS NOT RIGHT OR HAS EXPIRED.'));
    server.answer({ 'POST /api/auth/reset-password/verify-code': away });
    await user.click(button('Continue'));
    await waitFor(() => expect(alert()?.textContent).toBe('Code verification failed'));
  });

  it('when changing the password fails, the page logs the error, and says how to go on', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    openPage(NEW, pages, {
      'POST /api/auth/reset-password/new': refusal('reset_expired'),
    });
    fill('New password', 'Never-1-told');
    await user.click(button('Set new password'));
    expect(await screen.findByRole('link', { name: 'Start again' })).toBeTruthy();
    expect(warned.mock.calls).toEqual([
      ['Setting the new password failed:', 'This password reset has expired. Please start again.'],
    ]);
  });

  it('the form sends a new password only if it is valid', async () => {
    openPage(NEW, pages);
    expect(button('Set new password').disabled).toBe(true);
    fill('New password', 'Abcdefg1');
    expect(button('Set new password').disabled).toBe(true);
    for (const special of ['-', ' ', 'é€', '☃']) {
      fill('New password', `Abcdef1${special}`);
      expect(button('Set new password').disabled, special).toBe(false);
    }
    const person = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect(person?.value).toBe('nobody@example.test');
  });
});
