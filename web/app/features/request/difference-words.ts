import type { CheckoutOutcome } from '@vialproof/contract/checkout';
import { amountWords, formatMoney } from '@vialproof/science/money/money';

/** What was paid and what was asked, if they differ: 'You paid $168.30 for an order of $153.00: …'. Otherwise empty. */
export function differenceWords({
  state,
  group_id,
  amount_cents: due,
  received_cents: came,
  received_currency: currency,
  refunded_cents: returned,
}: CheckoutOutcome): string {
  if (state === 'failed' || came === 0 || (came === due && currency === 'usd')) return '';
  const paid = `You paid ${amountWords(came, currency)} for ${group_id ? 'a share' : 'an order'} of ${formatMoney(due)}`;
  if (came <= due || currency !== 'usd' || state !== 'confirmed') return `${paid}.`;
  const excess = formatMoney(came - due);
  return returned < came - due
    ? `${paid}: ${excess} goes back to you.`
    : `${paid}: ${excess} went back to you.`;
}
