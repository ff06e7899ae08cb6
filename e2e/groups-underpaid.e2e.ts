import { newAccount, PASSWORD, signIn } from './people.ts';
import { expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

test('an underpaid share waits for an admin, and a word of sixty letters makes no page too wide', async ({
  page,
}) => {
  const email = await newAccount(page, 'underpaid');
  await signIn(page, email, PASSWORD, '/group-tests');
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.post(`${origin()}/api/group-tests${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const title = 'W'.repeat(60);
  const { test: made } = await post('', {
    title,
    description: title,
    test_type: 'bpc-157',
    deadline_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    min_participants: 1,
    est_test_cost_cents: 18_000,
    est_shipping_cents: 2000,
    is_public: false,
  });
  await post(`/${made.id}/join`, { action: 'join' });
  await page.goto(`/group-tests/${made.id}`);
  await page.getByRole('button', { name: 'Pay $200.00' }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: /^Underpay/ }).click();
  await page.waitForURL(/\/request\/success/);
  expect((await mailTo(page, email, /a problem with your payment/)).text).toContain('$180.00 arrived');

  await page.goto(`/group-tests/${made.id}`);
  await expect(page.getByText('$180.00 arrived. $20.00 is missing.', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/Less than your share has arrived, and a person is looking at it/),
  ).toBeVisible();
  await expect(page.getByText('$180.00 arrived, an admin decides')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0);
  await expectSound(page);
  for (const [path, size] of [
    ['/group-tests?category=progress', 360],
    ['/dashboard/billing', 768],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeVisible();
    await page.setViewportSize({ width: size, height: 900 });
    await expectSound(page, path);
  }
});
