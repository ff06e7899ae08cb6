import { bindContext } from '../../platform/bind-context.ts';
import { handleMails } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ImportsContext } from './imports.context.ts';
import { findSentTraces, listImportIds, readImports, readKeys } from './imports.queries.ts';
import { answerImport } from './use-cases/answer-import.ts';
import { assignImport, dismissImport } from './use-cases/decide-import.ts';
import { authenticateKey, makeKey, revokeKey } from './use-cases/manage-keys.ts';
import { receiveImport } from './use-cases/receive-import.ts';
import { keyMailJob, remindOfKeys, remindOfKeysJob, sendKeyMail } from './use-cases/remind-of-keys.ts';

export { keyMailJob } from './use-cases/remind-of-keys.ts';
export type Imports = ReturnType<typeof createImports>;

/** Traces that programs send with a key of the laboratory, and the queue of those whose sample nobody knows yet. */
export function createImports(platform: Platform, deps: Omit<ImportsContext, 'platform'>) {
  const ctx: ImportsContext = { platform, ...deps };
  deps.results.registerSenders(findSentTraces);
  handleMails(platform, keyMailJob, (mail) => sendKeyMail(ctx, mail));
  platform.jobs.handle(remindOfKeysJob, () => remindOfKeys(ctx));
  return {
    ...bindContext(ctx, {
      authenticate: authenticateKey,
      keys: readKeys,
      makeKey,
      revokeKey,
      receive: receiveImport,
      list: readImports,
      listImportIds,
      assign: assignImport,
      answer: answerImport,
      dismiss: dismissImport,
    }),
    /** What the background jobs do. */
    work: bindContext(ctx, { remindOfKeys }),
  };
}
