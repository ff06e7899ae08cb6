/** What every answer carries, whatever it is: nothing is taken for another type, no site learns where somebody came from, and in production all goes over TLS. */
export function usualHeaders(production: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(production ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
