import { REJECTION_NEXT, REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { layOutMail, type MailText } from '../../../platform/mail-layout.ts';
import { dashboardUrl, day, type MailFacts, quoteBlocks, testBlock } from './mail-facts.ts';

/** Paid: where the sample goes and what to put in the parcel. */
export function shippingMail(facts: MailFacts, requestId: string): MailText {
  const { lab, taskNumber } = facts;
  return layOutMail(facts.brand, {
    subject: `Task ${taskNumber}: send us your sample`,
    heading: 'Your payment has arrived. Now send us your sample.',
    blocks: [
      testBlock(facts),
      {
        kind: 'steps',
        items: [
          `Prepare the sample: ${facts.sampleRequirement}`,
          `Write the task number ${taskNumber} on a slip of paper and put it in the package.`,
          'Send the package to the address below, with tracking if you can.',
          'Enter the tracking number on your dashboard, so that we know it is on its way.',
        ],
      },
      { kind: 'facts', rows: [['Send it to', `${lab.name}\n${lab.address}`]] },
      { kind: 'button', label: 'Open the test on your dashboard', url: dashboardUrl(facts, requestId) },
      {
        kind: 'link',
        label: 'Packing slip to print',
        url: `${dashboardUrl(facts, requestId)}/packing-slip`,
      },
      { kind: 'link', label: 'Vial label to print', url: `${dashboardUrl(facts, requestId)}/label` },
      {
        kind: 'facts',
        rows: [
          ['Task number', String(taskNumber)],
          ['Unique key', facts.uniqueKey],
        ],
      },
      {
        kind: 'small',
        text: 'With task number and unique key anybody can verify this test. Give the key only to people who should be able to; it does not show who you are.',
      },
    ],
  });
}

const promise = ({ turnaround, dueOn }: MailFacts) =>
  dueOn
    ? `The result is expected by ${day(dueOn)} (${turnaround}).`
    : `Turnaround of this test: ${turnaround}.`;

export function sampleReceivedMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your sample has arrived`,
    heading: 'Your sample has arrived',
    blocks: [
      {
        kind: 'paragraph',
        text: `The laboratory has taken your sample in. ${promise(facts)} We write again when the result is published.`,
      },
      testBlock(facts),
      ...quoteBlocks('The laboratory noted:', facts.note),
      { kind: 'button', label: 'Follow it on your dashboard', url: dashboardUrl(facts, requestId) },
    ],
  });
}

export function sampleRefusedMail(facts: MailFacts, requestId: string): MailText {
  const words = REJECTION_WORDS[facts.rejection ?? 'other'];
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: we could not accept your sample`,
    heading: 'We could not accept your sample',
    blocks: [
      { kind: 'paragraph', text: words.wrong },
      testBlock(facts),
      ...quoteBlocks('The laboratory noted:', facts.note),
      { kind: 'paragraph', text: `What happens next: ${words.send} ${REJECTION_NEXT}` },
      { kind: 'facts', rows: [['What we need', facts.sampleRequirement]] },
      { kind: 'facts', rows: [['Send it to', `${facts.lab.name}\n${facts.lab.address}`]] },
      { kind: 'button', label: 'Open the test on your dashboard', url: dashboardUrl(facts, requestId) },
    ],
  });
}
