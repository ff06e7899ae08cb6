import { expect, test } from './site.ts';
import { dataOf, follow, type Listed, open, provoked } from './site-pages.ts';

// States of public pages that the demo data do not have, so the test gives the server's answers. Sections 2, 5, 8 and 9
// of the specification.
test.use({ provoked });

test.describe('rare states of pages look right, in one window width', { tag: '@every-width' }, () => {
  test('section 2, Home: the row of sample cards has no links, so the row itself takes the focus', async ({
    page,
  }) => {
    const strip = page.getByRole('region', { name: 'Discoveries' }).getByRole('list');
    // site-reach.e2e.ts tests how the row moves and when it stops.
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

  test('section 2, Test detail: the share button opens the share menu of the device, and the page can be printed', async ({
    page,
  }) => {
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

    // The size of a sheet of A4 without its margins.
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

  test.describe('a page whose code throws an error shows the error page', () => {
    // React and the router both write caught errors to the console.
    test.use({ provoked: /Cannot read properties of null|caught the following error/ });

    test('the error page replaces a page that crashed, and Try Again restores this page', async ({
      page,
    }) => {
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
