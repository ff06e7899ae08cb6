import type { Platform } from '../../platform/platform.ts';
import type { CertificatesContext } from '../certificates/certificates.service.ts';
import type { GroupsContext } from '../group-tests/group-tests.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PaymentsContext } from '../payments/payments.service.ts';
import type { RegistrationsContext } from '../registrations/registrations.service.ts';
import type { ResultsContext } from '../results/results.service.ts';
import type { TurnaroundContext } from '../turnaround/turnaround.service.ts';

export { listOwnPayments, listOwnTests, readOwnStats, readOwnTest } from './dashboard.queries.ts';
export {
  publishOwnRawFiles,
  publishTest,
  putTestTracking,
  putTestVisibility,
  setTestDisclosure,
} from './use-cases/change-test.ts';
export { drawIntakeLabels, drawParcelLabels } from './use-cases/draw-labels.ts';

export type DashboardContext = {
  platform: Platform;
  orders: OrdersContext;
  results: ResultsContext;
  certificates: CertificatesContext;
  payments: PaymentsContext;
  groups: GroupsContext;
  registrations: RegistrationsContext;
  turnaround: TurnaroundContext;
};

/** The tests of customers: orders with their results. */
export function createDashboardContext(
  platform: Platform,
  deps: Omit<DashboardContext, 'platform'>,
): DashboardContext {
  return { platform, ...deps };
}
