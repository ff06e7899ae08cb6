import { REJECTION_NEXT, REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { fullDay } from '@vialproof/science/calendar/dates';
import { link, rows, small, steps } from '../../../platform/mail/mail-content.ts';
import { numberRows, quoteBlocks, sendTo } from './blocks.ts';
import {
  dashboardUrl,
  type OrderMailFacts,
  openTest,
  orderMail,
  testBlock,
  type WriteOrderMail,
} from './order-mail.ts';

/** Tells the owner where to send the sample, and what to pack. */
export const shippingMail: WriteOrderMail = (facts) =>
  orderMail(
    facts,
    'send us your sample',
    [
      testBlock(facts),
      steps(
        `Prepare the sample: ${facts.sampleRequirement}`,
        `Write the task number ${facts.taskNumber} on a slip of paper and put it in the package.`,
        'Send the package to the address below, with tracking if you can.',
        'Enter the tracking number on your dashboard, so that we know it is on its way.',
      ),
      sendTo(facts.lab),
      openTest(facts),
      link('Packing slip to print', `${dashboardUrl(facts)}/packing-slip`),
      link('Vial label to print', `${dashboardUrl(facts)}/label`),
      numberRows(facts.taskNumber, facts.uniqueKey),
      small(
        'With task number and unique key anybody can verify this test. Give the key only to people who should be able to; it does not show who you are.',
      ),
    ],
    'Your payment has arrived. Now send us your sample.',
  );

const promise = ({ turnaround, dueOn }: OrderMailFacts) =>
  dueOn
    ? `The result is expected by ${fullDay(dueOn)} (${turnaround}).`
    : `Turnaround of this test: ${turnaround}.`;

export const sampleReceivedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your sample has arrived', [
    `The laboratory has taken your sample in. ${promise(facts)} We write again when the result is published.`,
    testBlock(facts),
    ...quoteBlocks('The laboratory noted:', facts.note),
    openTest(facts, 'Follow it on your dashboard'),
  ]);

export const sampleRefusedMail: WriteOrderMail = (facts) => {
  const { wrong, send } = REJECTION_WORDS[facts.rejection ?? 'other'];
  return orderMail(facts, 'we could not accept your sample', [
    wrong,
    testBlock(facts),
    ...quoteBlocks('The laboratory noted:', facts.note),
    `What happens next: ${send} ${REJECTION_NEXT}`,
    rows(['What we need', facts.sampleRequirement]),
    sendTo(facts.lab),
    openTest(facts),
  ]);
};
