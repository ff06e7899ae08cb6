import { EMAIL_PATTERN } from '@vialproof/contract/credentials';

/** An address for comparison: trimmed, NFKC, lower case, with its domain in DNS form ('bücher' is 'xn--bcher-kva'). */
export function normalizeEmail(email: string): string {
  // Folding can turn a sign into a space, and lower case can change the form: so trim and fold at the end.
  const folded = email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // The DNS form drops invisible signs: an invalid address must not become valid by it.
  if (isAscii(domain) || !EMAIL_PATTERN.test(folded)) return folded;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${folded.slice(0, at)}@${new URL(address).hostname}` : folded;
}

/** The mailbox of a normalized address: the part after + is ignored. For counting, not for sending. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@[^@]*$)/, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/** Whether a text can be the address of an account; others are not looked up. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL_PATTERN.test(text);
}
