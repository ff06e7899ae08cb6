import type { APIRequestContext, Page } from '@playwright/test';
import { chosenTest } from './ordering.ts';
import { anotherBrowser } from './people.ts';
import { tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';
import { expectToast } from './toasts.ts';

/** Places a customer's order in this test and pays it on the sandbox's page. Returns the task number. */
async function order(request: APIRequestContext, slug: string, outcome: string): Promise<string> {
  const post = async <T>(path: string, data: object, token?: string): Promise<T> => {
    const answer = await request.post(origin() + path, {
      data,
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    });
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
    return answer.json();
  };
  const catalog: { data: { id: string; slug: string; base_price_cents: number }[] } = await (
    await request.get(`${origin()}/api/skus/catalog`)
  ).json();
  const sku = catalog.data.find((one) => one.slug === slug);
  if (!sku) throw new Error(`${slug} is not sold`);
  const token = await tokenOf(request, 'second@demo.test');
  const { data } = await post<{ data: { id: string; task_number: number } }>(
    '/api/orders',
    { skuId: sku.id, quantity: 1, paymentMethod: 'stripe' },
    token,
  );
  const { url } = await post<{ url: string }>(
    '/api/checkout',
    { request_id: data.id, provider: 'stripe', amount_cents: sku.base_price_cents, currency: 'usd' },
    token,
  );
  const paid = await request.post(url, { form: { outcome }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  return String(data.task_number);
}

/** A laboratory test's entry in the price list, as a new visitor reads it. */
async function priceOf(page: Page, name: string): Promise<string[]> {
  await page.goto(`/pricing?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('status').filter({ hasText: /tests?( found)?$/ })).toBeVisible();
  return page
    .getByRole('region', { name: 'All tests' })
    .getByRole('article')
    .filter({ hasText: name })
    .getByText(/^\$/)
    .allInnerTexts();
}

test('an admin adds a test, changes its price and retires it, and visitors see it at once', async ({
  page,
  browser,
}, { project }) => {
  const name = `Selank ${project.name} ${Date.now() % 1_000_000}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const visitor = await (await anotherBrowser(browser, page)).newPage();
  await openAs(page, 'admin@demo.test', '/lab/catalog');
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Semaglutide' })).toBeVisible();
  await expectSound(page);
  expect(await priceOf(visitor, name)).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'New test' }).click();
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByText('Give the test a name.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(name);
  await expect(page.getByLabel('Address')).toHaveValue(slug);
  await page.getByLabel('Family').fill('Peptides');
  await page.getByLabel('Price in US dollars').fill('1,2');
  await page.getByLabel('What is measured').fill('Identity, purity and amount per vial.');
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByText('Enter an amount such as 180 or 180.50.')).toBeVisible();
  await page.getByLabel('Price in US dollars').fill('210.50');
  await expectSound(page);
  // A reload keeps the input.
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Test: created')).toBeVisible();
  await expectSound(page);

  expect(await priceOf(visitor, name)).toEqual(['$210.50']);
  await visitor.goto(`/request?sku=${slug}`);
  await expect(chosenTest(visitor)).toContainText(name);
  const task = await order(page.request, slug, 'pay');

  await page.getByLabel('Price in US dollars').fill('199');
  await expect(page.getByText('Was $210.50. Orders that exist keep their price.')).toBeVisible();
  await expectToast(page, 'Saved.', () => page.getByRole('button', { name: 'Save', exact: true }).click());
  expect(await priceOf(visitor, name)).toEqual(['$199.00']);

  // The new test moves up, by keyboard alone, past the two tests before it.
  await page.getByRole('link', { name: 'Catalog' }).last().click();
  const names = () => page.getByRole('main').getByRole('listitem').getByRole('link').allInnerTexts();
  await expect(page.getByRole('link', { name })).toBeVisible();
  const before = await names();
  const passed = before[before.indexOf(name) - 2] ?? '';
  // The screen shows a move before the server has stored it. The server answers each move once.
  let kept = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/place') && answer.ok()) kept += 1;
  });
  await page.getByRole('button', { name: new RegExp(`^Move ${name}: drag`) }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(new RegExp(`${name} is now number \\d+ of \\d+`))).toBeAttached();
  const isPassed = async () => {
    const now = await names();
    return now.includes(name) && now.indexOf(name) < now.indexOf(passed);
  };
  await expect.poll(isPassed).toBe(true);
  await expect.poll(() => kept).toBe(2);
  await page.reload();
  await expect.poll(isPassed).toBe(true);

  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Retire…' }).click();
  await page.getByRole('button', { name: 'Retire', exact: true }).click();
  await expect(page.getByText('Retired since')).toBeVisible();
  expect(await priceOf(visitor, name)).toEqual([]);
  await visitor.goto(`/request?sku=${slug}`);
  await expect(visitor.getByRole('radio', { name: /^Semaglutide/ })).toBeVisible();
  await visitor.getByText(/^Show all \d+ tests$/).click();
  await expect(visitor.getByRole('radio', { name: /^Sterility/ })).toBeVisible();
  await expect(visitor.getByRole('radio', { name: new RegExp(`^${name}`) })).toHaveCount(0);

  // Orders from before the price change keep the old price.
  await page.goto(`/lab/payments?view=all&q=${task}`);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('$210.50');
  await visitor.context().close();
});

