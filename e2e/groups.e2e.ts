import type { Page } from '@playwright/test';
import {
  begin,
  call,
  end,
  join,
  joinByCall,
  pay,
  payByCalls,
  sessionOf,
  somebody,
  unfold,
} from './group-people.ts';
import { publish } from './ordering.ts';
import { keepSession } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

test('the list of groups keeps its tab in the address and links to a new group; a missing group is reported', async ({
  page,
}) => {
  await page.goto('/group-tests');
  const tabs = page.getByRole('navigation', { name: 'Group tests by state' });
  for (const [name, category] of [
    ['Last Moment', 'last'],
    ['Suspended', 'suspended'],
    ['In Progress', 'progress'],
    ['Completed', 'completed'],
  ]) {
    await tabs.getByRole('link', { name: name ?? '' }).click();
    await expect(page).toHaveURL(new RegExp(`category=${category}`));
    await expect(tabs.locator('[aria-current=page]')).toHaveText(name ?? '');
  }
  await tabs.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/group-tests$/);
  await page.getByRole('link', { name: 'Request a group test' }).first().click();
  await expect(page).toHaveURL(/\/group-tests\/request$/);
  await page.getByLabel('Deadline').fill('');
  await page.getByRole('button', { name: 'Create Group Test' }).click();
  await expect(page.getByText('Please enter a title.')).toBeVisible();
  await expect(page.getByText('Please pick a deadline.')).toBeVisible();
  await page.goto('/group-tests/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Test Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Group Tests' }).click();
  await expect(page).toHaveURL(/\/group-tests$/);
});

