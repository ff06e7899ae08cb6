import type { Platform } from '../../platform/platform.ts';
import {
  type AccountsContext,
  findPeople,
  normalizeEmail,
  type PrivacyPart,
} from '../accounts/accounts.service.ts';
import { deleteMailsOf, listWaitingOf } from './mails.store.ts';

/** A person's waiting mails, for the export and the deletion. */
export function mailsPrivacy({ db }: Platform, { accounts }: { accounts: AccountsContext }): PrivacyPart {
  return {
    name: 'waiting_mails',
    export: (userId) => listWaitingOf(db.orm, userId),
    async erase(tx, userId) {
      const person = (await findPeople(accounts, [userId], tx)).get(userId);
      await deleteMailsOf(tx, userId, normalizeEmail(person?.email ?? ''));
    },
  };
}
