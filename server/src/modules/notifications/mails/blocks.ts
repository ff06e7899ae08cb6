import { type MailBlock, quote, rows } from '../../../platform/mail/mail-content.ts';

export type Lab = { name: string; address: string };

export const sendTo = ({ name, address }: Lab): MailBlock => rows(['Send it to', `${name}\n${address}`]);

/** Rows with the task number and, for permitted readers, the key. */
export const numberRows = (taskNumber: number, uniqueKey: string | null): MailBlock =>
  rows(['Task number', String(taskNumber)], ['Unique key', uniqueKey]);

/** A quoted text of a person; empty without one. */
export const quoteBlocks = (introduction: string, words: string | null): MailBlock[] =>
  words ? [introduction, quote(words)] : [];
