import { layOutMail, type MailBlock, type MailText } from '../../../platform/mail-layout.ts';

export type { MailText };

type Letter = {
  subject: string;
  brand: string;
  greeting: string;
  /** Plain sentences; a link stands alone in its paragraph. */
  before: string[];
  code?: string;
  after: string[];
};

/** A letter to the owner of an account, in the layout of all mails. */
export function writeLetter({ subject, brand, greeting, before, code, after }: Letter): MailText {
  const codeBlocks: MailBlock[] = code === undefined ? [] : [{ kind: 'code', text: code }];
  const blocks = [...[greeting, ...before].map(blockOf), ...codeBlocks, ...after.map(blockOf)];
  return layOutMail({ name: brand }, { subject, blocks });
}

/** People who came from another site may have brought no name. */
export const greet = (firstName: string): string => (firstName ? `Hello ${firstName},` : 'Hello,');

function blockOf(line: string): MailBlock {
  return /^https?:\/\/\S+$/.test(line) ? { kind: 'address', url: line } : { kind: 'paragraph', text: line };
}
