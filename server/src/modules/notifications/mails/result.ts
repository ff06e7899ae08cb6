import { fullDay } from '@vialproof/science/calendar/dates';
import { link, type MailBlock, small } from '../../../platform/mail/mail-content.ts';
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

/** Tells the owner that many people verify the certificate. */
export const lookedUpOftenMail: WriteOrderMail = (facts) =>
  orderMail(
    facts,
    'many people look up your certificate',
    [
      ...(facts.lookups
        ? [
            `On ${fullDay(facts.lookups.day)} your certificate was looked up ${facts.lookups.today} times before we wrote this: at least ten times as often as on an average day of the month before.`,
          ]
        : []),
      testBlock(facts),
      'There may be a good reason, such as a shop or a post that shows it. It may also stand beside a vial that it says nothing about: it holds for the sample that you sent and for no other.',
      facts.isPublic || facts.isOpen
        ? 'Whoever looks it up sees the maker, the batch and every value, and can compare them with a vial and with a print.'
        : 'This test is private: whoever looks it up sees no maker, batch or value. On your dashboard you can open them to people who have number and key, who can then compare them with a vial and with a print.',
      openTest(facts),
      small(
        'We count lookups by the day and do not keep who they came from. Yours and the laboratory’s are not counted while you are signed in. We write about this at most once a week.',
      ),
    ],
    'Your certificate is looked up unusually often',
  );

/** Tells the owner that a person guesses the private values, or that changed certificates are in use. */
export const comparedOftenMail: WriteOrderMail = (facts) =>
  orderMail(
    facts,
    'many values are compared with your certificate',
    [
      'This month ten different values were typed for one line of your certificate, to compare a paper with it. People with number and key may compare: the answer says whether a value is the same, never what it is.',
      testBlock(facts),
      'Somebody may be guessing the values that you keep private, or papers with other values are shown around. After some values a day only a whole paper is compared. On your dashboard you can open the values to people who have number and key: then nobody has to guess.',
      openTest(facts),
      small('We keep neither who compared nor what was typed. We write about this at most once a month.'),
    ],
    'Many values are compared with your certificate',
  );

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
    // The certificate's key is behind #, so that logs and other sites do not see it.
    link(
      'Verify it, or let somebody else verify it',
      `${siteUrl}/verify#task=${taskNumber}&key=${uniqueKey}`,
    ),
    numberRows(taskNumber, uniqueKey),
  ];
}
