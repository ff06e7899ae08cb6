import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import type { MailBlock, MailBrand } from '../../../platform/mail-layout.ts';

/** What the mails about a test request are written from. */
export type MailFacts = {
  brand: Required<MailBrand>;
  lab: { name: string; address: string };
  taskNumber: number;
  /** As shown: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  skuName: string;
  sampleRequirement: string;
  turnaround: string;
  /** The last day of the promise, 'YYYY-MM-DD'; null before receipt and where there is none. */
  dueOn: string | null;
  /** Why the sample was refused, where this is about that. */
  rejection: SampleRejection | null;
  compoundName: string | null;
  isPublic: boolean;
  /** Whether money had come in before. */
  wasPaid: boolean;
  /** The order's price, in US cents. */
  priceCents: number;
  /** When an unpaid order ends. */
  payBy: Date | null;
  /** The laboratory's or the provider's own words about this step. */
  note: string | null;
};

export const dashboardUrl = (facts: MailFacts, requestId: string) =>
  `${facts.brand.url}/dashboard/tests/${requestId}`;

/** The block that says which test the mail is about. */
export function testBlock(facts: MailFacts): MailBlock {
  const rows: [string, string][] = [['Test', facts.skuName]];
  if (facts.compoundName) rows.push(['Compound', facts.compoundName]);
  rows.push(['Task number', String(facts.taskNumber)]);
  return { kind: 'facts', rows };
}

/** Cents as dollars: '$1,234.50'. */
export const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** A moment that reads the same everywhere: '22 November 2026, 14:05 UTC'. */
export const moment = (at: Date) =>
  `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}, ${at
    .toISOString()
    .slice(11, 16)} UTC`;

/** A day that reads the same everywhere: 'Wednesday 2 December 2026'. */
export const day = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export function quoteBlocks(introduction: string, words: string | null): MailBlock[] {
  return words
    ? [
        { kind: 'paragraph', text: introduction },
        { kind: 'quote', text: words },
      ]
    : [];
}
