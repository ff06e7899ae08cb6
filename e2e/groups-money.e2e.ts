import { begin, call, end, join, pay, somebody, unfold } from './group-people.ts';
import { expect, origin, test } from './site.ts';

test('an organizer covers the gap of an incomplete group, and another group is cancelled', async ({
  page,
  browser,
}) => {
  const organizer = await somebody(browser, page, 'gap-organizer');
  const brave = await somebody(browser, page, 'customer@demo.test');
  const other = await somebody(browser, page, 'second@demo.test');
  // The form knows only whole minutes. The API takes exact times.
  const { test: made } = await call<{ test: { id: string } }>(
    page,
    'POST',
    '/api/group-tests',
    organizer.token,
    {
      title: 'A gap to cover',
      test_type: 'bpc-157',
      deadline_at: new Date(Date.now() + 25_000).toISOString(),
      min_participants: 4,
      est_test_cost_cents: 18_000,
      est_shipping_cents: 4000,
    },
  );
  const path = `/group-tests/${made.id}`;
  await join(brave, path);
  await join(other, path);
  await brave.page.getByRole('button', { name: 'Agree to cover gap' }).click();
  await brave.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Agree up to/ })
    .click();
  await expect(brave.page.getByText('COVERS GAP', { exact: true })).toBeVisible();
  // The deadline of the first group comes nearer meanwhile.
  const doomed = await begin(organizer.page, 'To be cancelled', { min: '3' });
  await join(other, doomed);
  await unfold(organizer.page, 'Write to the members');
  await organizer.page.getByLabel('Message to the members').fill('I have to call this off.');
  await organizer.page.getByRole('button', { name: 'Send the message' }).click();
  await expect(other.page.getByText('I have to call this off.')).toBeVisible();
  await organizer.page.getByRole('button', { name: 'Cancel the group' }).click();
  await organizer.page.getByRole('dialog').getByRole('button', { name: 'Cancel the group' }).click();
  await expect(organizer.page.getByText('CANCELLED').first()).toBeVisible();
  await expect(other.page.getByText('CANCELLED').first()).toBeVisible();

  // The organizer of this group fixes its shares before the deadline. Only the link leads to it.
  const early = await call<{ test: { id: string } }>(page, 'POST', '/api/group-tests', organizer.token, {
    title: 'Early enough',
    test_type: 'bpc-157',
    deadline_at: new Date(Date.now() + 86_400_000).toISOString(),
    min_participants: 1,
    target_participants: 3,
    est_test_cost_cents: 18_000,
    is_public: false,
  });
  const hidden = `/group-tests/${early.test.id}`;
  const source = await (await page.request.get(origin() + hidden)).text();
  expect(source).toContain('name="robots" content="noindex"');
  expect(source).not.toContain(`/share${hidden.replace('-tests', 's')}`);
  await join(other, hidden);
  await organizer.page.goto(hidden);
  await organizer.page.getByRole('button', { name: 'Finalise now' }).click();
  const finalising = organizer.page.getByRole('dialog', { name: 'Finalise the group now?' });
  await expect(finalising).toContainText(
    'Shares are fixed at $180.00 each.The one member is asked to pay within seven days.',
  );
  await finalising.getByRole('button', { name: 'Finalise' }).click();
  await expect(other.page.getByRole('button', { name: 'Pay $180.00' })).toBeVisible();

  await other.page.goto(path);
  // At the deadline the shares are fixed. The price is 22,000 cents for four people: one pays 5,500 and another one the
  // other 16,500.
  await expect(other.page.getByRole('button', { name: 'Pay $55.00' })).toBeVisible({ timeout: 45_000 });
  await expect(brave.page.getByRole('button', { name: 'Pay $165.00' })).toBeVisible();
  await pay(other, path, 'Card');

  await pay(brave, path, 'Crypto');
  await other.page.goto(path);
  await unfold(other.page, 'History');
  await expect(other.page.getByText('Everything is paid: the test is ordered')).toBeVisible({
    timeout: 30_000,
  });
  await end([organizer, brave, other]);
});
