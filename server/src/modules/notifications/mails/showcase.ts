import { dayOf, fullDay } from '@vialproof/science/calendar/dates';
import { formatMoney } from '@vialproof/science/money/money';
import {
  button,
  link,
  type MailBlock,
  type MailContent,
  rows,
  small,
} from '../../../platform/mail/mail-content.ts';
import type { ShowcaseEventKind, ShowcaseMailFacts } from '../../showcases/showcases.service.ts';

export type ShowcaseMail = `showcase_${ShowcaseEventKind}`;
type Facts = ShowcaseMailFacts & {
  siteUrl: string;
  /** Whether owners can pay for a week on the home page. */
  isOffered: boolean;
};

const DAY_MS = 86_400_000;
const dayBefore = (day: string) => dayOf(new Date(Date.parse(day) - DAY_MS));
/** The first and the last day of a paid week on the home page. */
const weekWords = ({ startsOn, endsOn }: Facts) => `${fullDay(startsOn)} to ${fullDay(dayBefore(endsOn))}`;

const viewsWords = ({ views }: Facts) => {
  const count = views.reduce((sum, each) => sum + each.views, 0);
  return count === 1 ? '1 view' : `${count} views`;
};

const openWeeks = ({ siteUrl, requestId }: Facts, label: string) =>
  button(label, `${siteUrl}/dashboard/showcases?request_id=${requestId}`);
const paymentsLink = ({ siteUrl }: Facts) => link('Your payments', `${siteUrl}/dashboard/billing`);

const weekBlock = (facts: Facts): MailBlock =>
  rows(
    ['Result', facts.title ?? facts.skuName],
    ['Task number', String(facts.taskNumber)],
    ['Week', weekWords(facts)],
    ['Paid', formatMoney(facts.amountCents)],
  );

const mail = ({ taskNumber }: Facts, subject: string, blocks: MailBlock[]): MailContent => ({
  subject: `Task ${taskNumber}: ${subject}`,
  heading: subject.charAt(0).toUpperCase() + subject.slice(1),
  blocks,
});

const VIEWS_NOTE = small(
  'A view is a reader who opened the result’s page: once a day each, without cookies. Yours, staff’s and machines’ are not counted.',
);

const WHY_STOPPED: Partial<Record<NonNullable<Facts['endedBecause']>, string>> = {
  not_public: 'The result is not public any more, so it is not displayed in Discoveries any more either.',
  admin: 'We have ended the display of this result.',
  refunded: 'The payment for it was given back, so the result is not displayed any more.',
};

/** The refund for days that had not begun. */
const restWords = ({ refundCents }: Facts) =>
  refundCents > 0
    ? `For the days that had not begun, ${formatMoney(refundCents)} goes back to the means you paid with. How long that takes depends on your bank or wallet.`
    : 'No day was left that had not begun, so nothing is refunded.';

const stopped = (facts: Facts): MailContent =>
  mail(facts, 'the display of your result has ended early', [
    WHY_STOPPED[facts.endedBecause ?? 'admin'] ?? 'The display of this result has ended.',
    ...(facts.endedBecause === 'refunded' ? [] : [restWords(facts)]),
    weekBlock(facts),
    paymentsLink(facts),
  ]);

const ending = (facts: Facts): MailContent =>
  mail(facts, 'the display of your result ends in two days', [
    `It ends after ${fullDay(dayBefore(facts.endsOn))}. So far: ${viewsWords(facts)}.`,
    weekBlock(facts),
    ...(facts.isOffered ? [openWeeks(facts, 'Show it for another week')] : []),
    small('It ends by itself, and nothing more is charged unless you buy another week.'),
    VIEWS_NOTE,
  ]);

/** The mails about a week for which an owner pays to show a result on the home page. */
export const SHOWCASE_MAILS: Record<ShowcaseMail, (facts: Facts) => MailContent> = {
  showcase_booked: (facts) =>
    mail(facts, 'your result is displayed for a week', [
      'Your payment has arrived. The result has its place in Discoveries on the home page in this week, marked as paid.',
      weekBlock(facts),
      openWeeks(facts, 'See the week and its views'),
      VIEWS_NOTE,
    ]),
  showcase_moved: (facts) =>
    mail(facts, 'your result is displayed in another week', [
      'Your payment arrived late, when the week that you had reserved had begun or was somebody else’s. Your result has the first week that was free.',
      weekBlock(facts),
      openWeeks(facts, 'See the week and its views'),
      VIEWS_NOTE,
    ]),
  showcase_returned: (facts) =>
    mail(facts, 'a payment for display goes back to you', [
      facts.endedBecause === 'full'
        ? 'Your payment arrived late, and no week that begins within seven days is free. We return it in full to the means you paid with.'
        : 'A payment arrived for a week of display that is paid already, or that cannot be given any more. We return it in full to the means you paid with.',
      rows(['Result', facts.title ?? facts.skuName], ['Task number', String(facts.taskNumber)]),
      paymentsLink(facts),
    ]),
  showcase_stopped: stopped,
  showcase_ending: ending,
};
