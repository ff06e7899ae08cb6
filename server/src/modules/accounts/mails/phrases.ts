import { CODE_SECONDS } from '../rules/codes.ts';

export const CODE_LIFE = `It works once, for ${CODE_SECONDS / 60} minutes. If you asked for several, only the newest works.`;

/** What a mail program makes a link of. */
const LINK = /[/\\:@]|[.。][\p{L}\p{N}]/u;

/** People who came from another site may have brought no name; one that could be read as an address is left out. */
export function greet(firstName: string): string {
  return firstName && !LINK.test(firstName.normalize('NFKC')) ? `Hello ${firstName},` : 'Hello,';
}
