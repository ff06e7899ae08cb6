import { REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { formatMoney } from '@vialproof/science/money/money';
import { button, link, moment, rows, steps } from '../../../platform/mail/mail-content.ts';
import type { GroupMailFacts } from '../../group-tests/group-tests.service.ts';
import { quoteBlocks, sendTo } from './blocks.ts';
import {
  type GroupMailContext,
  groupMail,
  groupUrl,
  numberBlocks,
  openGroup,
  type WriteGroupMail,
} from './group-mail.ts';

const allPaid: WriteGroupMail = (context) =>
  context.facts.isSender
    ? sendIt(context)
    : groupMail(context, 'everything is paid', 'Everything is paid. Next, the vial goes to the laboratory.', [
        'The sender has the shipping instructions. We write again when the result is published.',
        ...numberBlocks(context),
        openGroup(context),
      ]);

/** When an admin may pay the sender. Before that, a bank could still take back a card payment. */
const payableWords = ({ payableFrom }: GroupMailFacts): string =>
  payableFrom ? `, and is paid out from ${moment(payableFrom)} on` : ' and is paid out by us';

/** The shipping instructions, with the label. */
function sendIt(context: GroupMailContext) {
  const { facts, lab, siteUrl } = context;
  return groupMail(context, 'send the vial', 'Everything is paid. Please send the vial.', [
    steps(
      `Prepare the sample: ${facts.sampleRequirement}`,
      `Put the label on the vial, or write the task number ${facts.taskNumber} on it and on a slip of paper in the package.`,
      'Send the package to the address below, with tracking if you can.',
      'Enter the tracking number on the page of the label, so that everybody knows it is on its way.',
    ),
    button('Print the label', `${siteUrl}/dashboard/parcels/${facts.requestId}`),
    sendTo(lab),
    ...numberBlocks(context),
    ...(facts.payoutCents > 0
      ? [
          `${formatMoney(facts.payoutCents)} for shipping and vial is owed to you once the laboratory has the sample${payableWords(facts)}.`,
        ]
      : []),
    link('Open the group', groupUrl(context)),
  ]);
}

const received: WriteGroupMail = (context) =>
  groupMail(context, 'the sample has arrived', 'The laboratory has the sample', [
    ...(context.facts.isSender && context.facts.payoutCents > 0
      ? [
          `Thank you for sending it. ${formatMoney(context.facts.payoutCents)} for shipping and vial is owed to you now${payableWords(context.facts)}. We write again when that is done.`,
        ]
      : []),
    ...(context.facts.isMember || context.facts.isOrganizer
      ? ['We write again when the result is published.']
      : []),
    ...numberBlocks(context),
    openGroup(context),
  ]);

const refused: WriteGroupMail = (context) => {
  const { facts, lab } = context;
  const words = REJECTION_WORDS[facts.refusal?.reason ?? 'other'];
  return groupMail(
    context,
    'the sample could not be accepted',
    'The laboratory could not accept the sample',
    [
      words.wrong,
      ...quoteBlocks('The laboratory noted:', facts.refusal?.note ?? null),
      `What happens next: ${words.send} It belongs to the same task number, and the group’s order stays open and paid.`,
      rows(['What the laboratory needs', facts.sampleRequirement]),
      sendTo(lab),
      ...numberBlocks(context),
      openGroup(context),
    ],
  );
};

/** A link to the result. Readers who may not see it get a link to the group. */
const resultButton = (context: GroupMailContext) =>
  button(
    'Read the result',
    context.facts.uniqueKey
      ? `${context.siteUrl}/dashboard/tests/${context.facts.requestId}`
      : groupUrl(context),
  );

const completed: WriteGroupMail = (context) =>
  groupMail(context, 'the result is here', 'The result is published', [
    `${context.facts.skuName} is complete, and its certificate is ready.`,
    ...numberBlocks(context),
    resultButton(context),
  ]);

const amended: WriteGroupMail = (context) =>
  groupMail(context, 'the result was amended', 'The laboratory has amended the result', [
    'A new version stands in the place of the old one, with a certificate of its own.',
    ...quoteBlocks('The reason:', context.facts.text),
    ...numberBlocks(context),
    resultButton(context),
  ]);

const retracted: WriteGroupMail = (context) =>
  groupMail(context, 'the result was withdrawn', 'The laboratory has withdrawn the result', [
    ...quoteBlocks('The reason:', context.facts.text),
    'Its certificate is not valid any more. The test goes on; we write again when a new result is published.',
    ...numberBlocks(context),
    openGroup(context),
  ]);

const volunteered: WriteGroupMail = (context) =>
  groupMail(context, 'a volunteer', `${context.facts.actor ?? 'Somebody'} offers to send the vial`, [
    ...quoteBlocks('With the offer:', context.facts.offerNote),
    'You can accept the offer, and choose who sends. Without a choice the vial comes from you.',
    openGroup(context, 'Decide about the offer'),
  ]);

const approved: WriteGroupMail = (context) =>
  groupMail(context, 'your offer was accepted', 'Your offer to send the vial was accepted', [
    'If the organizer chooses you as the sender, the shipping instructions reach you once everything is paid.',
    openGroup(context),
  ]);

const rejected: WriteGroupMail = (context) =>
  groupMail(context, 'your offer to send the vial', 'The organizer does not need your vial', [
    'Thank you for the offer. Nothing else changes for you.',
    openGroup(context),
  ]);

const chosen: WriteGroupMail = (context) =>
  context.facts.taskNumber === null
    ? groupMail(context, 'you send the vial', 'You were chosen to send the vial', [
        'Please keep it. The shipping instructions reach you once everything is paid.',
        ...(context.facts.isOrganizer
          ? ['You can choose another sender among the volunteers until the laboratory has a vial.']
          : []),
        openGroup(context),
      ])
    : sendIt(context);

const released: WriteGroupMail = (context) =>
  groupMail(context, 'somebody else sends the vial', 'Somebody else sends the vial now', [
    'The organizer chose another sender. Please do not send yours; your offer stays on the group’s page.',
    openGroup(context),
  ]);

const paidOut: WriteGroupMail = (context) =>
  groupMail(context, 'shipping and vial are paid', 'Shipping and vial were paid out to you', [
    rows(['Amount', formatMoney(context.facts.payoutCents)]),
    'It is for the sample that you sent. Your bank may take some days to show it.',
    openGroup(context),
  ]);

/** Mails about the vial of a group. */
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
