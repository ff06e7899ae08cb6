import { dayOf, fullDay } from '@vialproof/science/calendar/dates';
import { button, type MailContent, rows } from '../../platform/mail/mail-content.ts';

/** The mail that a key ends soon, or has ended. */
export function keyEndsMail(facts: {
  brand: string;
  name: string;
  madeBy: string;
  madeAt: Date;
  endsAt: Date;
  now: Date;
  keysUrl: string;
}): MailContent {
  const { brand, name, madeBy, madeAt, endsAt, now, keysUrl } = facts;
  const words = endsAt <= now ? 'ended' : 'ends';
  return {
    subject: `The laboratory key “${name}” ${words} on ${fullDay(dayOf(endsAt))}`,
    blocks: [
      `A program sends traces to ${brand} with this key. From its end on nothing that comes with it is taken.`,
      rows(
        ['Key', name],
        ['Made by', madeBy],
        ['Made on', fullDay(dayOf(madeAt))],
        ['Holds until', fullDay(dayOf(endsAt))],
      ),
      'Make a new one, and put it where the program reads it, as IMPORT_KEY. Until then the program keeps its files where they are, and sends them afterwards. A key that nobody needs any more can end by itself.',
      button('Open the page of keys', keysUrl),
    ],
  };
}
