import { call, joinByCall, payByCalls, sessionOf, somebody, unfold } from './group-people.ts';
import { keepSession } from './sessions.ts';
import { expect, origin, test } from './site.ts';

test('an organizer covers the gap of an incomplete group, and another group is cancelled', async ({
  page,
  browser,
}) => {
  const organizer = await sessionOf(page, 'gap-organizer');
  const token = organizer.session.access_token;
  const other = await sessionOf(page, 'second@demo.test');
  const coverer = await sessionOf(page, 'customer@demo.test');
  const brave = await somebody(browser, page, 'customer@demo.test');
  await keepSession(page, organizer);
  // The form knows only whole minutes. The API takes exact times.
  const create = async (group: object) => {
    const data = { test_type: 'bpc-157', est_test_cost_cents: 18_000, ...group };
    type Made = { test: { id: string } };
    const { test: made } = await call<Made>(page, 'POST', '/api/group-tests', token, data);
    return `/group-tests/${made.id}`;
  };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const path = await create({
    title: 'A gap to cover',
    deadline_at: new Date(Date.now() + 25_000).toISOString(),
    min_participants: 4,
    est_shipping_cents: 4000,
  });
  await joinByCall(page, coverer, path);
  await joinByCall(page, other, path);
  // Only calls are made before this deadline, because a page may be slow.
  await call(page, 'POST', `/api${path}/join`, coverer.session.access_token, { action: 'agree' });
  // The deadline of the first group comes nearer meanwhile.
  const doomed = await create({ title: 'To be cancelled', deadline_at: tomorrow, min_participants: 3 });
  await joinByCall(page, coverer, doomed);
  await brave.page.goto(doomed);
  await brave.page.getByRole('button', { name: 'Agree to cover gap' }).click();
  await brave.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Agree up to/ })
    .click();
  await expect(brave.page.getByText('COVERS GAP', { exact: true })).toBeVisible();
  await page.goto(doomed);
  await unfold(page, 'Write to the members');
  await page.getByLabel('Message to the members').fill('I have to call this off.');
  await page.getByRole('button', { name: 'Send the message' }).click();
  await expect(brave.page.getByText('I have to call this off.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the group' }).click();
  await expect(page.getByText('CANCELLED').first()).toBeVisible();
  await expect(brave.page.getByText('CANCELLED').first()).toBeVisible();

  // The organizer of this group fixes its shares before the deadline. Only the link leads to it.
  const hidden = await create({
    title: 'Early enough',
    deadline_at: tomorrow,
    min_participants: 1,
    target_participants: 3,
    is_public: false,
  });
  const source = await (await page.request.get(origin() + hidden)).text();
  expect(source).toContain('name="robots" content="noindex"');
  expect(source).not.toContain(`/share${hidden.replace('-tests', 's')}`);
  await joinByCall(page, coverer, hidden);
  await brave.page.goto(hidden);
  await page.goto(hidden);
  await page.getByRole('button', { name: 'Finalise now' }).click();
  const finalising = page.getByRole('dialog', { name: 'Finalise the group now?' });
  await expect(finalising).toContainText(
    'Shares are fixed at $180.00 each.The one member is asked to pay within seven days.',
  );
  await finalising.getByRole('button', { name: 'Finalise' }).click();
  await expect(brave.page.getByRole('button', { name: 'Pay $180.00' })).toBeVisible();

  await brave.page.goto(path);
  await keepSession(page, other);
  await page.goto(path);
  // At the deadline the shares are fixed. The price is 22,000 cents for four people: one pays 5,500 and another one the
  // other 16,500.
  await expect(page.getByRole('button', { name: 'Pay $55.00' })).toBeVisible({ timeout: 45_000 });
  await expect(brave.page.getByRole('button', { name: 'Pay $165.00' })).toBeVisible();
  await payByCalls(page, other, path);
  await payByCalls(page, coverer, path, 'coinbase');
  await unfold(brave.page, 'History');
  await expect(brave.page.getByText('Everything is paid: the test is ordered')).toBeVisible();
  await brave.context.close();
});
