import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';

function words({ status, open_shares: open }: GroupTest, viewer: GroupViewer): string | null {
  const { share, shares, is_member: isMember } = viewer;
  if (share?.status === 'refunded') return `Your share of ${formatMoney(share.amount_cents)} was given back.`;
  const paid = shares.filter((each) => each.status === 'paid');
  if (paid.length > 0) {
    const cents = paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    return paid.length > 1
      ? `You paid ${formatMoney(cents)} for ${paid.length} shares.`
      : `You paid your share of ${formatMoney(cents)}.`;
  }
  return share?.status === 'dropped' && status === 'suspended' && !isMember && open.length > 0
    ? 'Your share was not paid in time, and nothing was charged. You can take it again by joining.'
    : null;
}

/** The state of the user's own share if it is paid, lost or refunded. Otherwise it shows nothing. */
export function OwnShare({ test, viewer }: { test: GroupTest; viewer: GroupViewer }) {
  const said = words(test, viewer);
  return said ? <p className="max-w-[60ch]">{said}</p> : null;
}
