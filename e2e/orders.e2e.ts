import type { Page } from '@playwright/test';
import { codeIn, expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

const PASSWORD = 'Right-horse-7';
const AGREEMENT =
  'I confirm the provided details are accurate and I agree to the terms of service and testing policy.';

type Session = {
  session: { access_token: string; refresh_token: string };
  user: { email: string };
};
type Answer = { status: number; body: never };
type Order = { id: string; task: number };

/** A call of the API, as a script makes it. */
async function call<T>(page: Page, method: string, path: string, token?: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(`${origin()}${path}`, {
    method,
    maxRedirects: 0,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(data ? { data } : {}),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A verified person, signed in on this page's browser. */
async function newcomer(page: Page): Promise<Session & { token: string; email: string }> {
  const email = `orders-${crypto.randomUUID()}@example.test`;
  const names = { firstName: 'Order', lastName: 'Person' };
  await call<Answer>(page, 'POST', '/api/auth/register', undefined, { ...names, email, password: PASSWORD });
  const code = codeIn(await mailTo(page, email, /code|verify|confirm/i));
  const session = await call<Session>(page, 'POST', '/api/auth/verify-email', undefined, { email, code });
  // Once: a sign-out during the test must last.
  await page.goto('/robots.txt');
  await page.evaluate(({ session, user }) => {
    localStorage.setItem('access_token', session.access_token);
    localStorage.setItem('refresh_token', session.refresh_token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
  return { ...session, token: session.session.access_token, email };
}

async function staff(page: Page, role: 'analyst' | 'reviewer'): Promise<string> {
  const body = { email: `${role}@demo.test`, password: 'Demo-pass-1' };
  const { session } = await call<Session>(page, 'POST', '/api/auth/login', undefined, body);
  return session.access_token;
}

/** An order with its details; paid on the sandbox's page when `paid`. */
async function order(
  page: Page,
  token: string,
  { visibility = 'private', paid = true, slug = 'bpc-157' } = {},
): Promise<Order> {
  const { data: catalog } = await call<{ data: { id: string; slug: string }[] }>(
    page,
    'GET',
    '/api/skus/catalog',
  );
  const skuId = catalog.find((item) => item.slug === slug)?.id;
  const { data } = await call<{ data: { id: string; task_number: number } }>(
    page,
    'POST',
    '/api/orders',
    token,
    {
      skuId,
      quantity: 1,
      paymentMethod: 'stripe',
    },
  );
  const details = { visibility, compound_name: 'BPC-157', manufacturer: 'Orders Maker', batch_code: 'O-1' };
  const saved = await call<{ data: { final_price_cents: number } }>(
    page,
    'PUT',
    `/api/orders/${data.id}/details`,
    token,
    details,
  );
  if (paid) {
    const { url } = await call<{ url: string }>(page, 'POST', '/api/checkout', token, {
      request_id: data.id,
      provider: 'stripe',
      amount_cents: saved.data.final_price_cents,
      currency: 'usd',
    });
    await page.request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
    const standing = () =>
      call<{ data: { status: string } }>(page, 'GET', `/api/orders/${data.id}`, token).then(
        (answer) => answer.data.status,
      );
    await expect.poll(standing, { timeout: 15_000 }).toBe('awaiting_sample');
  }
  return { id: data.id, task: data.task_number };
}

const intake = (page: Page, token: string, id: string) =>
  call(page, 'POST', `/api/lab/requests/${id}/intake`, token, {
    condition: 'Sealed and intact',
    note: '',
    accepted: true,
  });

async function publish(page: Page, id: string): Promise<void> {
  const [analyst, reviewer] = [await staff(page, 'analyst'), await staff(page, 'reviewer')];
  const at = `/api/lab/requests/${id}`;
  await intake(page, analyst, id);
  const purity = {
    analyte: 'Purity',
    method: 'RP-HPLC-UV 214 nm',
    value: 99.1,
    unit: '% area',
    limit: '≥ 98.0',
    verdict: 'pass',
  };
  const result = {
    title: 'BPC-157 5 mg',
    summary: 'Identity confirmed.',
    measurements: [purity],
    version: 0,
  };
  await call(page, 'PUT', `${at}/result`, analyst, result);
  await call(page, 'POST', `${at}/submit`, analyst);
  await call(page, 'POST', `${at}/publish`, reviewer);
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' });
const agree = (page: Page) => page.getByRole('checkbox', { name: AGREEMENT });
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check();
const main = (page: Page) => page.getByRole('main');

test('the order form: sections 2, 4, 5 and 9', async ({ page }) => {
  await test.step('section 2: the catalog shows name, description, sample, turnaround and price', async () => {
    await page.goto('/request');
    const card = page.locator('label', { has: page.getByRole('radio', { name: /^BPC-157/ }) });
    await expect(card).toContainText('Identity by LC-MS');
    await expect(card).toContainText('Sample: 1 sealed vial');
    await expect(card).toContainText(/TAT: .+/);
    await expect(card).toContainText('$180.00');
    await expectSound(page);
  });

  await test.step('section 5: specimen fields are disabled until a test is chosen', async () => {
    for (const label of ['Compound name', 'Dosage', 'Manufacturer', 'Batch code', 'Notes']) {
      await expect(page.getByLabel(label)).toBeDisabled();
    }
    await choose(page, /^TB-500/);
    await expect(page.getByLabel('Dosage')).toBeEnabled();
  });

  await test.step('section 4: choosing a test prefills the compound name, and keeps what somebody wrote', async () => {
    await expect(page.getByLabel('Compound name')).toHaveValue('TB-500');
    await choose(page, /^BPC-157/);
    await expect(page.getByLabel('Compound name')).toHaveValue('BPC-157');
    await page.getByLabel('Compound name').fill('My blend');
    await choose(page, /^TB-500/);
    await expect(page.getByLabel('Compound name')).toHaveValue('My blend');
  });

  await test.step('section 5: checkout wants a test and the ticked agreement', async () => {
    await expect(proceed(page)).toBeDisabled();
    await agree(page).check();
    await expect(proceed(page)).toBeEnabled();
    await agree(page).uncheck();
    await expect(proceed(page)).toBeDisabled();
    await expect(page.getByRole('link', { name: 'terms of service' }).first()).toHaveAttribute(
      'href',
      '/terms',
    );
    await expect(page.getByRole('link', { name: 'testing policy' }).first()).toHaveAttribute(
      'href',
      '/testing-policy',
    );
  });

  await test.step('sections 4 and 9: private and card by default; the public discount is computed and shown', async () => {
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await expect(page.getByRole('radio', { name: /^Private/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
    await expect(summary).toContainText('$180.00');
    await choose(page, /^Public/);
    await expect(summary).toContainText('Public test, 10 % off');
    await expect(summary).toContainText('-$18.00');
    await expect(summary).toContainText('$162.00');
  });

  await test.step('the draft survives a reload', async () => {
    await page.getByLabel('Batch code').fill('  R-1  ');
    await page.reload();
    await expect(page.getByLabel('Batch code')).toHaveValue('  R-1  ');
    await expect(page.getByLabel('Compound name')).toHaveValue('My blend');
    await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: /^TB-500/ })).toBeChecked();
  });

  await test.step('the address preselects a test; an unknown one says so', async () => {
    await page.goto('/request?sku=bpc-157');
    await expect(page.getByRole('radio', { name: /^BPC-157/ })).toBeChecked();
    await page.goto('/request?sku=no-such-test');
    await expect(page.getByText('That test is not in the catalog.')).toBeVisible();
  });
});

test('from the form to a paid order: sections 4, 5, 7 and 8', async ({ page }) => {
  const { token } = await newcomer(page);
  const orders = () =>
    call<{ data: { id: string; status: string; notes: string | null; batch_code: string | null }[] }>(
      page,
      'GET',
      '/api/orders',
      token,
    ).then(({ data }) => data);
  await page.goto('/request?sku=bpc-157');
  await page.getByLabel('Batch code').fill('  B-7  ');
  await page.getByLabel('Notes').fill('   ');
  await agree(page).check();

  await test.step("section 8: an unexpected failure alerts 'Could not create request. Please try again.'", async () => {
    // An answer that nobody expects; the browser itself complains on the console about any 500.
    await page.route('**/api/checkout', (route) => route.fulfill({ status: 409, body: '{}' }));
    const said: string[] = [];
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      void dialog.accept();
    });
    await proceed(page).click();
    await expect.poll(() => said).toEqual(['Could not create request. Please try again.']);
    await expect(proceed(page)).toBeEnabled();
    await page.unroute('**/api/checkout');
  });

  await test.step('a refusal stands beside the button', async () => {
    const detail = 'The price has changed. Please check the new amount.';
    await page.route('**/api/checkout', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 409, code: 'price_changed', detail, amount_cents: 18_100 }),
      }),
    );
    await proceed(page).click();
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await expect(summary.getByRole('alert')).toContainText(detail);
    await expect(summary).toContainText('$181.00');
    await page.unroute('**/api/checkout');
    await page.reload();
    await expect(page.getByLabel('Batch code')).toHaveValue('  B-7  ');
  });

  let sent: { method: string; path: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && /^\/api\/(orders|checkout)/.test(path))
      sent.push({ method: request.method(), path, body: request.postDataJSON() });
  });

  await test.step('sections 5 and 7: goes on with the same order; a double click is one; empty lines are left out', async () => {
    sent = [];
    await proceed(page).dblclick();
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
    const [first] = await orders();
    expect(await orders()).toHaveLength(1);
    expect(first).toMatchObject({ status: 'pending_payment', batch_code: 'B-7', notes: null });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/orders/${first?.id}/details`,
      'POST /api/checkout',
    ]);
    expect(sent[0]?.body).toEqual({
      visibility: 'private',
      public_discount_percent: 0,
      compound_name: 'BPC-157',
      batch_code: 'B-7',
    });
    expect(sent[1]?.body).toEqual({
      request_id: first?.id,
      provider: 'stripe',
      amount_cents: 18_000,
      currency: 'usd',
    });
  });

  await test.step('payment success says so, and the form is empty again', async () => {
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 20_000 });
    await expect(main(page).getByRole('link', { name: /Dashboard/ })).toHaveAttribute('href', '/dashboard');
    await expect(main(page).getByRole('link', { name: /Request/ })).toHaveAttribute('href', '/request');
    await expectSound(page);
  });

  await test.step('the back button after payment is harmless', async () => {
    const [paid] = await orders();
    await page.goBack();
    await page.goBack();
    if (new URL(page.url()).pathname === '/request') {
      // What the browser itself filled in again counts for nothing before the page is alive.
      await expect(page.locator('form [inert]')).toHaveCount(0);
      if (await agree(page).isChecked()) {
        await proceed(page).click();
        await expect(main(page).getByText('The order you began earlier is in')).toBeVisible();
      }
    }
    expect(await orders()).toEqual([paid]);
  });

  await test.step("section 8: without a session 'No session ID provided'", async () => {
    await page.goto('/request/success');
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
    await expect(main(page)).toContainText('No session ID provided');
    await expect(main(page).getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/request');
    await page.goto('/request/success?session_id=cs_unknown');
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
  });
});

test('an order paid in crypto, which takes a while', async ({ page }) => {
  const { email } = await newcomer(page);
  await page.goto('/request?sku=bpc-157');
  await choose(page, /^Crypto/);
  await agree(page).check();
  await proceed(page).click();
  await expect(page).toHaveURL(/\/sandbox\//);
  await expect(page.getByText('TEST MODE')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Pay late/ }).click();
  // The chain takes its time: the page waits, and says so when it is done.
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 });
  await mailTo(page, email, /send us your sample/);
  await page.goto('/dashboard/billing');
  await expect(main(page).getByText('Crypto')).toBeVisible();
  await main(page)
    .getByRole('link', { name: /^Receipt/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Receipt', level: 1 })).toBeVisible();
  await expect(main(page)).toContainText('$180.00');
  await expectSound(page);
});

test('the dashboard: sections 2, 4 and 6', async ({ page }) => {
  await test.step('section 6: needs a signed-in person', async () => {
    await page.goto('/dashboard/tests?status=paid');
    await expect(page).toHaveURL(/\/login/);
  });
  const { token, email } = await newcomer(page);
  const [paid, unpaid] = [
    await order(page, token),
    await order(page, token, { paid: false, slug: 'semaglutide' }),
  ];

  await test.step('overview: side menu, three counters, recent activity', async () => {
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

  await test.step('My Tests: six placeholders, then search and status that stand in the address', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/me/tests*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard/tests');
    await expect(main(page).locator('[aria-busy=true] > *')).toHaveCount(6);
    release();
    await expect(main(page).getByRole('link', { name: /^View/ })).toHaveCount(2);
    await page.unroute('**/api/me/tests*');
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

  await test.step('a draft can be paid from here', async () => {
    await main(page).getByRole('button', { name: 'Pay $300.00' }).click();
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/tests/${unpaid.id}$`));
    await expect(main(page).getByText('PENDING PAYMENT').first()).toBeVisible();
  });

  await test.step('cancelling asks first, naming what is lost', async () => {
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

  await test.step('awaiting the sample: what to send, where, and the tracking number', async () => {
    await page.goto(`/dashboard/tests/${paid.id}`);
    const steps = page.getByRole('list', { name: 'Progress' });
    await expect(steps.locator('[aria-current=step]')).toContainText('Awaiting sample');
    await expect(main(page)).toContainText('1 sealed vial');
    await expect(main(page)).toContainText(`Put the task number in the package: ${paid.task}`);
    await expect(main(page)).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await main(page).getByRole('button', { name: 'Copy unique key' }).click();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    expect(key).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await main(page).getByRole('button', { name: 'Copy verification link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      `/verify#task=${paid.task}&key=${key}`,
    );
    await page.getByLabel('Tracking number').fill('1Z 999');
    await page.getByRole('button', { name: 'Save tracking number' }).click();
    await expect(main(page).locator('dd').filter({ hasText: '1Z 999' })).toBeVisible();
    await expectSound(page);
  });

  await test.step('packing slip and vial label are made for paper, without the key', async () => {
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
    // 62 x 29 mm at 96 dots an inch.
    await expect.poll(async () => Math.round((await label.boundingBox())?.width ?? 0)).toBe(234);
    await expectSound(page);
  });
});

test('live: a change appears within two seconds without a reload', async ({ page }) => {
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
  await expect(current).toContainText('Received', { timeout: 2_000 });
  await expect(main(page)).toContainText('The laboratory received your sample on');
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);

  await test.step('another tab is told by the one that holds the line', async () => {
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
    await expect(step).toContainText('Received', { timeout: 3_000 });
    expect(streams).toEqual([]);
    await tab.close();
  });

  await test.step('without the line the page asks by itself', async () => {
    const third = await order(page, token);
    await page.route('**/api/events*', (route) => route.fulfill({ status: 429, body: '{}' }));
    await page.goto(`/dashboard/tests/${third.id}`);
    await expect(current).toContainText('Awaiting sample');
    await intake(page, analyst, third.id);
    await expect(current).toContainText('Received', { timeout: 15_000 });
  });
});

test('a completed test: result, certificate, public after all, documents', async ({ page }) => {
  const { token, email } = await newcomer(page);
  const done = await order(page, token);
  await publish(page, done.id);
  await page.goto(`/dashboard/tests/${done.id}`);
  await expect(main(page)).toContainText('Identity confirmed.');
  await expect(main(page)).toContainText('99.1 % area');
  await expect(page.getByRole('button', { name: 'Certificate of Analysis (PDF)' })).toBeVisible();

  await test.step('public after all asks first, and says that there is no way back', async () => {
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

  await test.step('billing: the payment with receipt and a printable invoice', async () => {
    await page.goto('/dashboard/billing');
    await expect(main(page).getByText('PAID')).toBeVisible();
    await expect(main(page).getByText('$180.00')).toBeVisible();
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
});
