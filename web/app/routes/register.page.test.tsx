import { screen, waitFor } from '@testing-library/react';
import { COMMON_PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import { describe, expect, it } from 'vitest';
import { away, refusal } from '../testing/fake-server';
import { alert, button, expectAddress, field, fill, openPage, user } from '../testing/open-page';
import * as register from './register';

const pages = { '/register': register };
const GOOD: [label: string, text: string][] = [
  ['First name', 'Ada'],
  ['Last name', 'Example'],
  ['Email', 'ada@example.test'],
  ['Password', 'Abcdef-1'],
];
const send = () => button('Register');

describe('the registration shows its errors', () => {
  it('after a failed registration, the banner shows the server’s text in capitals, or “Registration failed”', async () => {
    const server = openPage('/register', pages, {
      'POST /api/auth/register': refusal('forbidden', 'A sentence of the server.'),
    });
    for (const [label, text] of GOOD) fill(label, text);
    await user.click(send());
    await waitFor(() => expect(alert()?.textContent).toContain('A SENTENCE OF THE SERVER.'));
    server.answer({ 'POST /api/auth/register': away });
    await user.click(send());
    await waitFor(() => expect(alert()?.textContent).toBe('Registration failed'));
    // The error belongs to the input that was sent, so typing removes the error.
    fill('First name', 'Grace');
    await waitFor(() => expect(alert()?.textContent).toBeFalsy());
    expect(field('Email').value).toBe('ada@example.test');
  });

  it('the button needs all four fields, and a wrong email or password shows its error', async () => {
    openPage('/register', pages);
    const names = [...document.querySelectorAll('main form input[autocomplete]')].map((box) =>
      box.getAttribute('autocomplete'),
    );
    expect(names).toEqual(['given-name', 'family-name', 'email', 'new-password']);
    const typed: typeof GOOD = [
      ['First name', 'Ada'],
      ['Last name', 'Example'],
      ['Email', 'ada at example'],
      ['Password', 'password'],
    ];
    for (const [label, text] of typed) {
      expect(send().disabled).toBe(true);
      fill(label, text);
    }
    await user.click(send());
    await screen.findByText('Enter a valid email address.');
    const weak = 'Password must be 8+ characters with uppercase, lowercase, numbers, and special characters.';
    expect(screen.queryAllByText(weak)).toHaveLength(1);
    expect(document.activeElement).toBe(field('Email'));
    for (const [password, isRefused] of [
      ['Abcdef-1', false],
      ['Abcde-1', true],
      ['abcdef-1', true],
      ['ABCDEF-1', true],
      ['Abcdefg-', true],
      ['Abcdefg1', true],
    ] as const) {
      fill('Password', password);
      await user.tab();
      await waitFor(() => expect(screen.queryAllByText(weak), password).toHaveLength(isRefused ? 1 : 0));
    }
  });

  it('the form also shows errors of the server at its fields, such as a common password', async () => {
    const server = openPage('/register', pages, {
      'POST /api/auth/register': refusal('invalid_fields', undefined, {
        errors: [{ path: 'password', message: COMMON_PASSWORD_MESSAGE }],
      }),
    });
    for (const [label, text] of GOOD) fill(label, text);
    await user.click(send());
    await screen.findByText(COMMON_PASSWORD_MESSAGE);
    const password = field('Password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    const said = document.getElementById(password.getAttribute('aria-describedby') ?? '');
    expect(said?.textContent).toMatch(/too common/);
    await expectAddress('/register');
    expect(server.callsTo('POST /api/auth/register')[0]?.body).toEqual({
      firstName: 'Ada',
      lastName: 'Example',
      email: 'ada@example.test',
      password: 'Abcdef-1',
    });
  });
});
