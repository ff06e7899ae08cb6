import { visibleLine } from '@vialproof/contract/plain-line';
import { momentWords } from '@vialproof/science/calendar/dates';

/** One piece of a mail, a paragraph where it is a string; each is written as text and as HTML, so that the two never differ. */
export type MailBlock =
  | string
  /** Label and value, line by line. */
  | { kind: 'facts'; rows: [label: string, value: string][] }
  /** Something to type in elsewhere. */
  | { kind: 'code'; text: string }
  | { kind: 'steps'; items: string[] }
  /** Somebody's own words. */
  | { kind: 'quote'; text: string }
  /** The one thing to do; an http or https address. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  /** A link that shows where it leads. */
  | { kind: 'address'; url: string }
  | { kind: 'small'; text: string };

/** What a mail template gives: all that a message says, without the recipient. */
export type MailContent = {
  subject: string;
  /** The subject unless given. */
  heading?: string;
  blocks: MailBlock[];
};

/** A row without a value is left out. */
export const rows = (...each: [label: string, value: string | null][]): MailBlock => ({
  kind: 'facts',
  rows: each.flatMap(([label, value]) => (value ? [[label, value]] : [])),
});
export const code = (text: string): MailBlock => ({ kind: 'code', text });
export const steps = (...items: string[]): MailBlock => ({ kind: 'steps', items });
export const quote = (text: string): MailBlock => ({ kind: 'quote', text });
export const button = (label: string, url: string): MailBlock => ({ kind: 'button', label, url });
export const link = (label: string, url: string): MailBlock => ({ kind: 'link', label, url });
export const address = (url: string): MailBlock => ({ kind: 'address', url });
export const small = (text: string): MailBlock => ({ kind: 'small', text });

/** Words of somebody whom the reader need not know have so many signs at most. */
const SHORT_SIGNS = 60;

/** Words of somebody whom the reader need not know: one line, cut. */
export function shortLine(words: string): string {
  const signs = [...visibleLine(words.replace(/\s+/g, ' '))];
  return signs.length > SHORT_SIGNS ? `${signs.slice(0, SHORT_SIGNS - 1).join('')}…` : signs.join('');
}

/** The same in quotation marks, for a sentence or a subject of ours to a reader who did not ask for them. */
export const quoted = (words: string) => `“${shortLine(words).replace(/[“”"]/g, "'")}”`;

/** A moment that reads the same everywhere: '22 November 2026, 14:05 UTC'. */
export const moment = (at: Date) => momentWords(at.toISOString());
