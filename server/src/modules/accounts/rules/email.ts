import { EMAIL_PATTERN } from '@vialproof/contract/credentials';

/**
 * An e-mail address for comparison: small letters, and the domain in its technical form ('bücher' is 'xn--bcher-kva').
 */
export function normalizeEmail(email: string): string {
  // Normalizing can create spaces and capitals, so these are removed last.
  const folded = email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // The DNS form drops invisible characters, which must not make an invalid address valid.
  if (isAscii(domain) || !EMAIL_PATTERN.test(folded)) return folded;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${folded.slice(0, at)}@${new URL(address).hostname}` : folded;
}

/** The mailbox of an address, without the part after +. Only for counting mails. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@[^@]*$)/, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/** Whether a text can be an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL_PATTERN.test(text);
}
