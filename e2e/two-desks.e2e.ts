import type { APIRequestContext, Page } from '@playwright/test';
import { anotherBrowser, newPerson } from './people.ts';
import { call, tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound } from './sound.ts';

/** Calls the API with a person's token, to prepare the test. */
const caller =
  (request: APIRequestContext, token: string) =>
  <T>(method: string, path: string, data?: object) =>
    call<T>(request, [method, path], token, data);

/** Creates a paid and received order of a new test. */
async function sample(page: Page): Promise<{ id: string; task: number }> {
  const { session } = await newPerson(page, 'desks');
  const customer = caller(page.request, session.access_token);
  type Sku = { id: string; slug: string; base_price_cents: number };
  const { data: catalog } = await customer<{ data: Sku[] }>('GET', '/api/skus/catalog');
  const sku = catalog.find(({ slug }) => slug === 'bpc-157');
  const { data: order } = await customer<{ data: { id: string; task_number: number } }>(
    'POST',
    '/api/orders',
    { skuId: sku?.id, quantity: 1, paymentMethod: 'stripe' },
  );
  await customer('PUT', `/api/orders/${order.id}/details`, {
    visibility: 'private',
    compound_name: 'BPC-157',
  });
  const { url } = await customer<{ url: string }>('POST', '/api/checkout', {
    request_id: order.id,
    provider: 'stripe',
    amount_cents: sku?.base_price_cents,
    currency: 'usd',
  });
  await page.request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
  await expect
    .poll(
      async () =>
        (await customer<{ data: { status: string } }>('GET', `/api/orders/${order.id}`)).data.status,
    )
    .toBe('awaiting_sample');
  const analyst = caller(page.request, await tokenOf(page.request, 'analyst@demo.test'));
  await analyst('POST', `/api/lab/requests/${order.id}/intake`, {
    condition: 'Sealed and intact',
    note: '',
    accepted: true,
  });
  return { id: order.id, task: order.task_number };
}

const title = (page: Page) => page.getByLabel('Title');
const value = (page: Page, row: number) =>
  page.getByRole('group', { name: `Measurement ${row}`, exact: true }).getByLabel('Value');
const conflict = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Somebody else saved this draft while you were writing' });

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
}

test('two people edit one draft, and the page shows both versions and loses no input', async ({
  page,
  browser,
}) => {
  const { task } = await sample(page);
  const address = `/lab/requests/${task}`;
  const bench = await anotherBrowser(browser, page);
  const other = await anotherBrowser(browser, page);
  const [one, two] = [await bench.newPage(), await other.newPage()];
  await openAs(one, 'analyst@demo.test', address);
  await openAs(two, 'reviewer@demo.test', address);

  // Both people start from the same draft. The second person has typed but not saved.
  await title(two).fill('Typed at the second desk');
  await value(two, 2).fill('98.10 98.30');
  await title(one).fill('Typed at the first desk');
  await value(one, 2).fill('99.10 99.30');
  await save(one);

  // The page informs the second person without a key press, and shows the other version beside the person's own
  // version.
  await expect(conflict(two)).toBeVisible();
  await expect(conflict(two)).toContainText('Typed at the first desk');
  await expect(conflict(two)).toContainText('99.2');
  await expect(title(two)).toHaveValue('Typed at the second desk');
  await expect(value(two, 2)).toHaveValue('98.10 98.30');
  await expectSound(two);

  // Until the person decides, neither a key nor a button overwrites the other person's work.
  await title(two).focus();
  await two.keyboard.press('Control+s');
  await two.keyboard.press('Control+Enter');
  await expect(two.getByRole('button', { name: 'Save draft' })).toBeDisabled();
  await expect(two.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await one.reload();
  await expect(title(one)).toHaveValue('Typed at the first desk');

  // A reload keeps the input and the question.
  await two.reload();
  await expect(conflict(two)).toBeVisible();
  await expect(title(two)).toHaveValue('Typed at the second desk');

  // The second person keeps the own version. The first person has typed nothing and sees it at once.
  await conflict(two).getByRole('button', { name: 'Keep mine' }).press('Enter');
  await expect(conflict(two)).toBeHidden();
  await save(two);
  await expect(title(one)).toHaveValue('Typed at the second desk');
  await expect(value(one, 2)).toHaveValue('98.10 98.30');
  await expect(conflict(one)).toBeHidden();

  // A save after the page was offline is refused, and the page asks the same question.
  await bench.setOffline(true);
  await title(one).fill('Typed while cut off');
  await title(two).fill('Saved meanwhile');
  await save(two);
  await expect(title(two)).toHaveValue('Saved meanwhile');
  await bench.setOffline(false);
  await one.keyboard.press('Control+s');
  await expect(conflict(one)).toContainText('Saved meanwhile');
  await expect(title(one)).toHaveValue('Typed while cut off');
  await conflict(one).getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(title(one)).toHaveValue('Saved meanwhile');
  await expect(conflict(one)).toBeHidden();

  // Two people who change different fields one after the other get no question.
  await one.getByLabel('Summary').fill('One sentence.');
  await save(one);
  await expect(two.getByLabel('Summary')).toHaveValue('One sentence.');
  await expect(conflict(two)).toBeHidden();
  await bench.close();
  await other.close();
});
