import type { Page } from '@playwright/test';
import { banner, button, main } from './account-pages.ts';
import { newAddress } from './people.ts';
import { expect, test } from './site.ts';

// Section 5 of the specification, as far as it speaks of accounts: one test a row.

/** What a password manager goes by: the names in the one form of the page. */
const autocompleteOf = (page: Page) =>
  main(page)
    .locator('form')
    .locator('input[autocomplete]')
    .evaluateAll((all) => all.map((box) => box.getAttribute('autocomplete')));

test.describe('section 5, validation', () => {
  test('login: enabled only when email and password are non-empty; a failure stands on both fields', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(await autocompleteOf(page)).toEqual(['username', 'current-password']);
    await expect(button(page, 'Log in')).toBeDisabled();
    await page.getByLabel('Email').fill('nobody@example.test');
    await expect(button(page, 'Log in')).toBeDisabled();
    await page.getByLabel('Password', { exact: true }).fill('x');
    await expect(button(page, 'Log in')).toBeEnabled();
    await page.getByLabel('Email').fill('');
    await expect(button(page, 'Log in')).toBeDisabled();
    await page.getByLabel('Email').fill('nobody@example.test');
    await page.keyboard.press('Enter');
    for (const label of ['Email', 'Password']) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(/Invalid email or password/);
    }
    await expect(banner(page)).toContainText('INVALID EMAIL OR PASSWORD');
  });

  test('register: enabled only when all four fields are non-empty; the words of email and password', async ({
    page,
  }) => {
    await page.goto('/register');
    expect(await autocompleteOf(page)).toEqual(['given-name', 'family-name', 'email', 'new-password']);
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    const typed: [string, string][] = [
      ['First name', 'Ada'],
      ['Last name', 'Example'],
      ['Email', 'ada at example'],
      ['Password', 'password'],
    ];
    for (const [label, text] of typed) {
      await expect(button(page, 'Register')).toBeDisabled();
      await fill(label, text);
    }
    await button(page, 'Register').click();
    await expect(main(page)).toContainText('Enter a valid email address.');
    const weak = 'Password must be 8+ characters with uppercase, lowercase, numbers, and special characters.';
    await expect(main(page)).toContainText(weak);
    await expect(page.getByLabel('Email')).toBeFocused();
    for (const [password, isRefused] of [
      ['Abcdef-1', false],
      ['Abcde-1', true],
      ['abcdef-1', true],
      ['ABCDEF-1', true],
      ['Abcdefg-', true],
      ['Abcdefg1', true],
    ] as const) {
      await fill('Password', password);
      await page.keyboard.press('Tab');
      await expect(main(page).getByText(weak), password).toHaveCount(isRefused ? 1 : 0);
    }
  });

  test('register: field errors may also come from the server', async ({ page }) => {
    await page.goto('/register');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Example');
    await page.getByLabel('Email').fill(newAddress('common'));
    // Strong by the rule, and on everybody's list.
    await page.getByLabel('Password', { exact: true }).fill('P@ssw0rd');
    await button(page, 'Register').click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/register$/);
  });

  test('code entry: six alphanumeric boxes, whitespace stripped, moves on, Backspace goes back, a paste fills all', async ({
    page,
    context,
  }) => {
    await page.goto('/verify-email?email=nobody%40example.test');
    const boxes = page.getByLabel(/^Character \d of 6$/);
    await expect(boxes).toHaveCount(6);
    await expect(boxes.first()).toBeFocused();
    await expect(boxes.first()).toHaveAttribute('autocomplete', 'one-time-code');
    const shown = () =>
      boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join('|'));

    await page.keyboard.type('a -1');
    expect(await shown()).toBe('a|1||||');
    await expect(boxes.nth(2)).toBeFocused();
    await button(page, 'Verify email').click();
    await expect(main(page)).toContainText('Enter the 6-digit code.');

    await boxes.nth(2).focus();
    await page.keyboard.press('Backspace');
    await expect(boxes.nth(1)).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(boxes.nth(0)).toBeFocused();
    expect(await shown()).toBe('|||||');

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('Your code: 12 34\n56'));
    await boxes.nth(0).focus();
    await page.evaluate(() => navigator.clipboard.writeText(' 12 34\n56 '));
    await page.keyboard.press('ControlOrMeta+V');
    expect(await shown()).toBe('1|2|3|4|5|6');
    // A phone's suggestion puts all six into one box.
    await boxes.nth(0).fill('654321');
    expect(await shown()).toBe('6|5|4|3|2|1');
  });

  test('reset request: disabled until the email is valid', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(button(page, 'Send code')).toBeDisabled();
    await page.getByLabel('Email').fill('nobody@');
    await page.keyboard.press('Tab');
    await expect(main(page)).toContainText('Enter a valid email address.');
    await expect(button(page, 'Send code')).toBeDisabled();
    await page.getByLabel('Email').fill(newAddress('nobody'));
    await expect(button(page, 'Send code')).toBeEnabled();
    await button(page, 'Send code').click();
    await expect(page).toHaveURL(/\/reset-password\/code\?email=nobody-/);
  });

  test('new password: the same rule must be met to submit; any non-alphanumeric counts as special', async ({
    page,
  }) => {
    await page.goto('/reset-password/new?email=nobody%40example.test');
    const field = page.getByLabel('New password');
    await expect(button(page, 'Set new password')).toBeDisabled();
    await field.fill('Abcdefg1');
    await expect(button(page, 'Set new password')).toBeDisabled();
    for (const special of ['-', ' ', 'é€', '☃']) {
      await field.fill(`Abcdef1${special}`);
      await expect(button(page, 'Set new password'), special).toBeEnabled();
    }
    await expect(page.locator('input[autocomplete=username]')).toHaveValue('nobody@example.test');
  });
});
