import { z } from 'zod';

/** Where to go after the sign-in: a path of this site; anything else is left out. */
export const ProviderStartQuery = z.object({ next: z.string().max(500).optional() });

/** As OAuth 2 defines them; a provider may add others. */
export const ProviderCallbackQuery = z
  .object({
    code: z.string().max(4096).optional(),
    state: z.string().max(512).optional(),
    error: z.string().max(200).optional(),
  })
  .loose();

export const ExchangeBody = z.object({ code: z.string().min(1).max(256) });

/**
 * What stands in `/login#provider_error=…`: the person said no; the provider does not answer; its answer did not fit;
 * it does not vouch for the e-mail address.
 */
export const PROVIDER_ERRORS = ['denied', 'unavailable', 'failed', 'email_unverified'] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];
