import { createHash } from 'node:crypto';
import { usualHeaders } from './usual-headers.ts';

const SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g;

/**
 * A page as it is sent, and the hashes of its inline scripts for the Content-Security-Policy. Only scripts that carry
 * `mark`, a secret of this rendering, are hashed: what slipped into the page in another way does not run. The mark is
 * taken out, so that the same page is the same bytes each time and can be kept.
 */
export function sealScripts(html: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT)) {
    if (attributes.includes(attribute) && !/\ssrc=/.test(attributes)) {
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  }
  return { html: html.replaceAll(attribute, ''), hashes: [...hashes] };
}

/**
 * Vials are photographed in the laboratory, codes on /verify; nowhere else does a page need a camera. Routes are found in
 * capitals, too.
 */
const WITH_CAMERA = /^\/(?:lab(?:[/?]|$)|verify\/?(?:\?|$))/i;

/**
 * What the file of a worker is sent with: it may call nobody, and alone may compile WebAssembly. A worker keeps the policy of
 * its own file; that of its page does not reach it.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/**
 * What a page is sent with. `address`: its path and query; `hashes` absent in development, where the builder injects
 * scripts of its own.
 */
export function pageHeaders(options: {
  address: string;
  hashes: string[] | undefined;
  production: boolean;
}): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // A unique key can stand in the address of /verify: no other site is told where somebody came from.
    ...usualHeaders(options.production),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': `camera=(${WITH_CAMERA.test(options.address) ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
    ...(options.hashes ? { 'Content-Security-Policy': policy(options.hashes) } : {}),
  };
}

function policy(hashes: string[]): string {
  return [
    "default-src 'self'",
    // 'strict-dynamic' goes with nonces only: what a hashed module imports would not be trusted by it.
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
