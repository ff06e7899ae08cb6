const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents to '$1,234.50': always two decimals. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}

/** Cents of a currency: '$120.00', else '120.00 USDC'. */
export function amountWords(cents: number, currency: string | null): string {
  if (currency === null || currency === 'usd') return formatMoney(cents);
  return `${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} ${currency.toUpperCase()}`;
}

/** Discount for a public test, in cents: base × percent / 100, rounded (specification, section 9). */
export function publicDiscount(baseCents: number, percent: number): number {
  return Math.round((baseCents * percent) / 100);
}
