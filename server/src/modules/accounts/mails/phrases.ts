import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { UNKNOWN_DEVICE } from '../rules/devices.ts';

export const CODE_LIFE = `It works once, for ${CODE_SECONDS / 60} minutes. If you asked for several, only the newest works.`;

export const CODES_LIFE = `Each works once, for ${CODE_SECONDS / 60} minutes.`;

/** Text that mail programs turn into a link. */
const LINK = /[/\\:@]|[.。][\p{L}\p{N}]/u;

/** The greeting of a mail. A name that looks like an address is left out. */
export function greet(firstName: string): string {
  return firstName && !LINK.test(firstName.normalize('NFKC')) ? `Hello ${firstName},` : 'Hello,';
}

/** The name of a browser for a mail. Anybody can choose this name. */
export function nameBrowser(device: string): string {
  const isNamed = device !== UNKNOWN_DEVICE && !LINK.test(device.normalize('NFKC'));
  return isNamed ? device : 'A browser that did not say its name';
}

/** A passkey for a mail. A name that looks like an address is left out. */
export function namePasskey(name: string): string {
  return LINK.test(name.normalize('NFKC')) ? 'A passkey' : `The passkey “${name}”`;
}
