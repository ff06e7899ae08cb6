import type { MailPayload } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';

/** The queue of mails about laboratory keys. */
export const KEY_MAIL = 'imports.key-mail';
export type KeyMailJob = MailPayload & { kind: 'lab_key_ends'; keyId: string; eventId: string };

export type ImportsContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  chromatograms: Chromatograms;
  results: Results;
};
