import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { root } from '../scripts/run.ts';
import { order as newOrder } from './ordering.ts';
import { newPerson } from './people.ts';
import { demoSession, keepSession } from './sessions.ts';
import { expect, origin } from './site.ts';
import { dataOf, keyOf, type Listed } from './site-pages.ts';

/** Who opens a page: a reader who is not signed in, a person of the demo data, or a new account. */
export type Viewer = 'nobody' | 'customer' | 'analyst' | 'reviewer' | 'admin' | 'new';
/** A page by its pattern in web/app/routes.ts: who opens it, how its address is found, and what to do first. */
export type Swept = {
  pattern: string;
  viewers: Viewer[];
  address: (page: Page) => Promise<string>;
  ready?: (page: Page) => Promise<void>;
};

type RouteNode = { path?: string; index?: boolean; children?: RouteNode[] };

/** The patterns of all pages in the route table. */
export async function patternsOfSite(): Promise<string[]> {
  const file = pathToFileURL(join(root, 'web/app/routes.ts')).href;
  const { default: routes } = (await import(file)) as { default: RouteNode[] };
  const below = (nodes: RouteNode[], start: string): string[] =>
    nodes.flatMap(({ path, index, children }) => {
      const here = path === undefined ? start : `${start}/${path}`;
      const isPage = index === true || (path !== undefined && !children);
      return [...(isPage ? [here || '/'] : []), ...below(children ?? [], here)];
    });
  return below(routes, '');
}

/** Signs the browser in as this viewer. */
export async function enterAs(page: Page, viewer: Viewer): Promise<void> {
  if (viewer === 'nobody') return;
  if (viewer === 'new') await keepSession(page, await newPerson(page, 'sweep'));
  else await keepSession(page, await demoSession(page.request, `${viewer}@demo.test`));
}

const PUBLIC: Viewer[] = ['nobody', 'customer'];
const BENCH: Viewer[] = ['analyst', 'reviewer', 'admin'];

const at = (pattern: string, viewers: Viewer[], query = ''): Swept => ({
  pattern,
  viewers,
  address: async () => pattern + query,
});

/** A page whose address is the first link with this pattern on another page of our site. */
function linked(pattern: string, viewers: Viewer[], from: string | Swept): Swept {
  const steps = pattern.replace(/:[a-z]+/g, '[^/]+');
  return {
    pattern,
    viewers,
    address: async (page) => {
      await page.goto(typeof from === 'string' ? from : await from.address(page));
      const fixed = await patternsOfSite();
      const links = page.getByRole('main').locator('a[href]');
      const paths = () => links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
      let found: string | undefined;
      const find = async () => {
        found = (await paths()).find((path) => RegExp(`^${steps}$`).test(path) && !fixed.includes(path));
        return found;
      };
      await expect.poll(find, { message: `a link to ${pattern}` }).toBeDefined();
      return found ?? pattern;
    },
  };
}

/** The page of an order of the demo customer that has this status. */
const order = (pattern: string, status: string): Swept => ({
  pattern,
  viewers: ['customer'],
  address: async (page) => {
    const { session } = await demoSession(page.request, 'customer@demo.test');
    const headers = { authorization: `Bearer ${session.access_token}` };
    const answer = await page.request.get(`${origin()}/api/me/tests?status=${status}`, { headers });
    const { items } = (await answer.json()) as { items: { id: string }[] };
    const [found] = items;
    if (!found) throw new Error(`no order is ${status}`);
    return pattern.replace(':id', found.id);
  },
});

/** The page of a new unpaid order of the demo customer. The order is new because the first click on Pay changes it. */
const draft = (pattern: string): Swept => ({
  pattern,
  viewers: ['customer'],
  address: async (page) => {
    const { session } = await demoSession(page.request, 'customer@demo.test');
    const { id } = await newOrder(page, session.access_token, { paid: false });
    return pattern.replace(':id', id);
  },
});

/** The page of a test that has this visibility in the list of tests. */
const listed = (visibility: string): Swept => ({
  pattern: '/tests/:id',
  viewers: PUBLIC,
  address: async (page) => {
    const tests = await dataOf<Listed[]>(page, '/tests?limit=100');
    const found = tests.find((each) => each.status === 'complete' && each.visibility === visibility);
    return `/tests/${found?.request_id ?? visibility}`;
  },
});

/** The page of a test request, given by its task number: complete, received, or awaiting its sample. */
const request = (task: number): Swept => ({
  pattern: '/lab/requests/:id',
  viewers: BENCH,
  address: async () => `/lab/requests/${task}`,
});

/** The page of a compound, maker or batch, to which the page of a public test links. */
const dossier = (pattern: string) => linked(pattern, PUBLIC, listed('public'));

const payment = linked('/lab/payments/:id', ['admin'], '/lab/payments?view=all');

