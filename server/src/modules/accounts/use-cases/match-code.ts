import { randomUUID } from 'node:crypto';
import { CODE_ATTEMPTS } from '@vialproof/contract/mailed-codes';
import type { AccountsContext } from '../accounts.context.ts';
import type { CodePurpose } from '../accounts.tables.ts';
import { type Asker, countAttempt } from '../codes.store.ts';
import { isSameMac, macsOf } from '../rules/codes.ts';
import { isEmail, normalizeEmail } from '../rules/email.ts';

/** Counts a try of a mailed code. After a right code, the caller must use it up with `consumeCode`. */
export async function matchCode(
  { platform, secrets }: AccountsContext,
  email: string,
  purpose: CodePurpose,
  text: string,
  asker: Asker,
): Promise<{ id: string; userId: string } | undefined> {
  const address = normalizeEmail(email);
  const sought = isEmail(address) ? address : '';
  const now = platform.clock.now();
  const attempt = await countAttempt(platform.db, sought, purpose, asker, CODE_ATTEMPTS, now);
  // For an unknown code the server does the same work, so it takes the same time.
  const possible = macsOf(secrets.all, purpose, attempt?.id ?? randomUUID(), text);
  const isRight = possible.some((mac) => isSameMac(mac, attempt?.code_mac));
  return attempt && isRight ? { id: attempt.id, userId: attempt.user_id } : undefined;
}
