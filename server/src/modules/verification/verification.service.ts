import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { comparePaper } from './use-cases/compare-paper.ts';
import { forgetComparisons } from './use-cases/forget-comparisons.ts';
import { verifyTest } from './use-cases/verify-test.ts';
import type { VerificationContext } from './verification.context.ts';

export type { ManyCompared, UnusualLookups } from './verification.context.ts';
export type Verifying = ReturnType<typeof createVerification>;

/** Checks a task number with its unique key, and what a paper says of it. */
export function createVerification(platform: Platform, deps: Omit<VerificationContext, 'platform'>) {
  const ctx: VerificationContext = { platform, ...deps };
  return bindContext(ctx, { verify: verifyTest, compare: comparePaper, forgetComparisons });
}
