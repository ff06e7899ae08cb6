import { handleMails } from '../../platform/mail/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountsContext, type AfterAccounts, accountsContext } from './accounts.context.ts';
import { wantsNews } from './accounts.queries.ts';
import { accountMailJob, codeMailJob, resetLookJob } from './use-cases/enqueue-mail.ts';
import { mailResets } from './use-cases/mail-resets.ts';
import { sendMail } from './use-cases/send-mail.ts';
import { sweepAccounts, sweepAccountsJob } from './use-cases/sweep-accounts.ts';

export type { AccountsContext } from './accounts.context.ts';
export type { Person } from './accounts.presenter.ts';
export type { PrivacyPart } from './accounts.privacy.ts';
export { registerPrivacyPart } from './accounts.privacy.ts';
export {
  accountExists,
  describeSecurity,
  findPeople,
  findPeopleNamed,
  listPasskeys,
  listSessions,
  selectBuyer,
  selectEmail,
  selectProfile,
} from './accounts.queries.ts';
export { soundsOfficial } from './rules/display-names.ts';
export { mailboxOf, normalizeEmail } from './rules/email.ts';
export { readOwnSecurityLog, searchSecurityLog } from './security-log.queries.ts';
export { findStaffMember, listPeople, listStaff } from './staff.queries.ts';
export { addProgram } from './use-cases/add-program.ts';
export { admit } from './use-cases/admit-sign-in.ts';
export { answerSecondFactorChallenge } from './use-cases/answer-challenge.ts';
export { authenticateViewer } from './use-cases/authenticate-viewer.ts';
export { beginPasskey, challengePasskey } from './use-cases/challenge-passkey.ts';
export { cancelEmailChange, confirmEmailChange, requestEmailChange } from './use-cases/change-email.ts';
export { changePassword } from './use-cases/change-password.ts';
export { confirmSignature } from './use-cases/confirm-signature.ts';
export { createVerifiedAccount } from './use-cases/create-verified-account.ts';
export { deleteAccount, describeDeletion } from './use-cases/delete-account.ts';
export {
  removeSecondFactor,
  resetSecondFactor,
  switchOffSecondFactor,
} from './use-cases/disable-second-factor.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
} from './use-cases/enable-second-factor.ts';
export { accountMailJob, codeMailJob } from './use-cases/enqueue-mail.ts';
export { exportPersonalData } from './use-cases/export-personal-data.ts';
export { grantRole, putRole } from './use-cases/grant-role.ts';
export { unlinkProvider } from './use-cases/link-provider.ts';
export { openAndSign, openSession } from './use-cases/open-session.ts';
export { refreshSession } from './use-cases/refresh-session.ts';
export { registerAccount, resendCode } from './use-cases/register-account.ts';
export { registerPasskey } from './use-cases/register-passkey.ts';
export { removePasskey } from './use-cases/remove-passkey.ts';
export { countSealed, resealAccounts, type SealedCounts } from './use-cases/reseal-accounts.ts';
export { requestPasswordReset, setNewPassword, verifyResetCode } from './use-cases/reset-password.ts';
export { signIn } from './use-cases/sign-in.ts';
export { signInWithPasskey } from './use-cases/sign-in-with-passkey.ts';
export {
  exchangeProviderCode,
  finishProviderSignIn,
  isProviderConfigured,
  startProviderSignIn,
} from './use-cases/sign-in-with-provider.ts';
export { endOtherSessions, endSession, signOut } from './use-cases/sign-out.ts';
export { sweepAccounts } from './use-cases/sweep-accounts.ts';
export { updateProfile } from './use-cases/update-profile.ts';
export { verifyEmail } from './use-cases/verify-email.ts';

/** People: their accounts, sessions, profiles and roles. */
export function createAccountsContext(platform: Platform, after: AfterAccounts): AccountsContext {
  const ctx = accountsContext(platform, after);
  platform.mail.askForConsent((address) => wantsNews(ctx, address));
  handleMails(platform, accountMailJob, (mail) => sendMail(ctx, mail));
  handleMails(platform, codeMailJob, (mail) => sendMail(ctx, mail));
  platform.jobs.handle(resetLookJob, (look) => mailResets(ctx, look));
  platform.jobs.handle(sweepAccountsJob, () => sweepAccounts(ctx));
  return ctx;
}
