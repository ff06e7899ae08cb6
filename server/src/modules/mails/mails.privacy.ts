import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { deleteMailsOf, listWaitingOf } from './mails.store.ts';

/** What a person's export holds of the mails that wait, and what a deletion does to them. */
export function mailsPrivacy({ db }: Platform): PrivacyPart {
  return {
    name: 'waiting_mails',
    export: (userId) => listWaitingOf(db.orm, userId),
    erase: (tx, userId) => deleteMailsOf(tx, userId),
  };
}
