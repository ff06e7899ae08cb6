import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';

/** Headers of a page that needs no script; returns the nonce of its style. */
export function armour(c: Context, merchant: (string | null)[]): string {
  const nonce = randomBytes(16).toString('base64url');
  // A form's redirect counts as its action, so the merchant's own addresses are named.
  const targets = merchant.flatMap((url) => (url ? [new URL(url).origin] : []));
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${[...new Set(targets)].join(' ')}`,
  );
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cache-Control', 'no-store');
  return nonce;
}
