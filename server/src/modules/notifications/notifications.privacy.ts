import type { Platform } from '../../platform/platform.ts';
import type { Accounts, PrivacyPart } from '../accounts/accounts.service.ts';
import { forgetRecipient, listDispatches } from './notifications.store.ts';

/** Which mails about orders went to somebody. */
export function notificationsPrivacy({ db }: Platform, { accounts }: { accounts: Accounts }): PrivacyPart {
  return {
    name: 'mails_about_orders',
    async export(userId) {
      const sent = await listDispatches(db.orm, await accounts.selectEmail(userId));
      return sent.map(({ template, sentAt }) => ({ kind: template, sent_at: sentAt?.toISOString() ?? null }));
    },
    async erase(tx, userId) {
      await forgetRecipient(tx, await accounts.selectEmail(userId));
    },
  };
}
