import type { Platform } from '../../platform/platform.ts';

export type MailsContext = { platform: Platform };
