import type { Platform } from '../../platform/platform.ts';
import type { Topic } from '../../platform/topic.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Results } from '../results/results.service.ts';

export type ListingContext = {
  platform: Platform;
  orders: Orders;
  results: Results;
  certificates: Certificates;
  chromatograms: Chromatograms;
  registrations: Registrations;
  makers: Makers;
  changed: Topic<{ requestId: string }>;
};
