import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import { comparePaper } from './use-cases/compare-paper.ts';
import { forgetComparisons } from './use-cases/forget-comparisons.ts';
import { verifyTest } from './use-cases/verify-test.ts';
import type { VerificationContext } from './verification.context.ts';

export type { ManyCompared, UnusualLookups } from './verification.context.ts';
export type Verifying = ReturnType<typeof createVerification>;

type Needs = Pick<VerificationContext, 'certificates' | 'orders' | 'results'>;

/** Checks a task number with its unique key, and what a paper says of it. */
export function createVerification(platform: Platform, deps: Needs) {
  const ctx: VerificationContext = {
    platform,
    ...deps,
    lookedUpOften: createTopic(),
    comparedOften: createTopic(),
  };
  return {
    lookedUpOften: ctx.lookedUpOften,
    comparedOften: ctx.comparedOften,
    ...bindContext(ctx, { verify: verifyTest, compare: comparePaper, forgetComparisons }),
  };
}
