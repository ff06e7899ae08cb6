import { visibleLine } from '@vialproof/contract/plain-line';
import { momentWords } from '@vialproof/science/calendar/dates';

/** One part of a mail, written both as text and as HTML. */
export type MailBlock =
  | string
  /** Names with values, line by line. */
  | { kind: 'facts'; rows: [label: string, value: string][] }
  /** A one-time code that the reader enters on the site. */
  | { kind: 'code'; text: string }
  | { kind: 'steps'; items: string[] }
  /** What another person has written. */
  | { kind: 'quote'; text: string }
  /** The most important link, with http or https. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  /** A link with its address as text. */
  | { kind: 'address'; url: string }
  | { kind: 'small'; text: string };

/** The contents of a mail, without its reader. */
export type MailContent = {
  subject: string;
  /** By default, the subject. */
  heading?: string;
  blocks: MailBlock[];
};

/** Rows of names with values; empty ones are left out. */
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

/** The longest text of a stranger that a mail contains. */
const SHORT_SIGNS = 60;

/** A stranger's text on one line, shortened. */
export function shortLine(words: string): string {
  const signs = [...visibleLine(words.replace(/\s+/g, ' '))];
  return signs.length > SHORT_SIGNS ? `${signs.slice(0, SHORT_SIGNS - 1).join('')}…` : signs.join('');
}

/** A short text in quotation marks. */
export const quoted = (words: string) => `“${shortLine(words).replace(/[“”"]/g, "'")}”`;

/** A time in UTC: '22 November 2026, 14:05 UTC'. */
export const moment = (at: Date) => momentWords(at.toISOString());
