import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PageAsk, Sale } from '../../orders/orders.service.ts';
import type { GroupsContext } from '../group-tests.context.ts';
import { findGroup } from '../group-tests.store.ts';
import { findShare } from '../shares.store.ts';

/**
 * Opens the hosted page of a share, in whole cents of US dollars; undefined when there is no such share. Refuses not_found,
 * already_paid, group_locked, price_changed, and what the provider's page refuses.
 */
export async function payShare(
  ctx: GroupsContext,
  viewer: Viewer,
  ask: PageAsk,
): Promise<{ url: string } | Refusal | undefined> {
  const { db, clock, publicUrl } = ctx.platform;
  const share = await findShare(db.orm, ask.requestId);
  if (!share) return undefined;
  if (share.holderId !== viewer.id) return refuse('not_found');
  if (share.status === 'paid') return refuse('already_paid', 'This share is already paid.');
  if (share.status !== 'due') return refuse('group_locked', 'This share is no longer yours.');
  if (ask.amountCents !== share.amountCents) {
    return refuse('price_changed', undefined, { amount_cents: share.amountCents });
  }
  const row = await findGroup(db.orm, share.groupId);
  if (!row) throw new Error(`share ${share.id} belongs to no group`);
  const subject = { kind: 'group_share' as const, id: share.id };
  const page = await ctx.payments.openCheckout({
    paymentId: ask.operationId,
    subject,
    customerId: viewer.id,
    customerEmail: await ctx.accounts.selectEmail(viewer.id),
    description: `Group test: ${row.title}`,
    amountCents: share.amountCents,
    currency: 'usd',
    provider: ask.provider,
    successUrl: `${publicUrl()}/request/success`,
    cancelUrl: `${publicUrl()}/group-tests/${row.id}`,
    expiresAt: share.payBy ?? clock.now(),
  });
  if (isRefusal(page)) return page;
  const now = await findShare(db.orm, share.id);
  if (now?.status === 'due') return { url: page.url };
  // It was lost while the provider was asked: nobody shall pay on that page.
  await ctx.payments.closeCheckout(subject);
  return refuse('group_locked', 'This share is no longer yours.');
}

/**
 * The group of a share, and whether a confirmed payment for it has been settled (`isCounted`). Undefined when there is no
 * such share.
 */
export async function findSharePayment(
  { platform }: GroupsContext,
  shareId: string,
  paymentId: string,
): Promise<Sale | undefined> {
  const share = await findShare(platform.db.orm, shareId);
  if (!share) return undefined;
  const isCounted = share.paymentId === paymentId || share.status !== 'due';
  return { orderId: null, groupId: share.groupId, isCounted };
}
