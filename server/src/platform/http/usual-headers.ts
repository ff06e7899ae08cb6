/** What every answer carries, whatever it is: nothing is taken for another type, no other site shows it as its own or learns where somebody came from, and in production all goes over TLS. */
export function usualHeaders(production: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(production ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** What goes with it where pages of other sites show or read an answer: pictures of links, feeds, the log. */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