test('an admin decides about an underpaid payment, refunds a part, and the ledger still balances', async ({
  page,
}) => {
  const task = await order(page.request, 'tb-500', 'underpay');
  // The list asks the server only every 30 s, so it opens after the underpayment is known.
  await mailTo(page, 'second@demo.test', new RegExp(`${task}: a problem with your payment`));
  await openAs(page, 'admin@demo.test', '/lab/payments');
  const waiting = page.getByRole('link', { name: new RegExp(`#${task}`) });
  await expect(waiting).toBeVisible();
  await expectSound(page);
  await waiting.click();

  await expect(page.getByText('Underpaid: please decide')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Take as paid…' }).click();
  const accept = page.getByRole('button', { name: /^Take \$[\d.]+ as paid$/ });
  await accept.click();
  await expect(page.getByText('Choose a reason, or say why')).toBeVisible();
  await page.getByLabel('Reason').fill('The rest was lost in fees.');
  await expectToast(page, 'Taken as paid.', () => accept.click());
  await expect(page.getByText('PAID', { exact: true })).toBeVisible();
  await expect(page.getByText('Payment: accepted')).toBeVisible();

  await page.getByRole('button', { name: 'Give money back…' }).click();
  await page.getByRole('radio', { name: /A part of it/ }).check({ force: true });
  await page.getByLabel('Amount').fill('100000');
  await page.getByLabel('Reason').fill('A vial came broken.');
  await page.getByRole('button', { name: /^Give back/ }).click();
  await expect(page.getByText(/^At most \$/)).toBeVisible();
  await page.getByLabel('Amount').fill('20');
  await expectToast(page, 'The refund is on its way.', () =>
    page.getByRole('button', { name: 'Give back $20.00' }).click(),
  );
  await expect(page.getByText('ARRIVED')).toBeVisible();
  await expect(page.getByText('PARTIALLY REFUNDED')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Refunds/ }).first()).toContainText('$20.00');
  await expectSound(page);

  await page.getByRole('link', { name: 'checkout.session.completed' }).click();
  await expect(page.getByText('"checkout.session.completed"')).toBeVisible();
  await expectSound(page);
  await expectToast(page, 'Replayed: ', () => page.getByRole('button', { name: 'Replay' }).click());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('searchbox', { name: 'Find an event' }).fill('checkout.session.completed');
  await expect(page).toHaveURL(/q=checkout/);
  await expect(page.getByRole('link', { name: 'checkout.session.completed' }).first()).toBeVisible();
  await expectSound(page);

  await page.getByRole('link', { name: 'Ledger check' }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Everything adds up.')).toBeVisible();
  await expectSound(page);

  await page.goto(`/lab/audit?subject=${task}`);
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries.filter({ hasText: 'Payment: accepted' })).toContainText('The rest was lost in fees.');
  await expect(entries.filter({ hasText: 'Request: created' })).toHaveCount(1);
  await expectSound(page);
  await page.getByLabel('What').selectOption('payment.accepted');
  await expect(entries).toHaveCount(1);
  await page.getByLabel('Who').fill('nobody at all');
  await expect(page.getByText('No entry fits')).toBeVisible();
});

test('an analyst sees the queue of the laboratory, but no admin pages', async ({ page }) => {
  await openAs(page, 'analyst@demo.test', '/lab');
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Catalog' })).toHaveCount(0);
  for (const path of ['/lab/catalog', '/lab/payments', '/lab/watches', '/lab/mails', '/lab/audit']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText('This part is for admins');
  }
});

test('on a narrow screen, Ctrl+K shows the scan field of an admin page, and closes an open dialog first', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openAs(page, 'admin@demo.test', '/lab/staff');
  const sections = page.getByRole('navigation', { name: 'Laboratory' });
  await expect(sections.getByRole('link', { name: 'Audit' })).toBeInViewport({ ratio: 1 });
  const field = page.getByRole('searchbox');
  const width = async () => (await page.getByRole('search').boundingBox())?.width ?? 0;
  const email = page.getByLabel('Email of their account');
  await email.fill('analyst@demo.test');
  expect(await width()).toBeLessThan(10);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  expect(await width()).toBeGreaterThan(300);
  await email.focus();
  expect(await width()).toBeLessThan(10);

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeHidden();
  await expect(field).toBeFocused();

  // On a phone the line of links scrolls, and its edge is pale while there are more links.
  await page.setViewportSize({ width: 360, height: 740 });
  const row = sections.getByRole('list');
  const fades = () =>
    row.evaluate((list) => {
      const style = getComputedStyle(list);
      return ['--fade-left', '--fade-right'].map((side) => style.getPropertyValue(side));
    });
  await row.evaluate((list) => list.scrollTo({ left: 0, behavior: 'instant' }));
  await expect.poll(fades).toEqual(['0px', '64px']);
  await row.evaluate((list) => list.scrollTo({ left: 9_999, behavior: 'instant' }));
  await expect.poll(fades).toEqual(['64px', '0px']);
});
