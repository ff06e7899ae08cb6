import type { PublicConfig } from '@vialproof/contract/config';
import { CARD } from '@vialproof/contract/payment-methods';
import type { ReservedShowcase } from '@vialproof/contract/showcases';
import type pg from 'pg';
import { type Call, payOnPage } from './calls.ts';

/** The results that the home page showed for a paid week, and how many days before the first start it was bought. */
export const DISPLAYED: Readonly<Record<string, number>> = { 'DEMO-RETA-07': 3.1, 'DEMO-MT2-05': 12.2 };

/** The views on each day of a paid week on the home page, because the demo has no readers. */
const VIEWS = [31, 24, 19, 22, 17, 12, 14];

/** Pays a week on the home page for a result, if the laboratory sells them. */
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

/** Adds views for each day on which the home page has shown a paid result. */
export async function addDemoViews(client: pg.PoolClient, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO showcase_view (showcase_id, day, views)
     SELECT c.id, c.starts_on + n, ($2::int[])[n + 1]
     FROM showcase c CROSS JOIN generate_series(0, 6) AS n
     WHERE c.paid_at IS NOT NULL AND c.starts_on + n <= ($1::timestamptz AT TIME ZONE 'UTC')::date`,
    [now, VIEWS],
  );
}
