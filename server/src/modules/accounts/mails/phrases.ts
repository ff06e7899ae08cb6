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

/** What a mail program makes a link of. */
const LINK = /[/\\:@]|[.。][\p{L}\p{N}]/u;

/** People who came from another site may have brought no name; one that could be read as an address is left out. */
export function greet(firstName: string): string {
  return firstName && !LINK.test(firstName.normalize('NFKC')) ? `Hello ${firstName},` : 'Hello,';
}

function blockOf(line: string): MailBlock {
  return /^https?:\/\/\S+$/.test(line) ? { kind: 'address', url: line } : { kind: 'paragraph', text: line };
}
