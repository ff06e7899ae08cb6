import { z } from 'zod';

/** `next`: the page of this site to open after the sign-in. Any other value is ignored. */
export const ProviderStartQuery = z.object({ next: z.string().max(500).optional() });

export const ProviderCallbackQuery = z
  .object({
    code: z.string().max(4096).optional(),
    state: z.string().max(512).optional(),
    error: z.string().max(200).optional(),
  })
  .loose();

export const ExchangeBody = z.object({ code: z.string().min(1).max(256) });

/**
 * Why a sign-in with Google or Discord failed: the person declined, no answer came, the answer was invalid, or the
 * address is not verified.
 */
export const PROVIDER_ERRORS = ['denied', 'unavailable', 'failed', 'email_unverified'] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];
