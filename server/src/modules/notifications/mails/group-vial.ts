import { REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import type { MailBlock } from '../../../platform/mail-layout.ts';
import type { GroupMailFacts } from '../../group-tests/group-tests.service.ts';
import {
  addressOf,
  type GroupMailContext,
  mail,
  numberBlocks,
  open,
  paragraph,
  type WriteGroupMail,
} from './group-mail.ts';
import { dollars, moment, quoteBlocks } from './mail-facts.ts';

const allPaid: WriteGroupMail = (context) =>
  context.facts.isSender
    ? sendIt(context)
    : mail(context, 'everything is paid', 'Everything is paid. Next, the vial goes to the laboratory.', [
        paragraph('The sender has the shipping instructions. We write again when the result is published.'),
        ...numberBlocks(context),
        open(context),
      ]);

/** From when an admin pays out what is owed: cards can be charged back for some days. */
const payableWords = ({ payableFrom }: GroupMailFacts): string =>
  payableFrom ? `, and is paid out from ${moment(payableFrom)} on` : ' and is paid out by us';

/** The shipping instructions, with the label. */
function sendIt(context: GroupMailContext) {
  const { facts, lab, brand } = context;
  return mail(context, 'send the vial', 'Everything is paid. Please send the vial.', [
    {
      kind: 'steps',
      items: [
        `Prepare the sample: ${facts.sampleRequirement}`,
        `Put the label on the vial, or write the task number ${facts.taskNumber} on it and on a slip of paper in the package.`,
        'Send the package to the address below, with tracking if you can.',
        'Enter the tracking number on the page of the label, so that everybody knows it is on its way.',
      ],
    },
    {
      kind: 'button',
      label: 'Print the label',
      url: `${brand.url ?? ''}/dashboard/parcels/${facts.requestId}`,
    },
    { kind: 'facts', rows: [['Send it to', `${lab.name}\n${lab.address}`]] },
    ...numberBlocks(context),
    ...(facts.payoutCents > 0
      ? [
          paragraph(
            `${dollars(facts.payoutCents)} for shipping and vial is owed to you once the laboratory has the sample${payableWords(facts)}.`,
          ),
        ]
      : []),
    { kind: 'link', label: 'Open the group', url: addressOf(context) },
  ]);
}

const received: WriteGroupMail = (context) =>
  mail(context, 'the sample has arrived', 'The laboratory has the sample', [
    ...(context.facts.isSender && context.facts.payoutCents > 0
      ? [
          paragraph(
            `Thank you for sending it. ${dollars(context.facts.payoutCents)} for shipping and vial is owed to you now${payableWords(context.facts)}. We write again when that is done.`,
          ),
        ]
      : []),
    ...(context.facts.isMember || context.facts.isOrganizer
      ? [paragraph('We write again when the result is published.')]
      : []),
    ...numberBlocks(context),
    open(context),
  ]);

const refused: WriteGroupMail = (context) => {
  const { facts, lab } = context;
  const words = REJECTION_WORDS[facts.refusal?.reason ?? 'other'];
  return mail(context, 'the sample could not be accepted', 'The laboratory could not accept the sample', [
    paragraph(words.wrong),
    ...quoteBlocks('The laboratory noted:', facts.refusal?.note ?? null),
    paragraph(
      `What happens next: ${words.send} It belongs to the same task number, and the group’s order stays open and paid.`,
    ),
    { kind: 'facts', rows: [['What the laboratory needs', facts.sampleRequirement]] },
    { kind: 'facts', rows: [['Send it to', `${lab.name}\n${lab.address}`]] },
    ...numberBlocks(context),
    open(context),
  ]);
};

/** Leads those who may read it to their own page of it, others to the group. */
const resultButton = (context: GroupMailContext): MailBlock => ({
  kind: 'button',
  label: 'Read the result',
  url: context.facts.uniqueKey
    ? `${context.brand.url ?? ''}/dashboard/tests/${context.facts.requestId}`
    : addressOf(context),
});

const completed: WriteGroupMail = (context) =>
  mail(context, 'the result is here', 'The result is published', [
    paragraph(`${context.facts.skuName} is complete, and its certificate is ready.`),
    ...numberBlocks(context),
    resultButton(context),
  ]);

const amended: WriteGroupMail = (context) =>
  mail(context, 'the result was amended', 'The laboratory has amended the result', [
    paragraph('A new version stands in the place of the old one, with a certificate of its own.'),
    ...quoteBlocks('The reason:', context.facts.text),
    ...numberBlocks(context),
    resultButton(context),
  ]);

const retracted: WriteGroupMail = (context) =>
  mail(context, 'the result was withdrawn', 'The laboratory has withdrawn the result', [
    ...quoteBlocks('The reason:', context.facts.text),
    paragraph(
      'Its certificate is not valid any more. The test goes on; we write again when a new result is published.',
    ),
    ...numberBlocks(context),
    open(context),
  ]);

const volunteered: WriteGroupMail = (context) =>
  mail(context, 'a volunteer', `${context.facts.actor ?? 'Somebody'} offers to send the vial`, [
    ...quoteBlocks('With the offer:', context.facts.offerNote),
    paragraph('You can accept the offer, and choose who sends. Without a choice the vial comes from you.'),
    open(context, 'Decide about the offer'),
  ]);

const approved: WriteGroupMail = (context) =>
  mail(context, 'your offer was accepted', 'Your offer to send the vial was accepted', [
    paragraph(
      'If the organizer chooses you as the sender, the shipping instructions reach you once everything is paid.',
    ),
    open(context),
  ]);

const rejected: WriteGroupMail = (context) =>
  mail(context, 'your offer to send the vial', 'The organizer does not need your vial', [
    paragraph('Thank you for the offer. Nothing else changes for you.'),
    open(context),
  ]);

const chosen: WriteGroupMail = (context) =>
  context.facts.taskNumber === null
    ? mail(context, 'you send the vial', 'You were chosen to send the vial', [
        paragraph('Please keep it. The shipping instructions reach you once everything is paid.'),
        ...(context.facts.isOrganizer
          ? [paragraph('You can choose another sender among the volunteers until the laboratory has a vial.')]
          : []),
        open(context),
      ])
    : sendIt(context);

const released: WriteGroupMail = (context) =>
  mail(context, 'somebody else sends the vial', 'Somebody else sends the vial now', [
    paragraph(
      'The organizer chose another sender. Please do not send yours; your offer stays on the group’s page.',
    ),
    open(context),
  ]);

const paidOut: WriteGroupMail = (context) =>
  mail(context, 'shipping and vial are paid', 'Shipping and vial were paid out to you', [
    { kind: 'facts', rows: [['Amount', dollars(context.facts.payoutCents)]] },
    paragraph('It is for the sample that you sent. Your bank may take some days to show it.'),
    open(context),
  ]);

/** Mails about the vial, who sends it, and what the laboratory finds in it. */
export const GROUP_VIAL_MAILS: Record<string, WriteGroupMail> = {
  all_paid: allPaid,
  sample_received: received,
  sample_refused: refused,
  completed,
  amended,
  retracted,
  volunteered,
  volunteer_approved: approved,
  volunteer_rejected: rejected,
  sender_chosen: chosen,
  sender_released: released,
  paid_out: paidOut,
};
