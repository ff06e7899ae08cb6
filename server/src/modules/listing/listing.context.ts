import type { Platform } from '../../platform/platform.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Publications } from '../publications/publications.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Results } from '../results/results.service.ts';

export type ListingContext = {
  platform: Platform;
  publications: Publications;
  orders: Orders;
  results: Results;
  certificates: Certificates;
  registrations: Registrations;
  makers: Makers;
};
