import { handleMails } from '../../platform/mail/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { ChromatogramsContext } from '../chromatograms/chromatograms.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import { type ResultsContext, registerSenders } from '../results/results.service.ts';
import { findSentTraces } from './imports.queries.ts';
import { keyMailJob, remindOfKeys, remindOfKeysJob, sendKeyMail } from './use-cases/remind-of-keys.ts';

export { listImportIds, readImports, readKeys } from './imports.queries.ts';
export { answerImport } from './use-cases/answer-import.ts';
export { assignImport, dismissImport } from './use-cases/decide-import.ts';
export { authenticateKey, makeKey, revokeKey } from './use-cases/manage-keys.ts';
export { receiveImport } from './use-cases/receive-import.ts';
export { keyMailJob, remindOfKeys } from './use-cases/remind-of-keys.ts';

export type ImportsContext = {
  platform: Platform;
  accounts: AccountsContext;
  orders: OrdersContext;
  chromatograms: ChromatogramsContext;
  results: ResultsContext;
};

/** Chromatograms that programs send, and the list of those without a known sample. */
export function createImportsContext(
  platform: Platform,
  deps: Omit<ImportsContext, 'platform'>,
): ImportsContext {
  const ctx: ImportsContext = { platform, ...deps };
  registerSenders(deps.results, findSentTraces);
  handleMails(platform, keyMailJob, (mail) => sendKeyMail(ctx, mail));
  platform.jobs.handle(remindOfKeysJob, () => remindOfKeys(ctx));
  return ctx;
}
