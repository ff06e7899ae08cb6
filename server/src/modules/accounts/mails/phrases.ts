import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { UNKNOWN_DEVICE } from '../rules/devices.ts';

export const CODE_LIFE = `It works once, for ${CODE_SECONDS / 60} minutes. If you asked for several, only the newest works.`;

export const CODES_LIFE = `Each works once, for ${CODE_SECONDS / 60} minutes.`;

/** Text that mail programs turn into links. */
const LINK = /[/\\:@]|[.。][\p{L}\p{N}]/u;

/** The greeting of a mail. It omits a missing name, and a name that looks like an address. */
export function greet(firstName: string): string {
  return firstName && !LINK.test(firstName.normalize('NFKC')) ? `Hello ${firstName},` : 'Hello,';
}

/** The name that a browser gives itself, such as 'Firefox on Linux'; the browser's user controls this text. */
export function nameBrowser(device: string): string {
  const isNamed = device !== UNKNOWN_DEVICE && !LINK.test(device.normalize('NFKC'));
  return isNamed ? device : 'A browser that did not say its name';
}
