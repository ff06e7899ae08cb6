import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import { verifyTest } from './use-cases/verify-test.ts';
import type { VerificationContext } from './verification.context.ts';

export type Verifying = ReturnType<typeof createVerification>;

/** Checks a task number with its unique key. */
export function createVerification(platform: Platform, deps: { certificates: Certificates }) {
  const ctx: VerificationContext = { platform, ...deps };
  return bindContext(ctx, { verify: verifyTest });
}
