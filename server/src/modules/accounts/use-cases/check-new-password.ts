import { COMMON_PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { UserRow } from '../accounts.tables.ts';
import { isCommonPassword } from '../rules/passwords.ts';

/**
 * Refuses a password that is easy to guess with `invalid_fields`. The person's names and address are easy to guess,
 * too.
 */
export function checkNewPassword(
  { platform }: AccountsContext,
  password: string,
  { email, firstName, lastName }: Pick<UserRow, 'email' | 'firstName' | 'lastName'>,
): Refusal | undefined {
  const own = [platform.config.brandName, email, firstName, lastName];
  if (!isCommonPassword(password, own)) return undefined;
  return refuse('invalid_fields', COMMON_PASSWORD_MESSAGE, {
    errors: [{ path: 'password', message: COMMON_PASSWORD_MESSAGE }],
  });
}
