import { REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { layOutMail, type MailBlock, type MailBrand, type MailText } from '../../../platform/mail-layout.ts';
import type { GroupMailFacts } from '../../group-tests/group-tests.service.ts';
import { dollars, moment, quoteBlocks } from './mail-facts.ts';

export type GroupMailContext = {
  brand: MailBrand;
  lab: { name: string; address: string };
  facts: GroupMailFacts;
};
type Write = (context: GroupMailContext) => MailText | null;

const day = (at: Date | null | undefined) => (at ? moment(at) : '');
const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text });

const addressOf = ({ brand, facts }: GroupMailContext) => `${brand.url ?? ''}/group-tests/${facts.groupId}`;
const open = (context: GroupMailContext, label = 'Open the group'): MailBlock => ({
  kind: 'button',
  label,
  url: addressOf(context),
});

function mail(context: GroupMailContext, subject: string, heading: string, blocks: MailBlock[]): MailText {
  const { title } = context.facts;
  // Whoever is in several groups reads here which one it is about.
  const about: MailBlock = { kind: 'small', text: `Group test: ${title}` };
  return layOutMail(context.brand, {
    subject: `${title}: ${subject}`,
    heading,
    blocks: [about, ...blocks],
  });
}

function shareBlocks(context: GroupMailContext): MailBlock[] {
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
  ];
}

const locked: Write = (context) =>
  mail(context, 'pay your share', 'Shares are fixed. Please pay yours.', [
    paragraph(
      `${context.facts.joined} people share the cost of ${context.facts.skuName}. No share changes any more, whoever pays or does not.`,
    ),
    ...shareBlocks(context),
    {
      kind: 'small',
      text: 'A share that is not paid in time goes to somebody else. Nothing is charged by itself.',
    },
  ]);

const reminder: Write = (context) =>
  context.facts.due
    ? mail(context, 'your share is still to be paid', 'Your share is still to be paid', shareBlocks(context))
    : null;

const gapLeft: Write = (context) =>
  mail(context, 'too few have joined', 'Too few people have joined so far', [
    paragraph(
      `The deadline has passed with ${context.facts.joined} of the ${context.facts.min} people the group needs. Until ${day(context.facts.suspendedUntil)} others can still join, and members can agree to cover the gap. Nobody has been charged.`,
    ),
    open(context, 'See what you would pay'),
  ]);

const ended =
  (why: (facts: GroupMailFacts) => string): Write =>
  (context) =>
    mail(context, 'the group has ended', 'This group test will not take place', [
      paragraph(
        `${why(context.facts)} ${
          context.facts.wasCharged
            ? 'What you paid goes back to you the way it came. Banks take up to ten days to show it.'
            : context.facts.isLocked
              ? 'You were not charged; whoever has paid gets it back.'
              : 'Nobody was charged.'
        }`,
      ),
      open(context),
    ]);

const givenUp = ended(({ isLocked, joined, min }) =>
  isLocked
    ? 'A share that was not paid found nobody in time.'
    : `${joined} of the ${min} people it needs had joined, and the gap was not covered in time.`,
);
const calledOff = ended(({ isLocked }) =>
  isLocked ? 'The laboratory called it off.' : 'It was called off.',
);

const shareDropped: Write = (context) =>
  context.facts.isAboutReader
    ? mail(context, 'your share has gone', 'You are no longer in this group', [
        paragraph('Your share was not paid in time, so it is offered to somebody else. Nothing was charged.'),
        open(context),
      ])
    : mail(context, 'a share is open', 'One share was not paid', [
        paragraph(
          `The group waits until ${day(context.facts.suspendedUntil)} for somebody to take it: a newcomer, or a member who has paid and covers it in addition. If nobody does, everything that was paid goes back.`,
        ),
        open(context),
      ]);

const shareTaken: Write = (context) =>
  mail(context, 'pay the share you took', 'You took an open share', shareBlocks(context));

