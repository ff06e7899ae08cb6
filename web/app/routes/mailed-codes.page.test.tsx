import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { away } from '../testing/fake-server';
import { browserAlerts, button, heading, openPage, pass, stopTime, user } from '../testing/open-page';
import * as resetCode from './reset-password-code';
import * as verifyEmail from './verify-email';

const pages = { '/verify-email': verifyEmail, '/reset-password/code': resetCode };

describe('a code that was mailed to the user can be typed, pasted and requested again', () => {
  it('six boxes take a pasted or typed code; the focus moves on by itself', async () => {
    openPage('/verify-email?email=nobody%40example.test', pages);
    await heading('Check your mail');
    const boxes = () => screen.getAllByLabelText<HTMLInputElement>(/^Character \d of 6$/);
    const shown = () =>
      boxes()
        .map(({ value }) => value)
        .join('|');
    const focused = () => boxes().indexOf(document.activeElement as HTMLInputElement);
    expect(boxes()).toHaveLength(6);
    expect(focused()).toBe(0);
    expect(boxes()[0]?.autocomplete).toBe('one-time-code');

    await user.keyboard('a -1');
    expect(shown()).toBe('a|1||||');
    expect(focused()).toBe(2);
    await user.click(button('Verify email'));
    await screen.findByText('Enter the 6-digit code.');

    boxes()[2]?.focus();
    await user.keyboard('{Backspace}');
    expect(focused()).toBe(1);
    await user.keyboard('{Backspace}');
    expect(focused()).toBe(0);
    expect(shown()).toBe('|||||');

    await user.paste(' 12 34\n56 ');
    expect(shown()).toBe('1|2|3|4|5|6');
    // A phone's suggestion puts all six characters into one box.
    fireEvent.change(screen.getByLabelText('Character 1 of 6'), { target: { value: '654321' } });
    expect(shown()).toBe('6|5|4|3|2|1');
  });

  it.each([
    ['/verify-email', 'auth/verify-email/resend', 'New verification code sent.'],
    ['/reset-password/code', 'auth/reset-password/request', 'New code sent.'],
  ])('on the page %s a user can request a new code after 60 s', async (path, call, said) => {
    stopTime();
    const alerts = browserAlerts();
    const server = openPage(`${path}?email=nobody%40example.test`, pages, { [`POST /api/${call}`]: {} });
    await pass(0);
    const again = () => button('Request a new code');
    expect(again().disabled).toBe(true);
    expect(screen.getByRole('timer').textContent).toBe('Available in 60 s');
    await pass(3_000);
    expect(screen.getByRole('timer').textContent).toMatch(/Available in 5\d s/);
    await pass(42_000);
    expect(again().disabled).toBe(true);
    await pass(16_000);
    expect(again().disabled).toBe(false);
    await user.click(again());
    await pass(0);
    expect(alerts).toEqual([said]);
    // The countdown to the next code starts again from 60.
    expect(again().disabled).toBe(true);
    await pass(61_000);
    server.answer({ [`POST /api/${call}`]: away });
    await user.click(again());
    await pass(0);
    expect(alerts.at(-1)).toBe('Failed to send new code. Please try again.');
    expect(again().disabled).toBe(false);
    expect(server.callsTo(`POST /api/${call}`)).toHaveLength(2);
  });
});
