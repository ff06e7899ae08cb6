import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import { formatMoney } from '../../lib/money';

function words({ status, open_shares: open }: GroupTest, viewer: GroupViewer): string | null {
  const share = viewer.share;
  if (share?.status === 'refunded') return `Your share of ${formatMoney(share.amount_cents)} was given back.`;
  return share?.status === 'dropped' && status === 'suspended' && !viewer.is_member && open.length > 0
    ? 'Your share was not paid in time, and nothing was charged. You can take it again by joining.'
    : null;
}

/** What became of one's own share when it was lost or given back; nothing otherwise. */
export default function LostShare({ test, viewer }: { test: GroupTest; viewer: GroupViewer }) {
  const said = words(test, viewer);
  return said ? <p className="max-w-[60ch]">{said}</p> : null;
}
