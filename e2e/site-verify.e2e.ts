import type { Locator } from '@playwright/test';
import { expect, origin, test } from './site.ts';
import { keyOf, main, open, provoked } from './site-pages.ts';
import { expectSound } from './sound.ts';

// The form that verifies a test, with the texts in sections 2, 5 and 8 of the specification.
test.use({ provoked });

test('sections 2, 5 and 8, Verify: a reader sends the form of /verify, and the page shows the answer', async ({
  page,
}) => {
  const [shown, hidden] = [await keyOf(page, 'public'), await keyOf(page, 'private')];
  await open(page, '/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a test');
  const verify = main(page).getByRole('button', { name: 'Verify' });
  const fill = async (task: string, key: string) => {
    await page.getByLabel('Task number').fill(task);
    await page.getByLabel('Unique key').fill(key);
    await verify.click();
  };
  await fill('', 'ABCD-EFGH-JKMN');
  await expect(page.getByText('Please enter both fields.')).toBeVisible();
  await fill('10001', '');
  await expect(page.getByText('Please enter both fields.')).toBeVisible();
  await fill('10001', 'ABCD-EFGH-JKMN');
  await expect(page.getByText('Invalid task number or key.')).toBeVisible();
  await fill(shown.task, shown.key.toLowerCase().replaceAll('-', ''));
  const result = page.getByRole('region', { name: 'Verification' });
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('Verified (Public)');
  await expect(result.getByRole('link')).toHaveAttribute('href', /^\/tests\/.+/);
  await fill(hidden.task, hidden.key);
  await expect(result.getByRole('heading', { level: 2 })).toHaveText(
    'Verified (Private). Limited summary only.',
  );
  await expect(result.getByRole('link')).toHaveCount(0);
  await expect(result).not.toContainText(/customer|Demo Maker/i);

  // The QR code of a certificate fills in the form. The page checks the input at once, and removes the key from the
  // address.
  await open(page, '/how-it-works');
  await page.goto(`/verify#task=${hidden.task}&key=${hidden.key}`);
  await expect(result.getByRole('heading', { level: 2 })).toHaveText(
    'Verified (Private). Limited summary only.',
  );
  await expect(page.getByLabel('Unique key')).toHaveValue(hidden.key);
  expect(page.url()).toBe(`${origin()}/verify`);
  await expect(result.getByRole('heading', { level: 2 })).toBeInViewport();
});

