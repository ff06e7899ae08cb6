import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { button, type MailBlock, type MailContent, rows } from '../../../platform/mail/mail-content.ts';
import type { Lab } from './blocks.ts';

/** What the mails about a test request are written from. */
export type OrderMailFacts = {
  siteUrl: string;
  lab: Lab;
  requestId: string;
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
  /** Whether whoever has number and key sees what a private test's certificates say. */
  isOpen: boolean;
  /** Whether money had come in before. */
  wasPaid: boolean;
  /** The order's price, in US cents. */
  priceCents: number;
  /** When an unpaid order ends. */
  payBy: Date | null;
  /** The laboratory's or the provider's own words about this step. */
  note: string | null;
  /** Of a day ('YYYY-MM-DD') on which the test is looked up far more often than it used to be. */
  lookups: { day: string; today: number } | null;
};
export type WriteOrderMail = (facts: OrderMailFacts) => MailContent;

/** Somebody with several orders reads in the subject which one the mail is about. */
export function orderMail(
  { taskNumber }: OrderMailFacts,
  subject: string,
  blocks: MailBlock[],
  heading = subject.charAt(0).toUpperCase() + subject.slice(1),
): MailContent {
  return { subject: `Task ${taskNumber}: ${subject}`, heading, blocks };
}

export const dashboardUrl = ({ siteUrl, requestId }: OrderMailFacts) =>
  `${siteUrl}/dashboard/tests/${requestId}`;

export const openTest = (facts: OrderMailFacts, label = 'Open the test on your dashboard') =>
  button(label, dashboardUrl(facts));

/** The block that says which test the mail is about. */
export const testBlock = ({ skuName, compoundName, taskNumber }: OrderMailFacts) =>
  rows(['Test', skuName], ['Compound', compoundName], ['Task number', String(taskNumber)]);