test('five people create a group, join it, pay by card and crypto, and read the results', async ({
  page,
  browser,
}) => {
  const organizer = await somebody(browser, page, 'organizer');
  const second = await somebody(browser, page, 'member-two');
  // Two members use no page.
  const others = [
    await sessionOf(page, 'customer@demo.test'),
    await sessionOf(page, 'second@demo.test'),
  ] as const;
  const title = `One batch ${Date.now() % 1_000_000}`;
  const path = await begin(organizer.page, title, { min: '1', target: '4' });

  // An anonymous reader sees the whole group, and the page asks the reader to sign in.
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=.*&why=group$/);

  // The reader signs in, and is the first member from now on.
  await keepSession(page, await sessionOf(page, 'member-one'));
  await page.goto(path);
  await page.getByRole('button', { name: 'Volunteer vial' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('I have three of them.');
  await page.getByRole('dialog').getByRole('button', { name: 'Volunteer vial' }).click();
  const offered = (at: Page) => at.getByRole('paragraph').filter({ hasText: 'I have three of them.' });
  await expect(offered(page)).toBeVisible();
  // The offer appears live on the organizer's page, without a reload.
  await expect(offered(organizer.page)).toBeVisible();
  for (const [press, status] of [
    ['Reject', 'REJECTED'],
    ['Approve', 'APPROVED'],
  ] as const) {
    await organizer.page.getByRole('button', { name: press }).click();
    await expect(page.getByText(status, { exact: true })).toBeVisible();
  }
  await organizer.page.getByRole('button', { name: 'Choose as sender' }).click();
  await expect(organizer.page.getByText('SENDS THE VIAL', { exact: true })).toBeVisible();

  await organizer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await organizer.page.getByRole('button', { name: 'Share this group' }).click();
  await expect(organizer.page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await organizer.page.evaluate(() => navigator.clipboard.readText())).toBe(origin() + path);

  await join(page);
  await second.page.goto(path);
  await join(second.page);
  // When people join beyond the minimum, the cost per member falls live on the page.
  const facts = organizer.page.getByRole('main');
  await expect(facts.getByText('with 2 people $110.00 and $55.00 when every seat is taken')).toBeVisible();
  await expect(facts.getByRole('listitem').filter({ hasText: 'JOINED' })).toHaveCount(2);
  for (const said of ['2 of 4 joined', 'BPC-157', 'bpc-157', 'Set when the group is locked']) {
    await expect(facts.getByRole('definition').filter({ hasText: said }).first()).toBeVisible();
  }
  await expect(facts.getByRole('button', { name: 'Agree to cover gap' })).toHaveCount(0);
  // Two people join at the same moment and take the last two places.
  await Promise.all(others.map((member) => joinByCall(page, member, path)));
  await expect(organizer.page.getByText('COLLECTING PAYMENTS').first()).toBeVisible();
  // The page waits for its event first: axe must not check a button while its colours change.
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await unfold(organizer.page, 'About this group');
  await expect(facts.getByRole('definition').filter({ hasText: '$55.00' })).toBeVisible();
  await expectSound(page);
  await Promise.all([
    pay(page, 'Card'),
    pay(second.page, 'Crypto'),
    ...others.map((member) => payByCalls(page, member, path)),
  ]);
  await unfold(organizer.page, 'History');
  await expect(organizer.page.getByText('Everything is paid: the test is ordered')).toBeVisible();
  // The page asks only the sender to send the vial. It tells the others the sender's name.
  await expect(
    organizer.page.getByText(/^Everything is paid\. .+ sends the vial to the laboratory/),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Back to the Group' }).click();
  await expect(page.getByText(/You send the vial/)).toBeVisible();
  await page.getByRole('link', { name: 'print the label' }).click();
  await expect(page.getByRole('button', { name: 'Print the sheet' })).toBeVisible();
  await page.getByLabel('Tracking number').fill('1Z 999');
  await page.getByRole('button', { name: 'Save tracking number' }).click();
  // The tracking number appears live. Members can only read it.
  await expect(organizer.page.getByLabel('Tracking number')).toHaveValue('1Z 999');
  const { viewer } = await call<{ viewer: { request: { id: string } } }>(
    page,
    'GET',
    `/api${path}`,
    second.token,
  );
  await publish(page, viewer.request.id);
  await expect(organizer.page.getByText('The result was published')).toBeVisible();
  await second.page.goto(path);
  await expect(second.page.getByText('Tracking number 1Z 999')).toBeVisible();
  // The page lists all shares and all movements of money: four payments, and the amount owed to the sender.
  const shares = second.page.getByRole('list', { name: 'Shares' }).getByRole('listitem');
  await expect(shares).toHaveText(Array(4).fill(/\$55\.00.*PAID/));
  await expect(shares.filter({ hasText: '(you)' })).toHaveCount(1);
  await unfold(second.page, 'Movements of money');
  const movements = second.page.getByRole('table', { name: 'Movements' }).locator('tbody tr');
  await expect(movements.filter({ hasText: 'Paid' })).toHaveCount(4);
  await expect(movements.filter({ hasText: 'Owed to the sender' })).toHaveCount(1);
  for (const title of ['About this group', 'Members', 'Volunteers', 'History'])
    await unfold(second.page, title);
  for (const title of ['Members', 'Volunteers', 'Movements of money']) await unfold(organizer.page, title);
  // No reader sees the name or the address of another person.
  const shown = (
    await Promise.all([second, organizer].map((each) => each.page.getByRole('main').innerText()))
  ).concat(await (await page.request.get(`${origin()}${path}`)).text());
  for (const words of shown) expect(words).not.toMatch(/\bAda\b|@example\.test|@demo\.test/);
  expect(shown.at(-1)).toMatch(
    new RegExp(`property="og:image" content="[^"]*/share${path.replace('-tests', 's')}\\.png"`),
  );
  await second.page.getByRole('link', { name: 'Result and certificate on your dashboard' }).click();
  await expect(second.page.getByText('Identity confirmed.')).toBeVisible();
  // Everybody reads the result on its public page.
  const published = await page.request.get(`${origin()}/tests/${viewer.request.id}`);
  expect(await published.text()).toContain('Identity confirmed.');
  await end([organizer, second]);
});
