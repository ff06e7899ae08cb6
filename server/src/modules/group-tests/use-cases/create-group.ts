import { randomUUID } from 'node:crypto';
import type { CreateGroupBody, NewGroup } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { soundsOfficial } from '../../accounts/accounts.service.ts';
import { listSold } from '../../catalog/catalog.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { insertGroup, lockGroupCreations } from '../group-tests.store.ts';
import { recordEvent, scheduleCatchUp } from '../group-tests.transitions.ts';
import { FURTHEST_DEADLINE_MS } from '../rules/deadlines.ts';

const MOST_CREATED = 20;
const CREATED_WITHIN_SECONDS = 86_400;

/** Creates a group. Refusals: `sku_not_sold`, `rate_limited`, `invalid_fields`. */
export async function createGroup(
  ctx: GroupsContext,
  tx: Tx,
  viewer: Viewer,
  ask: NewGroup,
): Promise<{ id: string } | Refusal> {
  const { clock } = ctx.platform;
  const sku = (await listSold(ctx.catalog, tx)).find(({ slug }) => slug === ask.test_type);
  if (!sku) return refuse('sku_not_sold');
  const errors = fieldErrors(ctx, ask, sku.base_price_cents);
  if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
  const now = clock.now();
  const refused = await refuseCreation(tx, viewer.id, now);
  if (refused) return refused;
  const deadlineAt = new Date(ask.deadline_at);
  const row = await insertGroup(tx, {
    id: randomUUID(),
    organizerId: viewer.id,
    title: ask.title,
    description: ask.description,
    skuId: sku.id,
    deadlineAt,
    minSeats: ask.min_participants,
    targetSeats: ask.target_participants,
    testCents: ask.est_test_cost_cents,
    shippingCents: ask.est_shipping_cents,
    vialCents: ask.est_vial_cost_cents,
    isPublic: ask.is_public,
    state: 'open',
    createdAt: now,
    updatedAt: now,
  });
  await recordEvent(ctx, tx, row, 'created', { actorId: viewer.id });
  await scheduleCatchUp(ctx, tx, row.id, deadlineAt);
  return { id: row.id };
}

/**
 * Refuses more than 20 new groups a day with `rate_limited`. It counts groups, because the usual counter would need
 * another connection.
 */
async function refuseCreation(tx: Tx, organizerId: string, now: Date): Promise<Refusal | undefined> {
  const created = await lockGroupCreations(tx, organizerId, secondsAfter(now, -CREATED_WITHIN_SECONDS));
  const first = created.at(-MOST_CREATED);
  if (!first) return undefined;
  const until = secondsAfter(first, CREATED_WITHIN_SECONDS).getTime();
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return refuse('rate_limited', `Too many tries. Please wait ${retryAfterSeconds} s.`, { retryAfterSeconds });
}

/** `priceCents`: the present price of the test. */
function fieldErrors({ platform }: GroupsContext, ask: NewGroup, priceCents: number) {
  const { shippingMaxCents, vialMaxCents } = platform.config.groups;
  const aheadMs = new Date(ask.deadline_at).getTime() - platform.clock.now().getTime();
  const errors: { path: keyof CreateGroupBody; message: string }[] = [];
  if (soundsOfficial(ask.title, platform.config.brandName)) {
    const message = 'Please choose another title. This one could be taken for the laboratory’s own.';
    errors.push({ path: 'title', message });
  }
  if (aheadMs <= 0) errors.push({ path: 'deadline_at', message: 'The deadline must be in the future.' });
  if (aheadMs > FURTHEST_DEADLINE_MS) {
    errors.push({ path: 'deadline_at', message: 'The deadline can be a year ahead at most.' });
  }
  if (ask.est_test_cost_cents < priceCents) {
    errors.push({ path: 'est_test_cost_cents', message: `This test costs ${formatMoney(priceCents)}.` });
  }
  const mostOf = [
    ['est_shipping_cents', shippingMaxCents],
    ['est_vial_cost_cents', vialMaxCents],
  ] as const;
  for (const [path, most] of mostOf) {
    if (ask[path] > most) errors.push({ path, message: `This can be ${formatMoney(most)} at most.` });
  }
  return errors;
}
