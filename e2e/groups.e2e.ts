import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { anotherBrowser, DEMO_PASSWORD, newAccount, PASSWORD } from './people.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

type Session = { session: { access_token: string; refresh_token: string }; user: object };
type Somebody = { context: BrowserContext; page: Page; token: string };

async function call<T>(page: Page, method: string, path: string, token: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(`${origin()}${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(data ? { data } : {}),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Somebody at a machine of their own, signed in. */
async function somebody(browser: Browser, page: Page, who: string): Promise<Somebody> {
  const isDemo = who.endsWith('@demo.test');
  const email = isDemo ? who : await newAccount(page, who);
  const password = isDemo ? DEMO_PASSWORD : PASSWORD;
  const signedIn = await call<Session>(page, 'POST', '/api/auth/login', '', { email, password });
  const context = await anotherBrowser(browser, page);
  const own = await context.newPage();
  await own.goto('/robots.txt');
  await own.evaluate(({ session, user }) => {
    localStorage.setItem('access_token', session.access_token);
    localStorage.setItem('refresh_token', session.refresh_token);
    localStorage.setItem('user', JSON.stringify(user));
  }, signedIn);
  return { context, page: own, token: signedIn.session.access_token };
}

/** What the browser's own alerts said from here on; each is closed at once. */
function alertsOf(page: Page): string[] {
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  return said;
}

/** Fills in the form of a new group, and answers its address. */
async function begin(
  page: Page,
  title: string,
  seats: { min: string; target?: string },
  /** What is looked at when the button was pressed once and its call did not arrive. */
  onFailure?: () => Promise<void>,
): Promise<string> {
  await page.goto('/group-tests/request');
  await expect(page.getByText('Basics')).toBeVisible();
  await expect(page.getByText('Participants & Costs')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Test type').selectOption('bpc-157');
  await page.getByLabel('Minimum participants').fill(seats.min);
  await page.getByLabel('Target participants').fill(seats.target ?? '');
  const create = page.getByRole('button', { name: 'Create Group Test' });
  await create.click();
  if (onFailure) {
    await onFailure();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await create.click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  return new URL(page.url()).pathname;
}

async function join({ page }: Somebody, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByText('joined', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'JOINED' }).first()).toBeVisible();
}

/** Pays the share that the page asks for, by the method of this name, on the provider's page. */
async function pay({ page }: Somebody, path: string, method: 'Card' | 'Crypto'): Promise<void> {
  await page.goto(path);
  await page.getByLabel(method).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: /^Pay [\d$]/ }).click();
  await page.waitForURL(/\/request\/success/);
  await expect(page.getByRole('link', { name: 'Back to the Group' })).toHaveAttribute('href', path);
}

const end = (people: Somebody[]) => Promise.all(people.map(({ context }) => context.close()));

test('the list: five tabs in the address, the link to a new group, and a missing one', async ({ page }) => {
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

test('a whole life with five people: begun, joined, paid by card and crypto, tested, and read by all', async ({
  page,
  browser,
}) => {
  const organizer = await somebody(browser, page, 'organizer');
  const members = await Promise.all(
    ['member-one', 'member-two', 'customer@demo.test', 'second@demo.test'].map((who) =>
      somebody(browser, page, who),
    ),
  );
  const [first, second] = members;
  if (!first || !second) throw new Error('unreachable');
  const title = `One batch ${Date.now() % 1_000_000}`;
  const path = await begin(organizer.page, title, { min: '1', target: '4' });

  // A stranger sees it all, and is asked to sign in.
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=.*&why=group$/);

  await first.page.goto(path);
  await first.page.getByRole('button', { name: 'Volunteer vial' }).click();
  await first.page.getByRole('dialog').getByLabel('Note').fill('I have three of them.');
  await first.page.getByRole('dialog').getByRole('button', { name: 'Volunteer vial' }).click();
  const offered = (at: Page) => at.getByRole('paragraph').filter({ hasText: 'I have three of them.' });
  await expect(offered(first.page)).toBeVisible();
  // Live: it appears at the organizer's without a reload.
  await expect(offered(organizer.page)).toBeVisible();
  for (const [press, status] of [
    ['Reject', 'REJECTED'],
    ['Approve', 'APPROVED'],
  ] as const) {
    await organizer.page.getByRole('button', { name: press }).click();
    await expect(first.page.getByText(status, { exact: true })).toBeVisible();
  }
  await organizer.page.getByRole('button', { name: 'Choose as sender' }).click();
  await expect(organizer.page.getByText('SENDS THE VIAL', { exact: true })).toBeVisible();

  await organizer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await organizer.page.getByRole('button', { name: 'Share this group' }).click();
  await expect(organizer.page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await organizer.page.evaluate(() => navigator.clipboard.readText())).toBe(origin() + path);

  await join(first, path);
  await join(second, path);
  // The cost of each falls live as people join beyond the minimum.
  const facts = organizer.page.getByRole('main');
  await expect(facts.getByText('with 2 people $110.00 and $55.00 when every seat is taken')).toBeVisible();
  for (const said of ['2 of 4 joined', 'BPC-157', 'bpc-157', 'Set when the group is locked']) {
    await expect(facts.getByRole('definition').filter({ hasText: said }).first()).toBeVisible();
  }
  await expect(facts.getByRole('button', { name: 'Agree to cover gap' })).toHaveCount(0);
  // The last two seats are taken at once.
  await Promise.all(members.slice(2).map((member) => join(member, path)));
  await expect(organizer.page.getByText('COLLECTING PAYMENTS').first()).toBeVisible();
  // Its own news has to be here: a button that changes its colours in that moment is judged by neither.
  await expect(first.page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await expect(facts.getByRole('definition').filter({ hasText: '$55.00' })).toBeVisible();
  await expectSound(first.page);
  await Promise.all(members.map((member) => pay(member, path, member === second ? 'Crypto' : 'Card')));
  await expect(organizer.page.getByText('Everything is paid: the test is ordered')).toBeVisible({
    timeout: 30_000,
  });

  await first.page.goto(path);
  await expect(first.page.getByText(/You send the vial/)).toBeVisible();
  await first.page.getByRole('link', { name: 'print the label' }).click();
  await expect(first.page.getByRole('button', { name: 'Print the sheet' })).toBeVisible();
  await first.page.getByLabel('Tracking number').fill('1Z 999');
  await first.page.getByRole('button', { name: 'Save tracking number' }).click();
  // Live, and for members to read alone.
  await expect(organizer.page.getByLabel('Tracking number')).toHaveValue('1Z 999');
  await second.page.goto(path);
  await expect(second.page.getByText('Tracking number 1Z 999')).toBeVisible();
  const { viewer } = await call<{ viewer: { request: { id: string } } }>(
    page,
    'GET',
    `/api${path}`,
    second.token,
  );
  const at = `/api/lab/requests/${viewer.request.id}`;
  const lab = async (role: string) =>
    (
      await call<Session>(page, 'POST', '/api/auth/login', '', {
        email: `${role}@demo.test`,
        password: DEMO_PASSWORD,
      })
    ).session.access_token;
  const analyst = await lab('analyst');
  await call(page, 'POST', `${at}/intake`, analyst, { condition: 'Sealed', note: '', accepted: true });
  await call(page, 'PUT', `${at}/result`, analyst, {
    title,
    summary: 'Identity confirmed.',
    measurements: [
      {
        analyte: 'Purity',
        method: 'RP-HPLC-UV 214 nm',
        value: 99.1,
        unit: '% area',
        limit: '≥ 98.0',
        verdict: 'pass',
      },
    ],
    version: 0,
  });
  await call(page, 'POST', `${at}/submit`, analyst, {});
  await call(page, 'POST', `${at}/publish`, await lab('reviewer'), {});
  await expect(organizer.page.getByText('The result was published')).toBeVisible();
  await second.page.goto(path);
  // Every share and every movement stands on the page: four payments, and what the sender is owed.
  const tables = (name: string) => second.page.getByRole('table', { name }).locator('tbody tr');
  await expect(tables('Shares')).toHaveText(Array(4).fill(/\$55\.00.*PAID/));
  await expect(tables('Shares').filter({ hasText: '(you)' })).toHaveCount(1);
  await expect(tables('Movements').filter({ hasText: 'Paid' })).toHaveCount(4);
  await expect(tables('Movements').filter({ hasText: 'Owed to the sender' })).toHaveCount(1);
  // Nobody reads another's name or address, whoever looks.
  const shown = (
    await Promise.all([second, organizer].map((each) => each.page.getByRole('main').innerText()))
  ).concat(await (await page.request.get(`${origin()}${path}`)).text());
  for (const words of shown) expect(words).not.toMatch(/\bAda\b|@example\.test|@demo\.test/);
  expect(shown.at(-1)).toMatch(
    new RegExp(`property="og:image" content="[^"]*/share${path.replace('-tests', 's')}\\.png"`),
  );
  await second.page.getByRole('link', { name: 'Result and certificate on your dashboard' }).click();
  await expect(second.page.getByText('Identity confirmed.')).toBeVisible();
  await page.goto(`/tests/${viewer.request.id}`);
  await expect(page.getByText('Identity confirmed.')).toBeVisible();
  await end([organizer, ...members]);
});

