import type { Platform } from '../../platform/platform.ts';

export type InvoicesContext = { platform: Platform };
