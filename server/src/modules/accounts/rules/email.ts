import { EMAIL_PATTERN } from '@vialproof/contract/credentials';

/** An address as it is compared: trimmed, NFKC, lower case, its domain as DNS has it ('bücher' is 'xn--bcher-kva'). */
export function normalizeEmail(email: string): string {
  // Folding can make a space of a sign, and small letters another spelling: so trimmed and folded at the end.
  const folded = email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // DNS spelling drops signs that cannot be seen: what is no address before must not become one by it.
  if (isAscii(domain) || !EMAIL_PATTERN.test(folded)) return folded;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${folded.slice(0, at)}@${new URL(address).hostname}` : folded;
}

/** The mailbox that a normalized address leads to: what stands behind a + in front of the @ names no other. For counting, not for sending. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@[^@]*$)/, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/** Whether a text can be the address of an account; anything else is looked for in vain, so it is not looked for. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL_PATTERN.test(text);
}
