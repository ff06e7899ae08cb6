import { expect, test } from 'vitest';
import { judge } from './import-rules.ts';
import { readSource } from './source-facts.ts';

const orders = 'server/src/modules/orders';
const offences: [rule: number, path: string, text: string][] = [
  [1, 'contract/src/orders.ts', "import { a } from '@vialproof/server/api';"],
  [1, 'contract/src/orders.ts', "import { z } from '@hono/zod-openapi';"],
  [1, 'web/app/lib/api.ts', "import { createApi } from '@vialproof/server/api';"],
  [1, 'web/app/lib/api.ts', "import type { Secret } from '@vialproof/server/api';"],
  [
    1,
    'web/app/lib/api.ts',
    "import type { Orders } from '../../../server/src/modules/orders/orders.service.ts';",
  ],
  [1, 'contract/src/orders.ts', "import { Certificate } from 'pkijs';"],
  [1, 'science/src/measurement/purity.ts', "import { z } from 'zod';"],
  [1, 'science/src/measurement/purity.ts', "import type { Rule } from '@vialproof/contract/results';"],
  [1, 'science/src/statistics/wilson.ts', "import { Certificate } from 'pkijs';"],
  [1, 'web/app/lib/api.ts', "import { login } from '@vialproof/contract/accounts.routes';"],
  [1, 'server/src/main.ts', "import x from '../../web/app/root.tsx';"],
  [2, `${orders}/orders.service.ts`, "import { rows } from '../accounts/accounts.store.ts';"],
  [2, `${orders}/orders.service.ts`, "import type { Results } from '../results/results.service.ts';"],
  [2, `${orders}/orders.service.ts`, "const late = await import('../../sandbox/stripe.sandbox.ts');"],
  [
    2,
    'server/src/platform/jobs/jobs.ts',
    "export type { Orders } from '../../modules/orders/orders.service.ts';",
  ],
  [3, `${orders}/orders.routes.ts`, "import { selectOrder } from './orders.store.ts';"],
  [3, `${orders}/orders.rules.ts`, "import { readFile } from 'node:fs/promises';"],
  [3, `${orders}/orders.rules.ts`, "import { selectOrder } from './orders.store.ts';"],
  [
    4,
    'server/src/modules/payments/payments.service.ts',
    "import type { Orders } from '../orders/orders.service.ts';",
  ],
  [4, `${orders}/orders.service.ts`, "import { eq } from 'drizzle-orm';"],
  [4, `${orders}/orders.service.ts`, 'await tx.select().from(orders);'],
  [4, `${orders}/orders.service.ts`, "await platform.db.pool.query('SELECT 1');"],
  [4, 'server/src/app/api.ts', 'const one = sql`SELECT 1`;'],
  [4, `${orders}/orders.service.ts`, 'const url = process.env.PUBLIC_URL;'],
  [4, `${orders}/orders.service.ts`, 'const now = new Date();'],
  [4, 'server/src/platform/jobs/jobs.ts', 'const now = Date.now();'],
  [4, `${orders}/orders.service.ts`, "import Stripe from 'stripe';"],
  [2, 'web/app/routes/home.tsx', "import { openPage } from '../testing/open-page';"],
  [5, 'web/app/features/orders/list.tsx', "import { Price } from '../catalog/price';"],
  [5, 'web/app/features/orders/list.tsx', "import Home from '../../routes/home';"],
  [5, 'web/app/lab/queue/queue.tsx', "import { Price } from '../../features/catalog/price';"],
  [5, 'web/app/ui/button.tsx', "import { Price } from '../features/catalog/price';"],
  [5, 'web/app/ui/button.tsx', "import { catalogQuery } from '../data/catalog/queries';"],
  [5, 'web/app/data/orders/queries.ts', "import { catalogQuery } from '../catalog/queries';"],
  [5, 'web/app/data/catalog/queries.ts', "import { Price } from '../../features/catalog/price';"],
  [5, 'web/app/lib/money.ts', "import { Button } from '../ui/button';"],
  [6, 'web/app/ui/index.ts', 'export const a = 1;'],
  [6, 'web/app/lib/utils.ts', 'export const a = 1;'],
  [6, 'server/src/helpers/dates.ts', 'export const a = 1;'],
  [6, `${orders}/orders.rules.ts`, "export * from './a.rules.ts';\nexport { a } from './b.rules.ts';"],
  [3, `${orders}/use-cases/create-order.ts`, "import { readBody } from '../orders.routes.ts';"],
  [3, `${orders}/use-cases/create-order.ts`, "import { createOrders } from '../orders.service.ts';"],
  [3, `${orders}/orders.service.ts`, "import { presentOrder } from './orders.presenter.ts';"],
  [3, `${orders}/orders.queries.ts`, "import { createOrder } from './use-cases/create-order.ts';"],
  [3, `${orders}/rules/prices.ts`, "import { selectOrder } from '../orders.store.ts';"],
  [4, `${orders}/use-cases/create-order.ts`, 'await tx.select().from(orders);'],
  [7, `${orders}/use-cases/create-order.ts`, `export function createOrder() {${'\n'.repeat(80)}}`],
  [7, 'server/src/platform/jobs/jobs.ts', `const start = async () => {${'\n'.repeat(80)}};`],
  [7, 'web/app/ui/button.tsx', 'const one = 1;\n'.repeat(301)],
  [9, 'web/app/ui/a.tsx', 'const a = <p>{busy ? <Spinner /> : null}Save</p>;'],
  [9, 'web/app/ui/a.tsx', 'const a = <p>Save {busy && <Spinner />}</p>;'],
  [9, 'web/app/ui/a.tsx', "const a = <p>{isExact ? '' : '+'}<b>tests</b></p>;"],
  [9, 'web/app/ui/a.tsx', "const a = <p>{busy ? 'Reading' : 'Read'} it</p>;"],
  [9, 'web/app/ui/a.tsx', 'const a = <p>{at ? <>on <Instant at={at} /></> : null}</p>;'],
  [9, 'web/app/ui/a.tsx', 'const a = <p>{at ? <b>on <Instant at={at} /></b> : <b>today</b>}</p>;'],
  [8, `${orders}/orders.checkout.ts`, 'export const a = 1;'],
  [8, `${orders}/orders.queue.store.ts`, 'export const a = 1;'],
  [8, `${orders}/checkout.ts`, 'export const a = 1;'],
  [8, `${orders}/parts/checkout.ts`, 'export const a = 1;'],
  [8, `${orders}/use-cases/createOrder.ts`, 'export const a = 1;'],
  [8, `${orders}/use-cases/orders/create.ts`, 'export const a = 1;'],
  [8, `${orders}/checkout.service.ts`, 'export const a = 1;'],
];

