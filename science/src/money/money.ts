const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Cents as dollars, '$1,234.50', always with two decimals. */
export const formatMoney = (cents: number): string => dollars.format(cents / 100);

/** Cents with their currency: '$120.00', or '120.00 USDC' for another currency. */
export function amountWords(cents: number, currency: string | null): string {
  if (currency === null || currency === 'usd') return formatMoney(cents);
  return `${amount.format(cents / 100)} ${currency.toUpperCase()}`;
}

/** Whole cents as people type them and programs read them: '1234.50'. */
export const plainDollars = (cents: number): string => (cents / 100).toFixed(2);

/** The discount of a public test in cents: base × percent / 100, rounded (specification, section 9). */
export const publicDiscount = (baseCents: number, percent: number): number =>
  Math.round((baseCents * percent) / 100);
