import { layOutMail, type MailBlock, type MailText } from '../../../platform/mail-layout.ts';
import { dashboardUrl, type MailFacts, quoteBlocks, testBlock } from './mail-facts.ts';

export function resultReadyMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your result is ready`,
    heading: 'Your result is ready',
    blocks: [
      {
        kind: 'paragraph',
        text: 'A second person has reviewed and published your result. It stands on your dashboard, with the Certificate of Analysis to download.',
      },
      testBlock(facts),
      { kind: 'button', label: 'Read the result', url: dashboardUrl(facts, requestId) },
      ...whereItIsShown(facts, requestId),
    ],
  });
}

export function resultAmendedMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your result was amended`,
    heading: 'Your result was amended',
    blocks: [
      {
        kind: 'paragraph',
        text: 'A new revision of your result has been published, with a new certificate. It takes the place of the one before, which stays in the history with its certificate, marked as replaced.',
      },
      testBlock(facts),
      ...quoteBlocks('The reason:', facts.note),
      { kind: 'button', label: 'Read the new revision', url: dashboardUrl(facts, requestId) },
      ...whereItIsShown(facts, requestId),
    ],
  });
}

export function resultRetractedMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your result was withdrawn`,
    heading: 'Your result was withdrawn',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The laboratory has withdrawn the published result of this test. Its certificate no longer counts, and verification says so. Your test is with the laboratory again; we write when a new result is published.',
      },
      testBlock(facts),
      ...quoteBlocks('The reason:', facts.note),
      { kind: 'button', label: 'Open the test on your dashboard', url: dashboardUrl(facts, requestId) },
    ],
  });
}

function whereItIsShown(facts: MailFacts, requestId: string): MailBlock[] {
  const { brand, taskNumber, uniqueKey } = facts;
  const shown: MailBlock = facts.isPublic
    ? { kind: 'link', label: 'The public page of this test', url: `${brand.url}/tests/${requestId}` }
    : {
        kind: 'paragraph',
        text: 'This test is private: its public page shows only the kind of test, the task number and the status.',
      };
  return [
    shown,
    {
      // In the fragment, so that neither logs nor referrers get the key.
      kind: 'link',
      label: 'Verify it, or let somebody else verify it',
      url: `${brand.url}/verify#task=${taskNumber}&key=${uniqueKey}`,
    },
    {
      kind: 'facts',
      rows: [
        ['Task number', String(taskNumber)],
        ['Unique key', uniqueKey],
      ],
    },
  ];
}
