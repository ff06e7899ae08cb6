import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { UNKNOWN_DEVICE } from '../rules/devices.ts';

export const CODE_LIFE = `It works once, for ${CODE_SECONDS / 60} minutes. If you asked for several, only the newest works.`;

export const CODES_LIFE = `Each works once, for ${CODE_SECONDS / 60} minutes.`;

/** What a mail program makes a link of. */
const LINK = /[/\\:@]|[.。][\p{L}\p{N}]/u;

/** People who came from another site may have brought no name; one that could be read as an address is left out. */
export function greet(firstName: string): string {
  return firstName && !LINK.test(firstName.normalize('NFKC')) ? `Hello ${firstName},` : 'Hello,';
}

/** What a browser calls itself, 'Firefox on Linux'; the words are those of whoever uses it. */
export function nameBrowser(device: string): string {
  const isNamed = device !== UNKNOWN_DEVICE && !LINK.test(device.normalize('NFKC'));
  return isNamed ? device : 'A browser that did not say its name';
}
