/** Headers of every answer: no MIME sniffing, no embedding by other sites, no referrer; TLS only in production. */
export function usualHeaders(production: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(production ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Added where pages of other sites show or read an answer: link previews, feeds, the log. */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
