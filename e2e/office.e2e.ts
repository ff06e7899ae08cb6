import { anotherBrowser } from './people.ts';
import { openAs } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';
import { approve, propose, proposeButton } from './templates.ts';
import { expectToast } from './toasts.ts';

// What all lists of the laboratory have in common, and the form of a template.

test('a list of the laboratory keeps its filter and its page in the address, and the last page says so', async ({
  page,
}) => {
  await openAs(page, 'admin@demo.test', '/lab/payments?view=all');
  await expect(page.getByText(/^\d+ payments, page 1 of \d+$/)).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\?view=all&page=2$/);
  await expect(page.getByText(/page 2 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/page 2 of/)).toBeVisible();

  const status = page.getByLabel('Status');
  await status.selectOption('refunded');
  await expect(page).toHaveURL(/\?view=all&status=refunded$/);
  await expect(status).toHaveValue('refunded');
  await page.getByRole('searchbox', { name: 'Find a payment' }).fill('no such payment');
  await expect(page).toHaveURL(/\?view=all&status=refunded&q=no\+such\+payment$/);
  await expect(page.getByText('No payment fits')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(/\?view=all$/);
  await expect(status).toHaveValue('');
  await expect(page.getByRole('searchbox', { name: 'Find a payment' })).toHaveValue('');
  await page.goBack();
  await expect(status).toHaveValue('refunded');
  await expect(page.getByText('No payment fits')).toBeVisible();

  await page.goto('/lab/payments?view=all&page=999');
  await expect(page.getByText(/^This list ends at page \d+$/)).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Last page' }).click();
  await expect(page.getByText(/page (\d+) of \1$/)).toBeVisible();

  await page.goto('/lab/audit');
  await page.getByLabel('Who').fill('system');
  await expect(page).toHaveURL(/\?actor=system$/);
  await expect(page.getByText('The system').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Who')).toHaveValue('system');
  await expectSound(page);
});

test('an admin changes the lines of a template, and neither a reload nor another person loses input', async ({
  page,
  browser,
}) => {
  const mark = Math.random().toString(36).slice(2, 8);
  await openAs(page, 'admin@demo.test', '/lab/catalog');
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const made = await page.request.post(`${origin()}/api/lab/skus`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      slug: `office-${mark}`,
      name: `Office ${mark}`,
      description: 'Identity, purity and amount.',
      family: 'Peptides',
      sample_requirement: '1 sealed vial',
      tat_text: '5-7 business days after receipt',
      base_price_cents: 20_000,
      includes_sterility: false,
    },
  });
  const sku = (await made.json()) as { data: { id: string } };
  const address = `/lab/methods/${sku.data.id}`;
  await page.goto(address);
  const lines = page.getByRole('group', { name: /^Line \d+$/ });
  const last = lines.last();
  await expect(last).toBeVisible();
  const n = await lines.count();
  const save = proposeButton(page);

  await page.getByRole('button', { name: 'Add a line' }).click();
  await expect(last.getByLabel('Analyte')).toBeFocused();
  await page.keyboard.type('Endotoxin');
  await last.getByRole('button', { name: 'Move Endotoxin up' }).click();
  const added = lines.nth(n - 1);
  await expect(added.getByLabel('Analyte')).toHaveValue('Endotoxin');
  await page.reload();
  await expect(added).toContainText('Endotoxin');

  await save.click();
  await expect(page.getByText('Choose a reason, or say why')).toBeVisible();
  await propose(page);
  await expect(page.getByText(new RegExp(`^Line ${n}: `))).toBeVisible();
  await expectSound(page);
  await added.getByLabel('Method', { exact: true }).fill('LAL');
  await added.getByLabel('Decision rule').selectOption('at_most');
  await added.getByLabel('Limit', { exact: true }).fill('5');

  // Meanwhile another person proposes a change of the same template, and it is approved.
  const other = await (await anotherBrowser(browser, page)).newPage();
  await openAs(other, 'admin@demo.test', address);
  await expect(other.getByText('Goes by the lines of its family')).toBeVisible();
  const first = other.getByRole('group', { name: 'Line 1', exact: true });
  await first.getByRole('button', { name: /^Change / }).click();
  await first.getByLabel('Method', { exact: true }).fill('LC-HRMS');
  const lead = other.getByRole('group', { name: /^Line \d+$/ }).filter({ hasText: 'Lead' });
  await lead.getByRole('button', { name: 'Change Lead' }).click();
  await lead.getByLabel('In a new draft').selectOption('always');
  await lead.getByLabel('Limit', { exact: true }).fill('x');
  await propose(other);
  await expect(lead.getByText('Give a number.')).toBeVisible();
  await lead.getByLabel('Limit', { exact: true }).fill('0.4');
  await propose(other);
  await approve(other);
  await expect(other.getByText('Has lines of its own')).toBeVisible();
  await expect(lead).toContainText('≤ 0.4');
  await expectSound(other);

  await save.click();
  await expect(page.getByText('Somebody else changed this template while you were typing.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Keep mine/ }).click();
  await expectToast(page, 'Proposed. Another reviewer or admin decides.', () => save.click());
  await expect(page.getByText('This is your draft: somebody else decides about it.')).toBeVisible();
  await expect(save).toBeDisabled();

  // A reviewer reads the changes in the other browser, and approves them.
  const desk = other;
  await openAs(desk, 'reviewer@demo.test', '/lab/methods');
  const entry = desk.getByRole('link', { name: `Office ${mark}` }).first();
  await expect(entry).toBeVisible();
  await expectSound(desk);
  await entry.click();
  const changes = desk.getByRole('list', { name: 'Lines that change' });
  await expect(changes.getByRole('listitem').filter({ hasText: 'Endotoxin, LAL' })).toContainText('NEW');
  await expect(changes).toContainText('LC-HRMS');
  await expectSound(desk);
  const approval = desk.getByRole('button', { name: 'Approve as version 2' });
  await expectToast(desk, 'Approved.', () => approval.click());
  await expect(desk.getByText(/^Version 2, drafted by .* and approved by .*\.$/)).toBeVisible();
  await expectSound(desk);
  await desk.context().close();

  await page.reload();
  await expect(lines).toHaveCount(n + 1);
  await expect(lines.first()).not.toContainText('LC-HRMS');
  await expect(added).toContainText('LAL');
  await expect(added).toContainText('≤ 5');

  await added.getByRole('button', { name: 'Retire Endotoxin' }).click();
  await expect(added).toContainText('RETIRED');
  await page.getByRole('button', { name: 'Discard what I typed' }).click();
  await expect(added).not.toContainText('RETIRED');
  await expect(save).toBeDisabled();
});
