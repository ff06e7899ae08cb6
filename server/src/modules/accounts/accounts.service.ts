import { bindContext } from '../../platform/bind-context.ts';
import { handleMails } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AfterAccounts, createAccountsContext } from './accounts.context.ts';
import { registerPrivacyPart } from './accounts.privacy.ts';
import * as queries from './accounts.queries.ts';
import { readOwnSecurityLog, searchSecurityLog } from './security-log.queries.ts';
import { findStaffMember, listPeople, listStaff } from './staff.queries.ts';
import { addProgram } from './use-cases/add-program.ts';
import { answerChallenge } from './use-cases/answer-challenge.ts';
import { authenticateViewer } from './use-cases/authenticate-viewer.ts';
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './use-cases/change-email.ts';
import { changePassword } from './use-cases/change-password.ts';
import { confirmSignature } from './use-cases/confirm-signature.ts';
import { createVerifiedAccount } from './use-cases/create-verified-account.ts';
import { deleteAccount, describeDeletion } from './use-cases/delete-account.ts';
import {
  removeSecondFactor,
  resetSecondFactor,
  switchOffSecondFactor,
} from './use-cases/disable-second-factor.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
} from './use-cases/enable-second-factor.ts';
import { accountMailJob, codeMailJob, resetLookJob } from './use-cases/enqueue-mail.ts';
import { exportPersonalData } from './use-cases/export-personal-data.ts';
import { grantRole, putRole } from './use-cases/grant-role.ts';
import { unlinkProvider } from './use-cases/link-provider.ts';
import { mailResets } from './use-cases/mail-resets.ts';
import { openSession } from './use-cases/open-session.ts';
import { refreshSession } from './use-cases/refresh-session.ts';
import { registerAccount, resendCode } from './use-cases/register-account.ts';
import { requestReset, setNewPassword, verifyResetCode } from './use-cases/reset-password.ts';
import { sendMail } from './use-cases/send-mail.ts';
import { signIn } from './use-cases/sign-in.ts';
import * as provider from './use-cases/sign-in-with-provider.ts';
import { endOtherSessions, endSession, signOut } from './use-cases/sign-out.ts';
import { sweepAccounts, sweepAccountsJob } from './use-cases/sweep-accounts.ts';
import { updateProfile } from './use-cases/update-profile.ts';
import { verifyEmail } from './use-cases/verify-email.ts';

export type { Person } from './accounts.presenter.ts';
export type { PrivacyPart } from './accounts.privacy.ts';
export { soundsOfficial } from './rules/display-names.ts';
export { mailboxOf, normalizeEmail } from './rules/email.ts';
export { accountMailJob, codeMailJob } from './use-cases/enqueue-mail.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** People: their accounts, sessions, profiles and roles. */
export function createAccounts(platform: Platform, after: AfterAccounts) {
  const ctx = createAccountsContext(platform, after);
  platform.mail.askForConsent((address) => queries.wantsNews(ctx, address));
  handleMails(platform, accountMailJob, (mail) => sendMail(ctx, mail));
  handleMails(platform, codeMailJob, (mail) => sendMail(ctx, mail));
  platform.jobs.handle(resetLookJob, (look) => mailResets(ctx, look));
  platform.jobs.handle(sweepAccountsJob, () => sweepAccounts(ctx));
  return {
    ...bindContext(ctx, {
      authenticate: authenticateViewer,
      register: registerAccount,
      resendCode,
      verifyEmail,
      login: signIn,
      answerChallenge,
      refresh: refreshSession,
      logout: signOut,
      requestReset,
      verifyResetCode,
      setNewPassword,
      changePassword,
      grantRole,
      describeSecurity: queries.describeSecurity,
      selectBuyer: queries.selectBuyer,
      selectProfile: queries.selectProfile,
      updateProfile,
      findPeople: queries.findPeople,
      findPeopleNamed: queries.findPeopleNamed,
      exists: queries.accountExists,
      selectEmail: queries.selectEmail,
      createVerified: createVerifiedAccount,
      addProgram,
    }),
    sessions: bindContext(ctx, {
      open: openSession,
      list: queries.listSessions,
      end: endSession,
      endOthers: endOtherSessions,
    }),
    secondFactor: bindContext(ctx, {
      begin: beginSecondFactor,
      confirm: confirmSecondFactor,
      renewCodes: renewRecoveryCodes,
      switchOff: switchOffSecondFactor,
    }),
    ...bindContext(ctx, { confirmSignature }),
    securityLog: bindContext(ctx, { mine: readOwnSecurityLog, search: searchSecurityLog }),
    /** Who may do what: roles, given and taken by admins and by the command line. */
    roles: bindContext(ctx, {
      listPeople,
      list: listStaff,
      find: findStaffMember,
      put: putRole,
      removeSecondFactor,
      resetSecondFactor,
    }),
    emailChange: bindContext(ctx, {
      request: requestEmailChange,
      confirm: confirmEmailChange,
      cancel: cancelEmailChange,
    }),
    privacy: bindContext(ctx, {
      register: registerPrivacyPart,
      export: exportPersonalData,
      describeDeletion,
      delete: deleteAccount,
    }),
    /** Signing in with Google and Discord, where this installation is configured for it. */
    providers: bindContext(ctx, {
      isConfigured: provider.isProviderConfigured,
      start: provider.startProviderSignIn,
      comeBack: provider.finishProviderSignIn,
      exchange: provider.exchangeProviderCode,
      unlink: unlinkProvider,
    }),
    /** What the background jobs do. */
    work: bindContext(ctx, { sweep: sweepAccounts }),
  };
}
