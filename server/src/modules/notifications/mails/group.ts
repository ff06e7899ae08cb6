import { TAKEN_PAY_HOURS } from '@vialproof/contract/group-deadlines';
import { formatMoney } from '@vialproof/science/money/money';
import { type MailBlock, moment, quote, rows } from '../../../platform/mail/mail-content.ts';
import type { GroupMailFacts } from '../../group-tests/group-tests.service.ts';
import { quoteBlocks } from './blocks.ts';
import { groupMail, momentOf, openGroup, shareBlocks, type WriteGroupMail } from './group-mail.ts';
import { GROUP_VIAL_MAILS } from './group-vial.ts';

/** Why the share is larger than expected: the reader agreed to pay more. */
function coverBlocks({ agreedCents }: GroupMailFacts): MailBlock[] {
  return agreedCents === null ? [] : [`You agreed to cover the gap, for up to ${formatMoney(agreedCents)}.`];
}

const locked: WriteGroupMail = (context) => {
  const { facts } = context;
  const { joined, min, skuName } = facts;
  const who =
    joined < min
      ? `${joined} of ${min} people joined, and members cover the gap: together they pay for ${skuName}.`
      : `${joined} people share the cost of ${skuName}.`;
  if (!facts.due) {
    return groupMail(context, 'shares are fixed', 'Shares are fixed, and members are asked to pay', [
      `${who} Each has seven days. We write again when everything is paid.`,
      openGroup(context),
    ]);
  }
  return groupMail(context, 'pay your share', 'Shares are fixed. Please pay yours.', [
    `${who} No share changes any more, whoever pays or does not.`,
    ...coverBlocks(facts),
    ...shareBlocks(context),
  ]);
};

const reminder: WriteGroupMail = (context) =>
  context.facts.due
    ? groupMail(
        context,
        'your share is still to be paid',
        'Your share is still to be paid',
        shareBlocks(context),
      )
    : null;

const paid: WriteGroupMail = (context) => {
  const { paidCents, paidShares, liveShares, text } = context.facts;
  const progress = `${paidShares} of ${liveShares} shares are paid. We write again when all of them are, and the vial goes to the laboratory.`;
  // An admin accepted another amount.
  if (text) {
    return groupMail(context, 'your payment was accepted', 'Your payment was accepted', [
      `${text} Nothing more is asked for.`,
      ...(paidShares < liveShares ? [progress] : []),
      openGroup(context),
    ]);
  }
  return groupMail(context, 'your share is paid', 'Thank you, your share is paid', [
    rows(['Paid', formatMoney(paidCents)]),
    progress,
    openGroup(context),
  ]);
};

const paymentProblem: WriteGroupMail = (context) =>
  groupMail(context, 'a problem with your payment', 'There is a problem with your payment', [
    ...quoteBlocks('What we know:', context.facts.text),
    'Please do not pay again. Somebody looks into it, and no money is lost: it counts towards your share or goes back to you. Your share stays yours meanwhile.',
    openGroup(context),
  ]);

const paymentRefunded: WriteGroupMail = (context) =>
  groupMail(context, 'your payment goes back to you', 'Your payment goes back to you', [
    ...quoteBlocks('What was decided:', context.facts.text),
    'It goes the way it came. How long that takes depends on your bank or wallet.',
    ...(context.facts.due ? ['Your share is still to be paid.'] : [openGroup(context)]),
    ...shareBlocks(context),
  ]);

const gapLeft: WriteGroupMail = (context) => {
  const { joined, min, suspendedUntil, mostCents, isLocked } = context.facts;
  if (!suspendedUntil || isLocked) return null;
  return groupMail(context, 'too few have joined', 'Too few people have joined so far', [
    `The deadline has passed with ${joined} of the ${min} people the group needs. Until ${moment(suspendedUntil)} others can still join, and members can agree to cover the gap. Nobody has been charged.`,
    ...(mostCents === null
      ? []
      : [
          `If you agree to cover it, you pay ${formatMoney(mostCents)} at most: less with each further member, and with each who agrees too.`,
        ]),
    openGroup(context, mostCents === null ? undefined : 'Cover the gap, or share the link'),
  ]);
};

