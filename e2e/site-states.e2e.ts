import { expect, test } from './site.ts';
import { dataOf, follow, type Listed, open, provoked, signInDemo } from './site-pages.ts';

// States of public pages that the demo data does not bring about, played by answers of our own; of the specification's
// sections 2, 5, 8 and 9.
test.describe.configure({ timeout: 60_000 });
test.use({ provoked });

test.describe('the same at every width', { tag: '@every-width' }, () => {
  test('2 Home: samples have no link to go on by, so the strip itself takes the keys', async ({ page }) => {
    const strip = page.getByRole('region', { name: 'Discoveries' }).getByRole('list');
    // That it moves, and for whom it rests, is seen by site-reach.e2e.ts.
    await open(page, '/terms');
    await page.route('**/api/discoveries', (route) =>
      route.fulfill({ json: { data: { results: [], showcased: [] } } }),
    );
    await follow(page, '/');
    await expect(strip.getByText('SAMPLE').first()).toBeVisible();
    await expect(strip).toHaveAttribute('tabindex', '0');
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate((own) => own.scrollLeft)).toBeGreaterThan(0);
  });

  test('2 Test detail: handed on by the device’s own sheet, and on paper', async ({ page }) => {
    const tests = await dataOf<Listed[]>(page, '/tests?onlyPublic=true&limit=100');
    const found = tests.find(({ result }) => result);
    await page.addInitScript(() => {
      const own = window as unknown as { shared: unknown; printed: number };
      const share = async (what: unknown) => {
        own.shared = what;
      };
      Object.defineProperty(navigator, 'share', { value: share });
      own.printed = 0;
      window.print = () => {
        own.printed += 1;
      };
    });
    await open(page, `/tests/${found?.request_id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const shared = await page.evaluate(() => (window as unknown as { shared: object }).shared);
    expect(shared).toEqual({
      title: expect.stringContaining(found?.result?.title ?? 'missing'),
      url: page.url(),
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);

    // A sheet of A4 without its margins.
    await page.setViewportSize({ width: 680, height: 1009 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('table', { name: 'Measurements' })).toBeVisible();
    await expect(page.getByText(`#${found?.task_number}`).filter({ visible: true }).first()).toBeVisible();
    for (const away of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('link', { name: 'Back to Tests' }),
      page.getByRole('button', { name: /^(Print|Copy link|Download Certificate)/ }),
    ])
      await expect(away.filter({ visible: true })).toHaveCount(0);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  });

  test('8, 9: what the forms send and say when signed in', async ({ page }) => {
    await signInDemo(page);
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    let sent: Record<string, unknown> = {};
    await page.route(/\/api\/(orders|group-tests)$/, (route) => {
      sent = route.request().postDataJSON();
      return route.abort();
    });
    // The line for news is held open: such a page never rests.
    await page.goto('/request?sku=bpc-157');
    await page.getByRole('checkbox', { name: /^I confirm/ }).check();
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect.poll(() => alerts).toEqual(['Could not create request. Please try again.']);
    expect(sent).toEqual({ skuId: expect.any(String), quantity: 1, paymentMethod: 'stripe' });

    await page.goto('/group-tests/request');
    const text = (label: string) => page.getByLabel(label, { exact: true });
    const week = Date.now() + 7 * 86_400_000;
    const deadline = await text('Deadline').evaluate((box: HTMLInputElement) =>
      new Date(box.value).getTime(),
    );
    expect(Math.abs(deadline - week)).toBeLessThan(180_000);
    for (const [label, value] of [
      ['Minimum participants', '15'],
      ['Target participants', '15'],
      ['Estimated test cost (USD)', '300.00'],
      ['Estimated shipping (USD)', '40.00'],
      ['Estimated vial cost (USD)', '0.00'],
    ] as const)
      await expect(text(label)).toHaveValue(value);
    await expect(page.getByRole('checkbox', { name: /^Public/ })).toBeChecked();
    await text('Title').fill('Never begun');
    await text('Test type').selectOption('semaglutide');
    await text('Target participants').fill('');
    await page.getByRole('button', { name: 'Create Group Test' }).click();
    await expect.poll(() => alerts.at(-1)).toBe('Failed to create group test. Please try again.');
    expect(sent).toMatchObject({
      min_participants: 15,
      target_participants: 15,
      est_test_cost_cents: 30_000,
    });
    expect(sent).toMatchObject({ est_shipping_cents: 4_000, est_vial_cost_cents: 0, is_public: true });
  });

  test.describe('a page that breaks', () => {
    // React and the router both tell the console of what they caught.
    test.use({ provoked: /Cannot read properties of null|caught the following error/ });

    test('the error page stands in its place, and Try Again brings it back', async ({ page }) => {
      await open(page, '/terms');
      await page.route('**/api/skus/catalog', (route) => route.fulfill({ json: { data: [null] } }));
      await follow(page, '/pricing');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
      await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/');
      await expect(page.getByRole('banner')).toBeVisible();
      await page.unroute('**/api/skus/catalog');
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
    });
  });
});