/** The errors of one file in a module with its service file. */
function judgeOne(path: string, text: string): string[] {
  const door = `${orders}/orders.service.ts`;
  const others = path === door || !path.startsWith(orders) ? [] : [readSource(door, '')];
  return judge([readSource(path, text), ...others]);
}

test.each(offences)('import rule %i forbids that %s contains: %s', (rule, path, text) => {
  expect(judgeOne(path, text)).toContainEqual(expect.stringContaining(`(rule ${rule})`));
});

const permitted: [path: string, text: string][] = [
  ['science/src/proof/certificate-check.ts', "import { Certificate } from 'pkijs';"],
  ['web/app/lib/api.ts', "import type { Api } from '@vialproof/server/api';"],
  [
    'web/app/routes/home.tsx',
    "import type { Route } from './+types/home';\nimport { Price } from '../features/catalog/price';",
  ],
  ['web/app/routes/home.page.test.tsx', "import { openPage } from '../testing/open-page';"],
  ['web/app/ui/a.tsx', "const a = <p>{busy ? <Spinner /> : null} <b>{busy ? 'Saving…' : 'Save'}</b></p>;"],
  ['web/app/ui/a.tsx', 'const a = <p>{at ? <b key="on">on <Day at={at} /></b> : <b>today</b>}</p>;'],
  ['web/app/ui/a.tsx', "const a = <p>{busy ? 'Saving…' : <b>Save</b>}</p>;"],
  ['web/app/testing/open-page.tsx', "import Site from '../routes/site';"],
  ['web/app/lab/queue/queue.tsx', "import { catalogQuery } from '../../data/catalog/queries';"],
  [
    'web/app/features/orders/list.tsx',
    "import { Row } from './row';\nimport { Button } from '../../ui/button';",
  ],
  [`${orders}/orders.service.ts`, "import type { Accounts } from '../accounts/accounts.service.ts';"],
  [
    `${orders}/orders.store.ts`,
    "import { eq } from 'drizzle-orm';\nawait tx.update(orders).set({ at: new Date(0) });",
  ],
  [
    `${orders}/orders.service.ts`,
    "hash.update('a'); map.delete('b'); // new Date() and sql`x`\nconst words = 'process.env';",
  ],
  [
    `${orders}/orders.rules.test.ts`,
    "import { orders } from '../results/results.store.ts';\nconst now = new Date();",
  ],
  ['server/src/main.ts', "process.env.NODE_ENV = 'production';"],
  [
    `${orders}/use-cases/create-order.ts`,
    "import { insertOrder } from '../orders.store.ts';\nimport type { Orders } from '../orders.service.ts';",
  ],
  [`${orders}/adapters/pdf/read-page.ts`, "import { readFile } from 'node:fs/promises';"],
  [`${orders}/rules/prices.ts`, `export function price() {${'\n'.repeat(79)}}`],
  [`${orders}/orders.property.api.test.ts`, `test('long', () => {${'\n'.repeat(400)}});`],
];

test.each(permitted)('the import rules permit that %s contains: %s', (path, text) => {
  expect(judgeOne(path, text)).toEqual([]);
});

test('the check reports a module that has no service file', () => {
  const complaints = judge([readSource(`${orders}/orders.rules.ts`, 'export const a = 1;')]);
  expect(complaints).toEqual([expect.stringContaining('wants one orders.service.ts')]);
});

test('the check reports a cycle between modules only once', () => {
  const complaints = judge([
    readSource('server/src/modules/one/one.service.ts', "import type { Two } from '../two/two.service.ts';"),
    readSource(
      'server/src/modules/two/two.service.ts',
      "import type { Three } from '../three/three.service.ts';",
    ),
    readSource(
      'server/src/modules/three/three.service.ts',
      "import type { One } from '../one/one.service.ts';",
    ),
  ]);
  expect(complaints).toEqual([expect.stringContaining('one → two → three → one')]);
});
