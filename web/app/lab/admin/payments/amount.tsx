import { amountWords } from '@vialproof/science/money/money';

/** An amount in cents, with its currency. */
export function Amount({ cents, currency }: { cents: number; currency: string | null }) {
  return <span className="figures whitespace-nowrap">{amountWords(cents, currency)}</span>;
}
