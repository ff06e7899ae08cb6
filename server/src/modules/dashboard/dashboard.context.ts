import type { Platform } from '../../platform/platform.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Results } from '../results/results.service.ts';
import type { Turnarounds } from '../turnaround/turnaround.service.ts';

export type DashboardContext = {
  platform: Platform;
  orders: Orders;
  results: Results;
  certificates: Certificates;
  payments: Payments;
  groups: Groups;
  registrations: Registrations;
  turnaround: Turnarounds;
};
