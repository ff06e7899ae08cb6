import { call, expectFitLarge, intake, main, newcomer, order, publish, staff } from './ordering.ts';
import { expect, test } from './site.ts';

// The page of a test for its owner shows each fact only once, and texts of any length fit.

const longName = `${'chromatogram'.repeat(8)}.csv`;

test('the owner’s page names the line of the result that failed, and is no wider with long file names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { token } = await newcomer(page);
  const { id } = await order(page, token);
  await publish(page, id);
  await page.route(`**/api/me/tests/${id}`, async (route) => {
    const detail = await (await route.fetch()).json();
    const [purity] = detail.result.measurements;
    detail.result.measurements = [purity, { ...purity, analyte: 'Endotoxin', verdict: 'fail' }];
    detail.result.files = [
      { url: '/api/attachments/one', name: longName, content_type: 'text/csv', bytes: 15 },
      { url: '/api/attachments/two', name: 'تقرير.pdf', content_type: 'application/pdf', bytes: 1_240_000 },
    ];
    await route.fulfill({ json: detail });
  });
  await page.goto(`/dashboard/tests/${id}`);
  await expect(main(page)).toContainText('Fail: Endotoxin.');
  await expect(main(page).getByRole('button', { name: longName })).toHaveText(`${longName} (CSV, 15 bytes)`);
  // A right-to-left name does not move the text after it.
  await expect(main(page).locator('bdi', { hasText: 'تقرير.pdf' })).toHaveText('تقرير.pdf');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expect(main(page).getByText(/published on/)).toHaveCount(1);
  await expect(main(page).getByText(/Revision 1, published/)).toHaveCount(0);
  // The page asks the server again and again, so a call may still be running.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the page of a vial on its way shows the next step, and shows the tracking number only once', async ({
  page,
}) => {
  const { token } = await newcomer(page);
  const { id } = await order(page, token);
  await page.goto(`/dashboard/tests/${id}`);
  await expect(main(page).getByText(/on its way/)).toHaveCount(0);
  await call(page, 'PUT', `/api/me/tests/${id}/tracking`, token, { sample_tracking_number: '1Z999' });
  await page.reload();
  await expect(main(page).getByText(/on its way.*We mail you when it has arrived/)).toBeVisible();
  await expect(main(page).getByLabel('Tracking number')).toHaveValue('1Z999');
  await expect(main(page).getByText('1Z999')).toHaveCount(0);
  await expectFitLarge(page);
  await intake(page, await staff(page, 'analyst'), id);
  await expect(main(page).getByText('1Z999')).toHaveCount(1);
});