const comparison: Swept = {
  pattern: '/compare',
  viewers: PUBLIC,
  address: async (page) => {
    const tests = await dataOf<Listed[]>(page, '/tests?limit=100');
    const two = tests.filter(({ result }) => result).slice(0, 2);
    return `/compare?ids=${two.map(({ request_id }) => request_id).join('&ids=')}`;
  },
};

/** The page with the answer for the number and key of a test with this visibility. */
const verified = (visibility: string): Swept => ({
  ...at('/verify', PUBLIC),
  ready: async (page) => {
    const { task, key } = await keyOf(page, visibility);
    await page.getByLabel('Task number').fill(task);
    await page.getByLabel('Unique key').fill(key);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Verification' })).toContainText('Verified');
  },
});

export const SWEPT: Swept[] = [
  at('/', PUBLIC),
  at('/pricing', PUBLIC),
  at('/tests', PUBLIC),
  listed('public'),
  listed('private'),
  comparison,
  dossier('/compounds/:slug'),
  dossier('/makers/:slug'),
  dossier('/batches/:maker/:code'),
  at('/watch', PUBLIC, '?kind=compound&subject=bpc-157'),
  at('/request', PUBLIC),
  at('/request/success', PUBLIC, '?session_id=none'),
  at('/verify', PUBLIC),
  verified('public'),
  verified('private'),
  at('/transparency', PUBLIC),
  at('/how-it-works', ['nobody']),
  at('/group-tests', PUBLIC),
  at('/group-tests/request', PUBLIC),
  linked('/group-tests/:id', PUBLIC, '/group-tests'),
  at('/login', PUBLIC),
  at('/register', PUBLIC),
  at('/verify-email', ['nobody'], '?email=nobody%40example.test'),
  at('/reset-password', ['nobody']),
  at('/reset-password/code', ['nobody'], '?email=nobody%40example.test'),
  at('/reset-password/new', ['nobody']),
  at('/order-success', PUBLIC),
  at('/terms', ['nobody']),
  at('/privacy', ['nobody']),
  at('/testing-policy', ['nobody']),
  { pattern: '/*', viewers: PUBLIC, address: async () => '/no/such/page' },
  at('/dashboard', ['customer', 'new']),
  at('/dashboard/tests', ['customer', 'new']),
  draft('/dashboard/tests/:id'),
  ...['pending_payment', 'awaiting_sample', 'received', 'complete', 'cancelled'].map((status) =>
    order('/dashboard/tests/:id', status),
  ),
  draft('/dashboard/tests/:id/change'),
  order('/dashboard/tests/:id/change', 'awaiting_sample'),
  order('/dashboard/tests/:id/packing-slip', 'awaiting_sample'),
  order('/dashboard/tests/:id/label', 'awaiting_sample'),
  order('/dashboard/parcels/:id', 'awaiting_sample'),
  ...['', '/security', '/password', '/email', '/second-factor', '/activity', '/data'].map((part) =>
    at(`/dashboard/profile${part}`, ['new']),
  ),
  at('/dashboard/watches', ['customer', 'new']),
  at('/dashboard/showcases', ['customer', 'new']),
  at('/dashboard/billing', ['customer', 'new']),
  linked('/dashboard/billing/:id/invoice', ['customer'], '/dashboard/billing'),
  linked('/dashboard/billing/:id/receipt', ['customer'], '/dashboard/billing'),
  at('/lab', BENCH),
  at('/lab/passkey', ['admin']),
  at('/lab/intake', BENCH),
  at('/lab/labels', BENCH, '?tasks=10071,10072'),
  ...[10001, 10071, 10072].map(request),
  at('/lab/imports', BENCH),
  at('/lab/catalog', ['admin']),
  linked('/lab/catalog/:id', ['admin'], '/lab/catalog'),
  at('/lab/methods', ['reviewer', 'admin']),
  linked('/lab/methods/:id', ['reviewer', 'admin'], '/lab/methods'),
  at('/lab/payments', ['admin']),
  at('/lab/payments/webhooks', ['admin']),
  linked('/lab/payments/webhooks/:id', ['admin'], '/lab/payments/webhooks'),
  at('/lab/payments/ledger-check', ['admin']),
  linked('/lab/payments/ledger/:id', ['admin'], payment),
  payment,
  at('/lab/groups', ['admin']),
  at('/lab/makers', ['admin']),
  linked('/lab/makers/:id', ['admin'], '/lab/makers'),
  at('/lab/compounds', ['admin']),
  linked('/lab/compounds/:id', ['admin'], '/lab/compounds'),
  at('/lab/watches', ['admin']),
  at('/lab/showcases', ['admin']),
  at('/lab/mails', ['admin']),
  at('/lab/keys', ['admin']),
  at('/lab/audit', ['admin']),
  at('/lab/staff', ['admin']),
  at('/lab/staff/security-log', ['admin']),
];
