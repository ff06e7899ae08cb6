import type { LedgerAudit } from '../ledger/ledger.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import { contradiction } from './seats.rules.ts';
import type { SeatsStore } from './seats.store.ts';

const PAGE = 500;

/** Compares every share with its payments; what changed a moment ago may still be on its way. */
export function auditShares(seats: SeatsStore, payments: Payments): LedgerAudit {
  return async function* (tx, settledBefore) {
    for (let after: string | undefined; ; ) {
      const shares = await seats.sharesAfter(tx, after, PAGE);
      after = shares.at(-1)?.id;
      if (!after) return;
      const ids = shares.map(({ id }) => id);
      const ofShare = Map.groupBy(
        await payments.paymentsOfMany('group_share', ids, tx),
        ({ subject }) => subject.id,
      );
      for (const share of shares) {
        const own = ofShare.get(share.id) ?? [];
        const isUnderWay = [share, ...own].some(({ updatedAt }) => updatedAt > settledBefore);
        const detail = isUnderWay ? undefined : contradiction(share, own);
        if (!detail) continue;
        const subject = { kind: 'group_share' as const, id: share.id };
        yield { kind: 'share_differs', payment_id: share.paymentId, subject, detail };
      }
    }
  };
}
