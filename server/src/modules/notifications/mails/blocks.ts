import { type MailBlock, quote, rows } from '../../../platform/mail/mail-content.ts';

export type Lab = { name: string; address: string };

export const sendTo = ({ name, address }: Lab): MailBlock => rows(['Send it to', `${name}\n${address}`]);

/** The task number, and the certificate's key for those who may see it. */
export const numberRows = (taskNumber: number, uniqueKey: string | null): MailBlock =>
  rows(['Task number', String(taskNumber)], ['Unique key', uniqueKey]);

/** What a person wrote, as a quotation. Nothing if the text is empty. */
export const quoteBlocks = (introduction: string, words: string | null): MailBlock[] =>
  words ? [introduction, quote(words)] : [];
