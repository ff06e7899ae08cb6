import type { Platform } from '../../platform/platform.ts';
import type { Certificates } from '../certificates/certificates.service.ts';

export type VerificationContext = { platform: Platform; certificates: Certificates };
