import { intake, main, newcomer, order, publish, staff } from './ordering.ts';
import { expect, mailTo, test } from './site.ts';
import { expectSound } from './sound.ts';

test('the dashboard of a customer shows the content that sections 2, 4 and 6 require', async ({ page }) => {
  await test.step('section 6: a visitor who is not signed in cannot open the dashboard', async () => {
    await page.goto('/dashboard/tests?status=paid');
    await expect(page).toHaveURL(/\/login/);
  });
  const { token, email } = await newcomer(page);
  const [paid, unpaid] = [
    await order(page, token),
    await order(page, token, { paid: false, slug: 'semaglutide' }),
  ];

  await test.step('the overview of the dashboard has the side menu, three counters and the recent activity', async () => {
    await page.goto('/dashboard');
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    for (const entry of ['Overview', 'My Tests', 'Profile', 'Billing', 'Sign out']) {
      await expect(menu.getByText(entry, { exact: true })).toBeVisible();
    }
    await expect(main(page)).toContainText(email);
    for (const [label, count] of [
      ['Active', '1'],
      ['Awaiting payment', '1'],
      ['Completed', '0'],
    ] as const) {
      await expect(
        main(page)
          .locator('dl > div')
          .filter({ has: page.getByText(label, { exact: true }) })
          .locator('dd'),
      ).toHaveText(count);
    }
    const entry = main(page)
      .getByRole('listitem')
      .filter({ hasText: `#${paid.task}` });
    await expect(entry).toContainText('BPC-157');
    await expectSound(page);
    await entry.getByRole('link', { name: 'Open' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/tests/${paid.id}$`));
  });

  await test.step('My Tests keeps its search and its status filter in the address', async () => {
    await page.goto('/dashboard/tests');
    await expect(main(page).getByRole('link', { name: /^View/ })).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search your tests' }).fill(String(paid.task));
    await expect(page).toHaveURL(new RegExp(`q=${paid.task}`));
    await expect(main(page).getByRole('link', { name: /^View/ })).toHaveCount(1);
    await page.getByLabel('Status').selectOption('pending_payment');
    await expect(page).toHaveURL(/status=pending_payment/);
    await expect(main(page)).toContainText('No test matches');
    await page.goto('/dashboard/tests?status=draft');
    await expect(page.getByLabel('Status')).toHaveValue('draft');
    await expect(main(page).getByRole('link', { name: /^View/ })).toHaveCount(1);
    await expectSound(page);
    await main(page).getByRole('link', { name: /^View/ }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/tests/${unpaid.id}$`));
  });

  await test.step('a customer pays a draft order from the dashboard', async () => {
    await main(page).getByRole('button', { name: 'Pay $300.00' }).click();
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/tests/${unpaid.id}$`));
    await expect(main(page).getByText('PENDING PAYMENT').first()).toBeVisible();
  });

  await test.step('the dashboard asks before it cancels an order, and names what is lost', async () => {
    await main(page).getByRole('button', { name: 'Cancel this order' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The order ends for good');
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await main(page).getByRole('button', { name: 'Cancel this order' }).click();
    await dialog.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(main(page).getByText('CANCELLED').first()).toBeVisible();
    await mailTo(page, email, /cancelled/);
  });

  await test.step('the page of a test that awaits its sample shows what to send, where to send it, and the tracking number', async () => {
    await page.goto(`/dashboard/tests/${paid.id}`);
    const steps = page.getByRole('list', { name: 'Progress' });
    await expect(steps.locator('[aria-current=step]')).toContainText('Awaiting sample');
    await expect(main(page)).toContainText('1 sealed vial');
    await expect(main(page)).toContainText(`Put the task number in the package: ${paid.task}`);
    await expect(main(page)).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await main(page).getByRole('button', { name: 'Copy unique key' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const key = await copied();
    await main(page).getByRole('button', { name: 'Copy verification link' }).click();
    await expect.poll(copied).toContain(`/verify#task=${paid.task}&key=${key}`);
    await page.getByLabel('Tracking number').fill('1Z 999');
    await page.getByRole('button', { name: 'Save tracking number' }).click();
    await expect(main(page)).toContainText('Your sample is on its way. We mail you when it has arrived.');
    await expectSound(page);
  });

  await test.step('the packing slip and the vial label fit their paper, and do not show the key of the test', async () => {
    await main(page).getByRole('link', { name: 'Packing slip' }).click();
    const sheet = page.locator('.print-sheet');
    await expect(sheet).toContainText(String(paid.task));
    await expect(sheet.getByRole('img', { name: `QR code of task ${paid.task}` })).toBeVisible();
    await expect(sheet.getByRole('img', { name: `Bar code of task ${paid.task}` })).toBeVisible();
    await expect(sheet).not.toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    await expectSound(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden();
    await expect(sheet).toBeVisible();
    await page.emulateMedia({ media: null });
    await page.goto(`/dashboard/tests/${paid.id}/label`);
    const label = page.getByRole('img', { name: `Label of task ${paid.task}` });
    // The label is 62 x 29 mm. At 96 dots per inch, 62 mm are 234 pixels.
    await expect.poll(async () => Math.round((await label.boundingBox())?.width ?? 0)).toBe(234);
    await expectSound(page);
  });
});

test('the dashboard shows a changed order without a reload', async ({ page }) => {
  const { token } = await newcomer(page);
  const analyst = await staff(page, 'analyst');
  const [first, second] = [await order(page, token), await order(page, token)];
  const following = page.waitForResponse((answer) => answer.url().includes('/api/events'));
  await page.goto(`/dashboard/tests/${first.id}`);
  await following;
  const current = page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]');
  await expect(current).toContainText('Awaiting sample');
  await page.evaluate(() => {
    Object.assign(window, { loadedOnce: true });
  });

  await intake(page, analyst, first.id);
  await expect(current).toContainText('Received');
  await expect(main(page)).toContainText('The laboratory received your sample on');
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);

  await test.step('one browser tab has the connection for events, and passes its events to another tab', async () => {
    const streams: string[] = [];
    const tab = await page.context().newPage();
    tab.on('request', (request) => {
      if (request.url().includes('/api/events')) streams.push(request.url());
    });
    await tab.goto(`/dashboard/tests/${second.id}`);
    const step = tab.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]');
    await expect(step).toContainText('Awaiting sample');
    await expect(tab.getByText('Sign out')).toBeVisible();
    await intake(page, analyst, second.id);
    await expect(step).toContainText('Received');
    expect(streams).toEqual([]);
    await tab.close();
  });

  await test.step('a page without a connection for events asks the server again and again', async () => {
    const third = await order(page, token);
    await page.route('**/api/events*', (route) => route.fulfill({ status: 429, body: '{}' }));
    await page.goto(`/dashboard/tests/${third.id}`);
    await expect(current).toContainText('Awaiting sample');
    await intake(page, analyst, third.id);
    await expect(current).toContainText('Received');
  });
});

