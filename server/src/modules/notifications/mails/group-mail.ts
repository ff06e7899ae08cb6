import { layOutMail, type MailBlock, type MailBrand, type MailText } from '../../../platform/mail-layout.ts';
import type { GroupMailFacts } from '../../group-tests/group-tests.service.ts';
import { dollars, moment } from './mail-facts.ts';

export type GroupMailContext = {
  brand: MailBrand;
  lab: { name: string; address: string };
  facts: GroupMailFacts;
};
/** One mail to one person about one event; null when there is nothing to say to this one. */
export type WriteGroupMail = (context: GroupMailContext) => MailText | null;

export const day = (at: Date | null | undefined) => (at ? moment(at) : '');
export const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text });
export const small = (text: string): MailBlock => ({ kind: 'small', text });

export const addressOf = ({ brand, facts }: GroupMailContext) =>
  `${brand.url ?? ''}/group-tests/${facts.groupId}`;

export const open = (context: GroupMailContext, label = 'Open the group'): MailBlock => ({
  kind: 'button',
  label,
  url: addressOf(context),
});

export function mail(
  context: GroupMailContext,
  subject: string,
  heading: string,
  blocks: MailBlock[],
): MailText {
  const { title } = context.facts;
  return layOutMail(context.brand, {
    subject: `${title}: ${subject}`,
    heading,
    // Somebody in several groups reads here which one it is about.
    blocks: [small(`Group test: ${title}`), ...blocks],
  });
}

/** The reader's share that is to be paid; nothing when there is none. */
export function shareBlocks(context: GroupMailContext): MailBlock[] {
  const { due } = context.facts;
  if (!due) return [];
  return [
    {
      kind: 'facts',
      rows: [
        ['Your share', dollars(due.amountCents)],
        ['Pay by', day(due.payBy)],
      ],
    },
    open(context, 'Pay your share'),
    small('A share that is not paid in time goes to somebody else. Nothing is charged by itself.'),
  ];
}

/** Task number, and the key for those who may have it. */
export function numberBlocks({ facts }: GroupMailContext): MailBlock[] {
  if (facts.taskNumber === null) return [];
  return [
    {
      kind: 'facts',
      rows: [
        ['Task number', String(facts.taskNumber)],
        ...(facts.uniqueKey ? [['Unique key', facts.uniqueKey] as [string, string]] : []),
      ],
    },
  ];
}
