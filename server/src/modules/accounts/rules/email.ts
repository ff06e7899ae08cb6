import { EMAIL_PATTERN } from '@vialproof/contract/credentials';

/** The form to compare addresses: trimmed, NFKC, lower case, the domain in DNS form ('bücher' is 'xn--bcher-kva'). */
export function normalizeEmail(email: string): string {
  // Folding can turn a sign into a space, and lower case can need folding: so fold and trim at the end.
  const folded = email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // The DNS form drops invisible signs. That must not turn an invalid address into a valid one.
  if (isAscii(domain) || !EMAIL_PATTERN.test(folded)) return folded;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${folded.slice(0, at)}@${new URL(address).hostname}` : folded;
}

/** The mailbox of a normalized address: the part after + is dropped. For counting mails, never for sending them. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@[^@]*$)/, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/** Whether a text can be the address of an account; no account is looked up for other texts. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL_PATTERN.test(text);
}
