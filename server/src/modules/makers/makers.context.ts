import type { Platform } from '../../platform/platform.ts';
import type { Topic } from '../../platform/topic.ts';
import type { Orders } from '../orders/orders.service.ts';

/** Whose subject is another than before, or is called otherwise: single requests, and all requests of makers. */
export type SubjectChange = { requestIds: string[]; makerIds: string[] };

export type MakersContext = { platform: Platform; orders: Orders; changed: Topic<SubjectChange> };