test('the page of a completed test shows its result, its certificate and its documents', async ({ page }) => {
  const { token, email } = await newcomer(page);
  const done = await order(page, token);
  await publish(page, done.id);
  await page.goto(`/dashboard/tests/${done.id}`);
  await expect(main(page)).toContainText('Identity confirmed.');
  await expect(main(page)).toContainText('99.1 % area');
  await expect(page.getByRole('button', { name: 'Certificate of Analysis (PDF)' })).toBeVisible();

  await test.step('the page asks before it publishes a private test, and says that the publication is permanent', async () => {
    await main(page).getByText('Who can see it', { exact: true }).click();
    await main(page).getByRole('button', { name: 'Make public…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('This cannot be undone.');
    await expectSound(page);
    await dialog.getByRole('button', { name: 'Keep it private' }).click();
    await expect(dialog).toBeHidden();
    await main(page).getByRole('button', { name: 'Make public…' }).click();
    await dialog.getByRole('button', { name: 'Make it public for good' }).click();
    await expect(main(page)).toContainText('Made public by you');
    await expect(main(page).getByRole('button', { name: 'Make public…' })).toHaveCount(0);
    await main(page).getByRole('link', { name: 'See the public page' }).click();
    await expect(page).toHaveURL(new RegExp(`/tests/${done.id}$`));
    await expect(main(page)).toContainText('Orders Maker');
  });

  await test.step('the billing page shows a payment with its receipt and an invoice that can be printed', async () => {
    await page.goto('/dashboard/billing');
    await expect(main(page).getByText('PAID', { exact: true })).toBeVisible();
    await expect(main(page).getByRole('link', { name: `Task #${done.task}, BPC-157` })).toHaveAttribute(
      'href',
      `/dashboard/tests/${done.id}`,
    );
    // Nothing went back of this payment.
    await expect(main(page).getByText('Paid and returned')).toHaveCount(0);
    await expect(main(page).getByText('$180.00').first()).toBeVisible();
    await expect(main(page).getByRole('link', { name: /^Receipt/ })).toBeVisible();
    await expectSound(page);
    await main(page)
      .getByRole('link', { name: /^Invoice/ })
      .click();
    const sheet = page.locator('.print-sheet');
    await expect(sheet).toContainText(/INV-\d{6}/);
    await expect(sheet).toContainText(`Task #${done.task}`);
    await expect(sheet).toContainText(email);
    await expect(sheet).toContainText('$180.00');
    await expectSound(page);
  });
  await mailTo(page, email, /result is ready/);

  await test.step('on a phone and a tablet the side menu is one row, in which the current entry is in view', async () => {
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    for (const width of [768, 320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/dashboard/billing');
      await expect(menu.getByRole('link', { name: 'Billing' })).toBeInViewport({ ratio: 1 });
      const tops = await menu
        .locator('> *')
        .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
      await expectSound(page);
    }
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});