const allPaid: Write = (context) => {
  const { facts, lab } = context;
  if (!facts.isSender) {
    return mail(context, 'everything is paid', 'Everything is paid. Next, the vial goes to the laboratory.', [
      paragraph('The sender has the shipping instructions. We write again when the result is published.'),
      ...numberBlocks(context),
      open(context),
    ]);
  }
  return mail(context, 'send the vial', 'Everything is paid. Please send the vial.', [
    {
      kind: 'steps',
      items: [
        `Prepare the sample: ${facts.sampleRequirement}`,
        `Write the task number ${facts.taskNumber} on a slip of paper and put it in the package.`,
        'Send the package to the address below, with tracking if you can.',
      ],
    },
    { kind: 'facts', rows: [['Send it to', `${lab.name}\n${lab.address}`]] },
    ...numberBlocks(context),
    ...(facts.payoutCents > 0
      ? [
          paragraph(
            `${dollars(facts.payoutCents)} for shipping and vial is owed to you once the laboratory has the sample.`,
          ),
        ]
      : []),
    open(context),
  ]);
};

function numberBlocks({ facts }: GroupMailContext): MailBlock[] {
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

const received: Write = (context) =>
  mail(context, 'the sample has arrived', 'The laboratory has the sample', [
    paragraph('We write again when the result is published.'),
    ...numberBlocks(context),
    open(context),
  ]);

const refused: Write = (context) => {
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

const completed: Write = (context) =>
  mail(context, 'the result is here', 'The result is published', [
    paragraph(`${context.facts.skuName} is complete, and its certificate is ready.`),
    ...numberBlocks(context),
    resultButton(context),
  ]);

const amended: Write = (context) =>
  mail(context, 'the result was amended', 'The laboratory has amended the result', [
    paragraph('A new version stands in the place of the old one, with a certificate of its own.'),
    ...quoteBlocks('The reason:', context.facts.text),
    ...numberBlocks(context),
    resultButton(context),
  ]);

const retracted: Write = (context) =>
  mail(context, 'the result was withdrawn', 'The laboratory has withdrawn the result', [
    paragraph('The test goes on. We write again when a new result is published.'),
    open(context),
  ]);

const message: Write = (context) =>
  mail(context, 'a message', `${context.facts.actor ?? 'The organizer'} wrote to the group`, [
    { kind: 'quote', text: context.facts.text ?? '' },
    open(context),
  ]);

const returned: Write = (context) =>
  mail(context, 'your payment goes back', 'Your payment came too late', [
    paragraph('The share was no longer yours, so the whole amount goes back to you the way it came.'),
    open(context),
  ]);

const volunteered: Write = (context) =>
  mail(context, 'a volunteer', `${context.facts.actor ?? 'Somebody'} offers to send the vial`, [
    paragraph('You can accept the offer, and choose who sends. Without a choice the vial comes from you.'),
    open(context, 'Decide about the offer'),
  ]);

const approved: Write = (context) =>
  mail(context, 'your offer was accepted', 'Your offer to send the vial was accepted', [
    paragraph(
      'If the organizer chooses you as the sender, the shipping instructions reach you once everything is paid.',
    ),
    open(context),
  ]);

const rejected: Write = (context) =>
  mail(context, 'your offer to send the vial', 'The organizer does not need your vial', [
    paragraph('Thank you for the offer. Nothing else changes for you.'),
    open(context),
  ]);

const chosen: Write = (context) =>
  context.facts.taskNumber === null
    ? mail(context, 'you send the vial', 'You were chosen to send the vial', [
        paragraph('Please keep it. The shipping instructions reach you once everything is paid.'),
        open(context),
      ])
    : allPaid(context);

const paidOut: Write = (context) =>
  mail(context, 'shipping and vial are paid', 'Shipping and vial were paid out to you', [
    { kind: 'facts', rows: [['Amount', dollars(context.facts.payoutCents)]] },
    open(context),
  ]);

/** Which mail tells of what happens in a group; what is not here is told by no mail. */
export const GROUP_MAILS: Record<string, Write> = {
  locked,
  reminder,
  gap_left: gapLeft,
  given_up: givenUp,
  cancelled: calledOff,
  share_dropped: shareDropped,
  share_taken: shareTaken,
  all_paid: allPaid,
  sample_received: received,
  sample_refused: refused,
  completed,
  amended,
  retracted,
  message,
  payment_returned: returned,
  volunteered,
  volunteer_approved: approved,
  volunteer_rejected: rejected,
  sender_chosen: chosen,
  paid_out: paidOut,
};
