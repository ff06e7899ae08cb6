import { expect, test } from 'vitest';
import { storefront } from '../../../testing/storefront.ts';
import { testApp } from '../../../testing/test-app.ts';
import { checkLedger } from '../../ledger/ledger.service.ts';

test.each([
  ['has no row', 'DELETE FROM good WHERE id = $1'],
  ['has the row of another kind', "UPDATE good SET kind = 'showcase' WHERE id = $1"],
])('the check of the ledger finds an order or another sold thing that %s', async (_, fault) => {
  const app = await testApp();
  const { buyer } = await storefront(app);
  const [lost, sound] = [await buyer('stripe'), await buyer('stripe')];
  await app.platform.db.pool.query(fault, [lost.id]);
  expect((await lost.checkout()).status).toBe(404);
  expect((await sound.checkout()).status).toBe(201);
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([
    {
      kind: 'order_differs',
      payment_id: null,
      subject: { kind: 'order', id: lost.id },
      detail: 'It has no row in the table good, so checkout does not find it and nobody can pay for it.',
    },
  ]);
});
