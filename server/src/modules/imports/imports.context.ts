import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';

export type ImportsContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  chromatograms: Chromatograms;
  results: Results;
};
