import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { button, type MailBlock, type MailContent, rows } from '../../../platform/mail/mail-content.ts';
import type { Lab } from './blocks.ts';

/** The facts for a mail about an order. */
export type OrderMailFacts = {
  siteUrl: string;
  lab: Lab;
  requestId: string;
  taskNumber: number;
  /** The certificate's key in its display form: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  skuName: string;
  sampleRequirement: string;
  turnaround: string;
  /** The last promised day. Null before the sample arrives, or without a promise. */
  dueOn: string | null;
  /** The reason why the laboratory refused the sample; null in other mails. */
  rejection: SampleRejection | null;
  compoundName: string | null;
  isPublic: boolean;
  /** Whether people with number and key can see the values. */
  isOpen: boolean;
  /** Whether money ever arrived. */
  wasPaid: boolean;
  /** The order's price, in US cents. */
  priceCents: number;
  /** When an unpaid order expires. */
  payBy: Date | null;
  /** The reason that the laboratory or the payment provider gave. */
  note: string | null;
  /** A day on which the certificate was verified unusually often. */
  lookups: { day: string; today: number } | null;
};
export type WriteOrderMail = (facts: OrderMailFacts) => MailContent;

/** A mail about an order, which its subject names. */
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