/** What to do with a vial that is not needed. */
function vialBlocks({ isSender, isMember, isOrganizer, taskNumber }: GroupMailFacts): MailBlock[] {
  if (isSender && taskNumber !== null)
    return [
      'Please do not send the vial. If it is already in the mail: the laboratory keeps it for 30 days and then destroys it. It will not be tested.',
    ];
  return isMember || isOrganizer ? [] : ['Nobody needs the vial that you offered any more.'];
}

const ended =
  (why: (facts: GroupMailFacts) => string): WriteGroupMail =>
  (context) =>
    groupMail(context, 'the group has ended', 'This group test will not take place', [
      `${why(context.facts)} ${
        context.facts.wasCharged
          ? 'What you paid goes back to you the way it came. Banks take up to ten days to show it.'
          : context.facts.isLocked
            ? 'You were not charged; whoever has paid gets it back.'
            : 'Nobody was charged.'
      }`,
      ...vialBlocks(context.facts),
      openGroup(context),
    ]);

const givenUp = ended(({ isLocked, joined, min }) =>
  isLocked
    ? 'A share that was not paid found nobody in time.'
    : `${joined} of the ${min} people it needs had joined, and the gap was not covered in time.`,
);
const calledOff = ended(({ isLocked, isByOrganizer }) =>
  isByOrganizer
    ? 'The organizer called it off.'
    : isLocked
      ? 'The laboratory called it off.'
      : 'It was called off.',
);

const listed = (cents: number[]) => cents.map(formatMoney).join(', ');

const shareDropped: WriteGroupMail = (context) => {
  const { isAboutReader, isMember, openCents, suspendedUntil, paidCents, due, wasCharged } = context.facts;
  if (isAboutReader && !isMember) {
    return groupMail(context, 'your share has gone', 'You are no longer in this group', [
      `Your share was not paid in time, so it is offered to somebody else. ${wasCharged ? 'What came for it went back to you.' : 'Nothing was charged.'} While it is open, you can take it again by joining.`,
      openGroup(context),
    ]);
  }
  return groupMail(context, 'a share is open', 'One share was not paid', [
    ...(openCents.length > 0
      ? [
          rows(
            [openCents.length === 1 ? 'The open share' : 'Open shares', listed(openCents)],
            ['To be taken by', momentOf(suspendedUntil)],
          ),
        ]
      : []),
    `A newcomer can take it by joining${
      paidCents > 0
        ? `, or you can: you would pay it in addition to the ${formatMoney(paidCents)} that you paid`
        : ''
    }. Whoever takes it has ${TAKEN_PAY_HOURS} hours to pay. If nobody does, the group ends, and everything that was paid goes back.`,
    ...(due ? shareBlocks(context) : [openGroup(context, paidCents > 0 ? 'See the open share' : undefined)]),
  ]);
};

const shareTaken: WriteGroupMail = (context) =>
  context.facts.due
    ? groupMail(context, 'pay the share you took', 'You took an open share', shareBlocks(context))
    : null;

const message: WriteGroupMail = (context) =>
  groupMail(context, 'a message', `${context.facts.actor ?? 'The organizer'} wrote to the group`, [
    quote(context.facts.text ?? ''),
    openGroup(context),
  ]);

const returned: WriteGroupMail = (context) =>
  groupMail(context, 'your payment goes back', 'Your payment came too late', [
    'The share was no longer yours when the payment came in, so the whole amount goes back to you the way it came. Banks take up to ten days to show it.',
    openGroup(context),
  ]);

/** The mail of each group event. */
export const GROUP_MAILS: Record<string, WriteGroupMail> = {
  locked,
  reminder,
  share_paid: paid,
  gap_left: gapLeft,
  given_up: givenUp,
  cancelled: calledOff,
  share_dropped: shareDropped,
  share_taken: shareTaken,
  message,
  payment_returned: returned,
  payment_problem: paymentProblem,
  payment_refunded: paymentRefunded,
  ...GROUP_VIAL_MAILS,
};
