import { createHash } from 'node:crypto';
import { usualHeaders } from './usual-headers.ts';

const SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g;

/**
 * The final HTML of a page, and the hashes of its inline scripts for the Content-Security-Policy. Only scripts with
 * `mark`, a secret of this rendering, are hashed: injected scripts do not run. The mark is removed, so that the same
 * page has the same bytes each time and can be cached.
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

/** Only pages of the laboratory (photos of vials) and /verify (codes) need a camera. Routes match in any case. */
const WITH_CAMERA = /^\/(?:lab(?:[/?]|$)|verify\/?(?:\?|$))/i;

/**
 * The policy of a worker's file: it may make no requests, and only a worker may compile WebAssembly. A worker uses the
 * policy of its own file, not that of its page.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/**
 * The headers of a page. `address`: its path and query; `hashes` is absent in development, where the builder injects
 * its own scripts.
 */
export function pageHeaders(options: {
  address: string;
  hashes: string[] | undefined;
  production: boolean;
}): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // The address of /verify can contain a unique key: other sites must not receive it as referrer.
    ...usualHeaders(options.production),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': `camera=(${WITH_CAMERA.test(options.address) ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
    ...(options.hashes ? { 'Content-Security-Policy': policy(options.hashes) } : {}),
  };
}

function policy(hashes: string[]): string {
  return [
    "default-src 'self'",
    // 'strict-dynamic' works with nonces only: it would not trust imports of a hashed module.
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