test('a gap that is covered, and a group that is cancelled', async ({ page, browser }) => {
  const organizer = await somebody(browser, page, 'gap-organizer');
  const brave = await somebody(browser, page, 'customer@demo.test');
  const other = await somebody(browser, page, 'second@demo.test');
  // The form's deadlines are whole minutes; a script may be more exact.
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
  // While the deadline comes nearer.
  // Calls that never arrive are told in the words of the specification.
  const toOrganizer = alertsOf(organizer.page);
  await organizer.page.route('**/api/group-tests', (route) => route.abort(), { times: 1 });
  const doomed = await begin(organizer.page, 'To be cancelled', { min: '3' }, () =>
    expect.poll(() => toOrganizer).toEqual(['Failed to create group test. Please try again.']),
  );
  const said = alertsOf(other.page);
  await other.page.goto(doomed);
  await other.page.route(/\/(join|volunteer)$/, (route) => route.abort());
  await other.page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.poll(() => said).toEqual(['Failed to perform action. Please try again.']);
  await other.page.getByRole('button', { name: 'Volunteer vial' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Volunteer vial' }).click();
  await expect.poll(() => said.at(-1)).toBe('Failed to volunteer. Please try again.');
  await other.page.unroute(/\/(join|volunteer)$/);
  await join(other, doomed);
  await organizer.page.getByLabel('Message to the members').fill('I have to call this off.');
  await organizer.page.getByRole('button', { name: 'Send the message' }).click();
  await expect(other.page.getByText('I have to call this off.')).toBeVisible();
  await organizer.page.getByRole('button', { name: 'Cancel the group' }).click();
  await organizer.page.getByRole('dialog').getByRole('button', { name: 'Cancel the group' }).click();
  await expect(organizer.page.getByText('CANCELLED').first()).toBeVisible();
  await expect(other.page.getByText('CANCELLED').first()).toBeVisible();

  // One that is finalised before its deadline, and that only its link leads to.
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
  // At the deadline the group locks by itself: 22,000 for four is 5,500 for one, and the rest for the other.
  await expect(other.page.getByRole('button', { name: 'Pay $55.00' })).toBeVisible({ timeout: 45_000 });
  await expect(brave.page.getByRole('button', { name: 'Pay $165.00' })).toBeVisible();
  await pay(other, path, 'Card');

  // A share is dropped after seven days: the answer of that day, today.
  const dropped = async () => {
    const group = await call<GroupDetail>(page, 'GET', `/api${path}`, other.token);
    Object.assign(group.test, { status: 'suspended', phase: null, open_shares: [{ amount_cents: 16_500 }] });
    Object.assign(group.viewer?.may ?? {}, { agree: true });
    return group;
  };
  const sent: unknown[] = [];
  await other.page.route(`**/api${path}`, async (route) => route.fulfill({ json: await dropped() }));
  await other.page.route(`**/api${path}/join`, async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: await dropped() });
  });
  await other.page.goto(path);
  await expect(other.page.getByText('Whoever takes it has 24 hours to pay it.')).toBeVisible();
  await other.page.getByRole('button', { name: 'Agree to cover gap' }).click();
  const question = other.page.getByRole('dialog', { name: 'Take the open share?' });
  await expect(question).toContainText(
    'You agree to pay $165.00 within 24 hours, in addition to the $55.00 that you paid.',
  );
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect(question).toBeHidden();
  expect(sent).toEqual([]);
  await other.page.getByRole('button', { name: 'Agree to cover gap' }).click();
  await question.getByRole('button', { name: 'Agree to pay $165.00' }).click();
  await expect(question).toBeHidden();
  expect(sent).toEqual([{ action: 'agree', amount_cents: 16_500 }]);
  await other.page.unrouteAll();
  await pay(brave, path, 'Crypto');
  await other.page.goto(path);
  await expect(other.page.getByText('Everything is paid: the test is ordered')).toBeVisible({
    timeout: 30_000,
  });
  await end([organizer, brave, other]);
});
