/**
 * The headers of a built file of the pages: browsers must not guess types, other sites must not embed it, no referrer is
 * sent, and in production only https is used.
 */
export function fileHeaders(production: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(production ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The headers of every other answer: no page may show it in a frame. Pages and calls have a longer policy. */
export function usualHeaders(production: boolean): Record<string, string> {
  return { ...fileHeaders(production), 'Content-Security-Policy': "frame-ancestors 'none'" };
}

/** For answers that pages of other sites may show. */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
