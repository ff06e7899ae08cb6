import type { APIRequestContext, Page } from '@playwright/test';
import type { Template } from '@vialproof/contract/methods';
import { DEMO_PASSWORD, newPerson } from './people.ts';
import { sign, tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound, expectSoundEverywhere } from './sound.ts';

/** Calls the API with a person's token, to prepare this test. */
function caller(request: APIRequestContext, token: string) {
  return async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const made = await request.fetch(origin() + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    });
    expect(made.ok(), `${method} ${path}: ${await made.text()}`).toBe(true);
    return (await made.json()) as T;
  };
}

/** A paid public order of a new test, so that other e2e tests are not disturbed. */
async function receivedSample(page: Page): Promise<{ id: string; task: number; skuId: string }> {
  const mark = Math.random().toString(36).slice(2, 8);
  const admin = caller(page.request, await tokenOf(page.request, 'admin@demo.test'));
  const sku = await admin<{ data: { id: string } }>('POST', '/api/lab/skus', {
    slug: `measured-${mark}`,
    name: `Measured ${mark}`,
    description: 'Identity, purity and amount.',
    family: 'Peptides',
    sample_requirement: '1 sealed vial',
    tat_text: '5-7 business days after receipt',
    base_price_cents: 20_000,
    includes_sterility: false,
  });
  const { session } = await newPerson(page, 'measured');
  const customer = caller(page.request, session.access_token);
  const { data: order } = await customer<{ data: { id: string; task_number: number } }>(
    'POST',
    '/api/orders',
    {
      skuId: sku.data.id,
      quantity: 1,
      paymentMethod: 'stripe',
    },
  );
  const { data: detailed } = await customer<{ data: { final_price_cents: number } }>(
    'PUT',
    `/api/orders/${order.id}/details`,
    { visibility: 'public', compound_name: 'BPC-157', dosage_text: '5 mg per vial' },
  );
  const { url } = await customer<{ url: string }>('POST', '/api/checkout', {
    request_id: order.id,
    provider: 'stripe',
    amount_cents: detailed.final_price_cents,
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
  return { id: order.id, task: order.task_number, skuId: sku.data.id };
}

/** An admin requires lead, at most 0.4, in every sample of this test, and a reviewer approves it. */
async function requireLead(page: Page, skuId: string): Promise<void> {
  const admin = caller(page.request, await tokenOf(page.request, 'admin@demo.test'));
  const reviewer = caller(page.request, await tokenOf(page.request, 'reviewer@demo.test'));
  const { data } = await admin<{ data: Template[] }>('GET', '/api/lab/methods');
  const { version = 0, lines = [] } = data.find(({ id }) => id === skuId) ?? {};
  const path = `/api/lab/methods/${skuId}/drafts`;
  const { data: changed } = await admin<{ data: Template }>('POST', path, {
    version,
    lines: lines.map((line) => ({
      ...line,
      id: null,
      ...(line.analyte === 'Lead' && { opens: 'always', rule: { ...line.rule, limit: 0.4 } }),
    })),
    reason: 'Typing error',
  });
  await reviewer('POST', `${path}/${changed.draft?.id}/approve`);
}

test('a sample gets values for the lines of its template, a verdict by hand, and later a correction', async ({
  page,
}) => {
  const sample = await receivedSample(page);

  await requireLead(page, sample.skuId);

  // The analyst types only values, by keyboard: from the scan field, Enter moves to the first value.
  await openAs(page, 'analyst@demo.test', `/lab/requests/${sample.id}`);
  const row = (number: number) => page.getByRole('group', { name: `Measurement ${number}` });
  const photos = page.getByRole('heading', { name: 'Photos of the vial' });
  await expect(photos).toBeVisible();
  await page.getByLabel('Title').fill('BPC-157 5 mg');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Enter');
  for (const [number, value, words] of [
    [1, '710.36 2+', 'from m/z 710.36, charge 2+'],
    [2, '99.10 99.30 99.20', 'mean of 3, typed; no injection with a purity on file · RSD 0.10 %'],
    [3, '4.20;4.26', '84.6 % of the customer’s label claim'],
    [4, '< LOQ', 'LOQ 0.05 µg/g'],
  ] as const) {
    await expect(row(number).getByLabel('Value')).toBeFocused();
    if (number === 2) {
      await page.keyboard.type('1,234');
      await expect(row(2)).toContainText('A comma may be read in two ways: write 1234 or 1.234.');
      await row(2).getByLabel('Value').fill('');
    }
    await page.keyboard.type(value);
    await expect(row(number)).toContainText(words);
    await page.keyboard.press('Enter');
  }
  await expect(row(4)).toContainText('≤ 0.4');
  await expect(row(3)).toContainText('Fail');
  await row(1).getByRole('button', { name: 'Details' }).click();
  await row(1).getByLabel('Compared with').selectOption('monoisotopic');
  await expect(row(1)).toContainText('Pass');

  // A verdict that differs from the verdict of the rule needs a reason.
  await row(3).getByRole('button', { name: 'Details' }).click();
  await row(3)
    .getByRole('button', { name: /verdict aside/ })
    .click();
  await page.keyboard.press('Control+s');
  await expect(row(3).getByText('Choose a reason, or say why')).toBeVisible();
  await row(3).getByLabel('Reason, for everybody to read').fill('The claim on the label is for two vials.');
  await expectSound(page);

  // While the page saves over a slow connection, further clicks send nothing, and the button keeps the focus.
  const line = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/api/lab/requests/*/result', async (route) => {
    saves += 1;
    await line.promise;
    await route.continue();
  });
  const saveButton = page.getByRole('button', { name: /^(Save draft|Saving…)$/ });
  await saveButton.click();
  await expect(saveButton).toHaveAttribute('aria-busy', 'true');
  await saveButton.click({ force: true });
  await page.keyboard.press('Enter');
  line.resolve();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect(saveButton).toBeFocused();
  expect(saves).toBe(1);
  await page.reload();
  await expect(row(2).getByLabel('Value')).toHaveValue('99.10 99.30 99.20');
  await row(2).getByLabel('Value').focus();
  await page.keyboard.press('Control+Enter');
  // The dialog reports a wrong password at the field. The session continues, and no input is lost.
  await sign(page, 'Wrong-horse-7');
  await expect(page.getByRole('dialog').getByText('This is not your password.')).toBeVisible();
  await expectSound(page);
  await sign(page, DEMO_PASSWORD);
  await expect(page.getByText(/In review, revision 1/)).toBeVisible();
  await expect(page.getByText('I answer for these measurements')).toBeVisible();

  // The password field is gone and the heading has the focus. The next scan goes into the scan field.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.type(String(sample.task));
  await expect(page.getByLabel('Scan or type a task number, or search')).toHaveValue(String(sample.task));

  const reviewer = caller(page.request, await tokenOf(page.request, 'reviewer@demo.test'));
  await reviewer('POST', `/api/lab/requests/${sample.id}/publish`, {
    password: DEMO_PASSWORD,
    meaning: 'released',
  });

  // The published result is corrected, and the second person sees only what the correction changes.
  const analyst = caller(page.request, await tokenOf(page.request, 'analyst@demo.test'));
  await analyst('POST', `/api/lab/requests/${sample.id}/amend`, { reason: 'A replicate was mistyped.' });
  await page.reload();
  await row(2).getByLabel('Value').fill('97.10 97.30 97.20');
  // The photos show the vial of the published result, so a correction takes no new ones.
  await expect(photos).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await sign(page, DEMO_PASSWORD);
  await expect(page.getByText(/In review, revision 2/)).toBeVisible();

  // From here on the page is the reviewer's. It gets no events, so it still shows the old version, which must
  // not be published.
  await page.route('**/api/events*', () => undefined);
  await openAs(page, 'reviewer@demo.test', `/lab/requests/${sample.id}`);
  const changes = page.getByRole('region', { name: /^Changes to revision 1/ });
  // The analyst did not type the summary, so it follows the verdicts.
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes).toContainText('Fail: Purity.');
  await expect(changes).toContainText('Purity, RP-HPLC-UV 214 nm');
  await expect(changes.locator('del', { hasText: /^99\.20 ± [\d.]+ % area \(k = 2\)$/ })).toBeVisible();
  await expect(changes.locator('ins', { hasText: /^97\.20 ± [\d.]+ % area \(k = 2\)$/ })).toBeVisible();
  await expect(changes).toContainText('3 measurements stay as they were.');
  await expectSoundEverywhere(page);

  // While the page asks the reviewer, the result is given back and submitted again. The unread version must not be
  // published.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = page.getByRole('dialog');
  await reviewer('POST', `/api/lab/requests/${sample.id}/return`, { comment: 'Which column?' });
  await analyst('POST', `/api/lab/requests/${sample.id}/submit`, {
    password: DEMO_PASSWORD,
    meaning: 'measured',
  });
  const path = `/api/lab/requests/${sample.id}`;
  const reading = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  await sign(page, DEMO_PASSWORD);
  await expect(question.getByRole('alert')).toContainText('returned and handed in again since you opened it');
  // After the refusal the page reads the new version. Until then a second signature would be for the old one.
  await (await reading).finished();
  await question.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await sign(page, DEMO_PASSWORD);
  await expect(page.getByText('COMPLETE').first()).toBeVisible();

  // Everybody reads the public page.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/tests/${sample.id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('mean of 3, typed; no injection with a purity on file');
  await expect(main).toContainText(
    'detected, below the limit of quantification; LOD 0.02 µg/g; LOQ 0.05 µg/g',
  );
  await expect(main).toContainText('The rule says fail. Set aside: The claim on the label is for two vials.');
  await expect(main.getByText(/ppm/).first()).toBeVisible();
  await expectSound(page);
});
