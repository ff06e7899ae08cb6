import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { button, type MailBlock, type MailContent, rows } from '../../../platform/mail/mail-content.ts';
import type { Lab } from './blocks.ts';

/** The facts for mails about a test request. */
export type OrderMailFacts = {
  siteUrl: string;
  lab: Lab;
  requestId: string;
  taskNumber: number;
  /** In display form: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  skuName: string;
  sampleRequirement: string;
  turnaround: string;
  /** The last promised day, 'YYYY-MM-DD'; null before receipt and without a promise. */
  dueOn: string | null;
  /** Why the sample was refused, in a mail about that. */
  rejection: SampleRejection | null;
  compoundName: string | null;
  isPublic: boolean;
  /** Whether number and key show the values of a private test's certificates. */
  isOpen: boolean;
  /** Whether money was received before. */
  wasPaid: boolean;
  /** The order's price, in US cents. */
  priceCents: number;
  /** When an unpaid order expires. */
  payBy: Date | null;
  /** The text of the laboratory or the provider about this step. */
  note: string | null;
  /** A day ('YYYY-MM-DD') with far more lookups than usual. */
  lookups: { day: string; today: number } | null;
};
export type WriteOrderMail = (facts: OrderMailFacts) => MailContent;

/** Its subject names the order, for people with several orders. */
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

export const testBlock = ({ skuName, compoundName, taskNumber }: OrderMailFacts) =>
  rows(['Test', skuName], ['Compound', compoundName], ['Task number', String(taskNumber)]);
