import type { Platform } from '../../platform/platform.ts';
import type { Orders } from '../orders/orders.service.ts';

export type AuditContext = { platform: Platform; orders: Pick<Orders, 'findForStaff' | 'notOwn'> };
