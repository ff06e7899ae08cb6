import { formatMoney } from '@vialproof/science/money/money';
import {
  button,
  type MailBlock,
  type MailContent,
  moment,
  rows,
  small,
} from '../../../platform/mail/mail-content.ts';
import type { GroupMailFacts } from '../../group-tests/group-tests.service.ts';
import { type Lab, numberRows } from './blocks.ts';

export type GroupMailContext = { siteUrl: string; lab: Lab; facts: GroupMailFacts };
/** Writes the mail about a group's event to one person. Null if the event does not concern the person. */
export type WriteGroupMail = (context: GroupMailContext) => MailContent | null;

export const momentOf = (at: Date | null) => at && moment(at);

export const groupUrl = ({ siteUrl, facts }: GroupMailContext) => `${siteUrl}/group-tests/${facts.groupId}`;

export const openGroup = (context: GroupMailContext, label = 'Open the group') =>
  button(label, groupUrl(context));

export function groupMail(
  { facts: { title } }: GroupMailContext,
  subject: string,
  heading: string,
  blocks: MailBlock[],
): MailContent {
  return {
    subject: `${title}: ${subject}`,
    heading,
    // A person may be in several groups, so the mail names this one.
    blocks: [small(`Group test: ${title}`), ...blocks],
  };
}

/** What the recipient must pay. Empty if there is nothing to pay. */
export function shareBlocks(context: GroupMailContext): MailBlock[] {
  const { due } = context.facts;
  if (!due) return [];
  return [
    rows(['Your share', formatMoney(due.amountCents)], ['Pay by', momentOf(due.payBy)]),
    openGroup(context, 'Pay your share'),
    small('A share that is not paid in time goes to somebody else. Nothing is charged by itself.'),
  ];
}

/** Task number and key, for readers who may see them. */
export const numberBlocks = ({ facts: { taskNumber, uniqueKey } }: GroupMailContext): MailBlock[] =>
  taskNumber === null ? [] : [numberRows(taskNumber, uniqueKey)];
