import { DEMO_PASSWORD, fillLogin, signIn } from './people.ts';
import { sampleInReview, sign } from './samples.ts';
import { expect, origin, test } from './site.ts';
import { expectToast } from './toasts.ts';

test('after twenty wrong passwords in a row the session ends, and a new sign-in continues on the same page', async ({
  page,
}) => {
  const task = await sampleInReview(page.request);

  await signIn(page, 'reviewer@demo.test', DEMO_PASSWORD, `/lab/requests/${task}`);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const wrong = () =>
    page.request.post(`${origin()}/api/lab/requests/${task}/publish`, {
      data: { password: 'not the password', meaning: 'released' },
      headers: { authorization: `Bearer ${token}` },
    });
  for (let tries = 1; tries < 19; tries += 1) expect((await wrong()).status()).toBe(401);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await sign(page, 'nineteen');
  await expect(page.getByRole('dialog').getByText('This is not your password.')).toBeVisible();
  await sign(page, 'twenty');
  await expect(page).toHaveURL(/\/login\?next=%2Flab%2Frequests%2F\d+&why=secrets$/);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'You were signed out after 20 wrong passwords or codes in a row. Log in to go on where you were.',
  );
  expect((await wrong()).status()).toBe(401);

  await fillLogin(page, 'reviewer@demo.test', DEMO_PASSWORD);
  await expect(page).toHaveURL(`${origin()}/lab/requests/${task}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectToast(page, `Task ${task} published.`, () => sign(page));
});
