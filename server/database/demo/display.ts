import type { PublicConfig } from '@vialproof/contract/config';
import { CARD } from '@vialproof/contract/payment-methods';
import type { ReservedShowcase } from '@vialproof/contract/showcases';
import type pg from 'pg';
import { type Call, payOnPage } from './calls.ts';

/** The results with a paid showcase: how many days before the installation's first start the owner bought the week. */
export const DISPLAYED: Readonly<Record<string, number>> = { 'DEMO-RETA-07': 3.1, 'DEMO-MT2-05': 12.2 };

/** The views on the first day of a showcase week, on the second, and so on; the demo has no readers. */
const VIEWS = [31, 24, 19, 22, 17, 12, 14];

/** Buys a showcase week for a published result; does nothing if no weeks are for sale. */
export async function buyDisplay(call: Call, address: string, requestId: string): Promise<void> {
  const { data: config } = await call<{ data: PublicConfig }>('GET', '/api/config');
  if (config.showcase_places === 0) return;
  const { data: week } = await call<{ data: ReservedShowcase }>('POST', '/api/showcases', {
    request_id: requestId,
  });
  const { url } = await call<{ url: string }>('POST', '/api/checkout', {
    request_id: week.id,
    provider: CARD,
    amount_cents: week.amount_cents,
    currency: 'usd',
  });
  await payOnPage(address, url);
}

/** Adds views to the showcase weeks, for each day that has begun by `now`. */
export async function addDemoViews(client: pg.PoolClient, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO showcase_view (showcase_id, day, views)
     SELECT c.id, c.starts_on + n, ($2::int[])[n + 1]
     FROM showcase c CROSS JOIN generate_series(0, 6) AS n
     WHERE c.paid_at IS NOT NULL AND c.starts_on + n <= ($1::timestamptz AT TIME ZONE 'UTC')::date`,
    [now, VIEWS],
  );
}
