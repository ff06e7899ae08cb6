import { link, type MailBlock } from '../../../platform/mail-content.ts';
import { numberRows, quoteBlocks } from './blocks.ts';
import { type OrderMailFacts, openTest, orderMail, testBlock, type WriteOrderMail } from './order-mail.ts';

export const resultReadyMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your result is ready', [
    'A second person has reviewed and published your result. It stands on your dashboard, with the Certificate of Analysis to download.',
    testBlock(facts),
    openTest(facts, 'Read the result'),
    ...whereItIsShown(facts),
  ]);

export const resultAmendedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your result was amended', [
    'A new revision of your result has been published, with a new certificate. It takes the place of the one before, which stays in the history with its certificate, marked as replaced.',
    testBlock(facts),
    ...quoteBlocks('The reason:', facts.note),
    openTest(facts, 'Read the new revision'),
    ...whereItIsShown(facts),
  ]);

export const resultRetractedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your result was withdrawn', [
    'The laboratory has withdrawn the published result of this test. Its certificate no longer counts, and verification says so. Your test is with the laboratory again; we write when a new result is published.',
    testBlock(facts),
    ...quoteBlocks('The reason:', facts.note),
    openTest(facts),
  ]);

function whereItIsShown({
  siteUrl,
  requestId,
  taskNumber,
  uniqueKey,
  isPublic,
}: OrderMailFacts): MailBlock[] {
  return [
    isPublic
      ? link('The public page of this test', `${siteUrl}/tests/${requestId}`)
      : 'This test is private: its public page shows only the kind of test, the task number and the status.',
    // In the fragment, so that neither logs nor referrers get the key.
    link(
      'Verify it, or let somebody else verify it',
      `${siteUrl}/verify#task=${taskNumber}&key=${uniqueKey}`,
    ),
    numberRows(taskNumber, uniqueKey),
  ];
}
