import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { button, type MailBlock, type MailContent, rows } from '../../../platform/mail/mail-content.ts';
import type { Lab } from './blocks.ts';

/** The facts for mails about a test request. */
export type OrderMailFacts = {
  siteUrl: string;
  lab: Lab;
  requestId: string;
  taskNumber: number;
  /** The key in its display form: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  skuName: string;
  sampleRequirement: string;
  turnaround: string;
  /**
   * The last day of the turnaround promise, 'YYYY-MM-DD'. Null before the sample is received, and if the catalog
   * promises no time.
   */
  dueOn: string | null;
  /** The reason why the laboratory refused the sample; null in other mails. */
  rejection: SampleRejection | null;
  compoundName: string | null;
  isPublic: boolean;
  /** Whether holders of task number and key can see the values of a private test's certificates. */
  isOpen: boolean;
  /** Whether any payment for the order was ever received. */
  wasPaid: boolean;
  /** The order's price, in US cents. */
  priceCents: number;
  /** The time at which the order expires if nobody pays for it. */
  payBy: Date | null;
  /** What the laboratory or the payment provider wrote about this step. */
  note: string | null;
  /** A day ('YYYY-MM-DD') on which the certificate was looked up far more often than usual. */
  lookups: { day: string; today: number } | null;
};
export type WriteOrderMail = (facts: OrderMailFacts) => MailContent;

/** A mail about an order. The subject names the order, because a person may have several orders. */
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
