import { z } from 'zod';

/** `next`: the page to open after the sign-in, a path of this site. Any other value is ignored. */
export const ProviderStartQuery = z.object({ next: z.string().max(500).optional() });

/** The query of the callback as OAuth 2 defines it; a provider may add other values. */
export const ProviderCallbackQuery = z
  .object({
    code: z.string().max(4096).optional(),
    state: z.string().max(512).optional(),
    error: z.string().max(200).optional(),
  })
  .loose();

export const ExchangeBody = z.object({ code: z.string().min(1).max(256) });

/**
 * The values of `/login#provider_error=…`: the person declined; the provider did not answer; its answer was invalid; it
 * does not confirm the e-mail address.
 */
export const PROVIDER_ERRORS = ['denied', 'unavailable', 'failed', 'email_unverified'] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];
