/**
 * The headers of every answer: browsers must not guess types, other sites must not embed it, no page may show it in a
 * frame, no referrer is sent, and in production only https is used. Pages and calls have a longer policy.
 */
export function usualHeaders(production: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': "frame-ancestors 'none'",
    ...(production ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** For answers that pages of other sites may show. */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