test('on a phone the camera is above the boxes, which stay first for the keyboard, and large text fits', async ({
  page,
}) => {
  const { task, key } = await keyOf(page, 'public');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/verify');
  const result = page.getByRole('region', { name: 'Verification' });
  const taskBox = page.getByLabel('Task number');
  const camera = page.getByRole('button', { name: 'Use the camera' });
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
  expect(await top(camera)).toBeLessThan(await top(taskBox));
  // Until hydration the camera button is disabled, and the Tab key would pass it by.
  await expect(camera).toBeEnabled();
  await taskBox.focus();
  for (const next of [
    page.getByLabel('Unique key'),
    page.getByRole('button', { name: 'Verify' }),
    page.getByLabel('Photo, screenshot or PDF'),
    camera,
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectSound(page, 'large text');
  await page.getByLabel('Unique key').fill(key);
  await taskBox.fill(task);
  await page.keyboard.press('Enter');
  await expect(result).toContainText('Verified (Public)');
  await expectSound(page, 'an answer in large text');
});

test('section 2, Verify: the page explains what a verification means in six questions, of which one is open', async ({
  page,
}) => {
  await open(page, '/verify');
  const questions = main(page).locator('details[name]');
  await expect(questions).toHaveCount(6);
  const opened = () => questions.evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open));
  expect(await opened()).toEqual([true, false, false, false, false, false]);
  await expect(questions.first()).toContainText(
    /unique code and a dedicated task number.*identify the test as authentic/,
  );
  for (let place = 5; place >= 0; place -= 1) {
    await questions.nth(place).locator('summary').click();
    if (place < 5) expect((await opened()).indexOf(true)).toBe(place);
    expect((await opened()).filter(Boolean)).toHaveLength(1);
    await expect(questions.nth(place).locator('p').first()).toBeVisible();
  }
  await main(page).getByText('What a verification proves').click();
  for (const heading of ['It proves', 'It does not prove'])
    await expect(main(page).getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect(main(page).locator('form')).toContainText(/Copies of this page exist.*localhost/);
});

test('section 2, Verify: the answer says whether a certificate is valid, replaced or withdrawn', async ({
  page,
}) => {
  await open(page, '/verify');
  const verify = main(page).getByRole('button', { name: 'Verify' });
  const [task, key] = [page.getByLabel('Task number'), page.getByLabel('Unique key')];
  const refusal = (words: string | RegExp) => page.locator('form').getByText(words);
  await verify.click();
  await expect(refusal('Please enter both fields.')).toBeInViewport();
  await expect(task).toBeFocused();
  await task.fill('10001');
  await verify.click();
  await expect(key).toBeFocused();

  const issued = {
    revision: 2,
    sha256: 'ab'.repeat(32),
    reason: null,
    issued_at: '2026-11-01T10:00:00Z',
    ended_at: null,
  };
  const genuine = {
    verdict: 'private',
    task_number: 10_001,
    sku_name: 'BPC-157',
    status: 'complete',
    received_at: '2026-10-30T10:00:00Z',
    published_at: '2026-11-01T10:00:00Z',
    certificate: null,
    certificates: [],
    ...{ values: null, manufacturer: null, batch_code: null, label_claim: null, lookups_this_month: null },
  };
  type Issued = { revision: number; state: string };
  let answer: { status: number; json: object } = { status: 200, json: {} };
  await page.route('**/api/tests/verify?*', (route) => {
    const asked = new URL(route.request().url()).searchParams.get('revision');
    const { data } = answer.json as { data?: { certificates: Issued[] } };
    if (!data) return route.fulfill(answer);
    const meant = data.certificates.find(({ revision }) => String(revision) === asked);
    if (asked && !meant)
      return route.fulfill({ status: 404, json: { status: 404, code: 'verification_failed' } });
    const revision = meant ? { ...meant, asked: meant.revision, c: null } : null;
    return route.fulfill({ status: 200, json: { data: { ...data, revision } } });
  });
  const result = page.getByRole('region', { name: 'Verification' });
  const ask = async (status: number, json: object) => {
    answer = { status, json };
    await key.fill('ABCD-EFGH-JKMN');
    await verify.click();
  };
  await ask(429, { status: 429, code: 'rate_limited', detail: 'Too many tries. Please wait 54 s.' });
  await expect(refusal('Too many tries. Please wait 54 s.')).toBeInViewport();
  await ask(404, { status: 404, code: 'not_found', detail: 'Nothing.' });
  await expect(refusal('Invalid task number or key.')).toBeInViewport();
  await ask(200, { data: { ...genuine, status: 'received', published_at: null } });
  await expect(result).toContainText('There is no result yet, and so no certificate.');
  await expect(refusal('Invalid')).toHaveCount(0);
  const withdrawn = { ...issued, state: 'retracted', reason: 'The sample was mixed up.' };
  const replaced = {
    ...issued,
    state: 'superseded',
    revision: 1,
    reason: 'A unit was wrong.',
    ended_at: '2026-11-20T10:00:00Z',
  };
  await ask(200, { data: { ...genuine, certificate: withdrawn, certificates: [withdrawn, replaced] } });
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('Which revision does your paper name?');
  await expect(result).not.toContainText('Verified');
  await result.getByRole('button', { name: 'Revision 2' }).click();
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('Revision 2 was withdrawn');
  await expect(result).toContainText('Reason: The sample was mixed up.');
  await expect(result).toContainText('There is no current certificate for this test.');
  await result.getByText('Details', { exact: true }).click();
  await expect(result.getByRole('listitem')).toHaveText('Revision 1 was replaced. A unit was wrong.');
  const current = { ...issued, state: 'current' };
  await ask(200, { data: { ...genuine, certificate: current, certificates: [current] } });
  await expect(result).toContainText('Certificate VP-10001-R2 for BPC-157 is genuine and current');
  await result.getByText('Details', { exact: true }).click();
  await expect(result.getByText('ab'.repeat(32))).toBeVisible();

  // A code that names a revision of the result gets the answer about that revision.
  const twice = { ...genuine, certificate: current, certificates: [current, replaced] };
  answer = { status: 200, json: { data: twice } };
  const scan = (revision: string) =>
    page.evaluate((named) => {
      location.hash = `#task=10001&key=ABCD-EFGH-JKMN&revision=${named}`;
    }, revision);
  await scan('1');
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('Revision 1 was replaced');
  await expect(result).toContainText('replaced by a newer revision on 20 Nov 2026');
  await expect(result).toContainText('Reason: A unit was wrong.');
  await expect(result).toContainText('Revision 2 is the current one.');
  await expect(result).not.toContainText('Verified');
  await scan('2');
  await expect(result.getByRole('heading', { level: 2 })).toHaveText(
    'Verified (Private). Limited summary only.',
  );
  await scan('3');
  await expect(refusal('Invalid task number or key.')).toBeInViewport();
  await expect(result).toHaveCount(0);
  await ask(200, { data: twice });
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('Which revision does your paper name?');
  await result.getByRole('button', { name: 'Revision 1' }).press('Enter');
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('Revision 1 was replaced');
  await page.keyboard.press('Tab');
  await expect(result.locator(':focus')).toHaveCount(1);
});
