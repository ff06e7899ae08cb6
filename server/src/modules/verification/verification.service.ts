import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { CertificatesContext } from '../certificates/certificates.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { ResultsContext } from '../results/results.service.ts';

export { comparePaper } from './use-cases/compare-paper.ts';
export { forgetComparisons } from './use-cases/forget-comparisons.ts';
export { verifyTest } from './use-cases/verify-test.ts';

/** A test is looked up far more often than it used to be. */
export type UnusualLookups = { requestId: string; ownerId: string; day: string; today: number };

/** In a month ('YYYY-MM') a tenth different value was compared with a line of a certificate. */
export type ManyCompared = { requestId: string; ownerId: string; month: string };

export type VerificationContext = {
  platform: Platform;
  certificates: CertificatesContext;
  orders: OrdersContext;
  results: ResultsContext;
  /** What follows, at most once a week of one test. */
  afterManyLookups: (tx: Tx, lookups: UnusualLookups) => Promise<void>;
  afterManyComparisons: (tx: Tx, compared: ManyCompared) => Promise<void>;
};

/** Checks a task number with its unique key, and what a paper says of it. */
export function createVerificationContext(
  platform: Platform,
  deps: Omit<VerificationContext, 'platform'>,
): VerificationContext {
  return { platform, ...deps };
}
