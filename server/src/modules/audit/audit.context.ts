import type { Platform } from '../../platform/platform.ts';

export type AuditContext = { platform: Platform };
