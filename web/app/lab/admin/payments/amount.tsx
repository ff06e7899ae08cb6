import { amountWords } from '@vialproof/science/money/money';

/** Cents of a currency, in figures. */
export function Amount({ cents, currency }: { cents: number; currency: string | null }) {
  return <span className="figures whitespace-nowrap">{amountWords(cents, currency)}</span>;
}
