import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Offer, Seller } from '../../payments/payments.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { findGroup } from '../group-tests.store.ts';
import { contradiction } from '../rules/shares.ts';
import { findShare, listSharesAfter, listSharesById } from '../shares.store.ts';
import { settleShare } from './settle-share.ts';

/** Lets members pay their shares. The module payments calls this. */
export const shareSeller = (ctx: GroupsContext): Seller => ({
  kind: 'group_share',
  finding: 'share_differs',
  offer: (viewer, id) => offerShare(ctx, viewer, id),
  async refuseUnwanted(id) {
    const share = await findShare(ctx.platform.db.orm, id);
    return share?.status === 'due' ? undefined : refuse('group_locked', 'This share is no longer yours.');
  },
  async settle(paymentIds) {
    for (const id of paymentIds) await settleShare(ctx, id);
  },
  async describeSales(ids) {
    const shares = await listSharesById(ctx.platform.db.orm, ids);
    return shares.map(({ id, groupId, paymentId, status }) => ({
      id,
      groupId,
      paymentId,
      isOver: status !== 'due',
    }));
  },
  async listAfter(tx, afterId, limit) {
    const shares = await listSharesAfter(tx, afterId, limit);
    return shares.map((share) => ({
      ...share,
      contradiction: (payments) => contradiction(share, payments),
    }));
  },
});

/** The price of a share now, in cents. Refusals: `not_found`, `already_paid`, `group_locked`. */
async function offerShare(ctx: GroupsContext, viewer: Viewer, id: string): Promise<Offer | Refusal> {
  const { db, clock, publicUrl } = ctx.platform;
  const share = await findShare(db.orm, id);
  if (share?.holderId !== viewer.id) return refuse('not_found');
  if (share.status === 'paid') return refuse('already_paid', 'This share is already paid.');
  if (share.status !== 'due') return refuse('group_locked', 'This share is no longer yours.');
  const row = await findGroup(db.orm, share.groupId);
  if (!row) throw new Error(`share ${share.id} belongs to no group`);
  return {
    amountCents: share.amountCents,
    currency: 'usd',
    description: `Group test: ${row.title}`,
    successUrl: `${publicUrl()}/request/success`,
    cancelUrl: `${publicUrl()}/group-tests/${row.id}`,
    expiresAt: share.payBy ?? clock.now(),
  };
}
