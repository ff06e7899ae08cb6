import type { ListedTest } from '@vialproof/contract/tests';
import { purityWords } from '@vialproof/science/measurement/purity-words';
import {
  button,
  link,
  type MailBlock,
  type MailContent,
  quote,
  quoted,
  rows,
  shortLine,
  small,
} from '../../platform/mail/mail-content.ts';

/** An alert in a mail, with the link that stops it. */
export type NamedWatch = { label: string; stopUrl: string };
/** News about a test, and the alerts that it concerns. */
export type News = { test: ListedTest; isRevision: boolean; watched: string[] };

/** The largest number of results in a daily mail. */
const MOST_RESULTS = 20;

/** The mail that asks for a confirmation. The name is in quotation marks, because a customer has written it. */
export const optInMail = (facts: { brand: string; label: string; confirmUrl: string }): MailContent => ({
  subject: `Confirm: mails about ${quoted(facts.label)}`,
  heading: `Do you want mails about ${quoted(facts.label)}?`,
  blocks: [
    `Somebody, probably you, asked ${facts.brand} to write to this address when there is a new public result of ${quoted(facts.label)}.`,
    button('Confirm on the next page', facts.confirmUrl),
    'After that we write once a day at most, and only when something new is published; and at once when a result is withdrawn. Every mail has a link to stop.',
    small(
      'If you know nothing of it, ignore this mail: nothing else is sent, and the address is deleted after 48 hours.',
    ),
  ],
});

/** The daily mail with news for all alerts of an address. */
export function digestMail(facts: {
  siteUrl: string;
  news: News[];
  watches: NamedWatch[];
  stopAllUrl: string;
}): MailContent {
  const { siteUrl, news, watches, stopAllUrl } = facts;
  const [first] = news;
  const subject =
    news.length === 1 && first
      ? `${first.isRevision ? 'New revision' : 'New result'}: ${titleOf(first.test)}`
      : `${news.length} new results of what you watch`;
  const more = news.length - MOST_RESULTS;
  return {
    subject,
    blocks: [
      ...news.slice(0, MOST_RESULTS).flatMap((each) => newsBlocks(siteUrl, each)),
      ...(more > 0 ? [link(`And ${more} more, in the list of all results`, `${siteUrl}/tests`)] : []),
      ...stopBlocks(watches, stopAllUrl),
    ],
  };
}

/** The mail that a result was withdrawn. */
export function retractionMail(facts: {
  siteUrl: string;
  test: ListedTest;
  reason: string | null;
  watches: NamedWatch[];
  stopAllUrl: string;
}): MailContent {
  const { siteUrl, test, reason, watches, stopAllUrl } = facts;
  return {
    subject: `Withdrawn: result of ${titleOf(test)}, task ${test.task_number}`,
    heading: 'A result was withdrawn',
    blocks: [
      'The laboratory has withdrawn a published result of what you watch. The result and its certificate no longer count, and verification says so.',
      rows(
        ['Compound', shown(test.compound_name)],
        ...makerAndBatch(test),
        ['Task number', String(test.task_number)],
        ['You watch', watches.map(({ label }) => shortLine(label)).join(', ')],
      ),
      ...(reason ? ['The reason:', quote(reason)] : []),
      button('Open the test', `${siteUrl}/tests/${test.request_id}`),
      ...stopBlocks(watches, stopAllUrl),
    ],
  };
}

const titleOf = ({ compound_name, sku_name, manufacturer }: ListedTest) =>
  `${shortLine(compound_name ?? sku_name)}${manufacturer ? ` from ${shortLine(manufacturer)}` : ''}`;

const shown = (name: string | null) => name && shortLine(name);
const makerAndBatch = ({ manufacturer, batch_code }: ListedTest): [string, string | null][] => [
  ['Maker', shown(manufacturer)],
  ['Batch', shown(batch_code)],
];

function newsBlocks(siteUrl: string, { test, isRevision, watched }: News): MailBlock[] {
  const purity = test.result && purityWords(test.result.purity);
  return [
    rows(
      [
        isRevision ? 'New revision of a result' : 'New result',
        shortLine(test.compound_name ?? test.sku_name),
      ],
      ...makerAndBatch(test),
      ['Purity', purity],
      ['Task number', String(test.task_number)],
      ['You watch', watched.map(shortLine).join(', ')],
    ),
    link(`Read the result of task ${test.task_number}`, `${siteUrl}/tests/${test.request_id}`),
  ];
}

const stopBlocks = (watches: NamedWatch[], stopAllUrl: string): MailBlock[] => [
  small('You get this mail because this address watches what is named above.'),
  ...watches.map(({ label, stopUrl }) => link(`Stop watching ${shortLine(label)}`, stopUrl)),
  link('Stop all mails of this kind to this address', stopAllUrl),
];
