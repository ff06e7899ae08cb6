import { createHash } from 'node:crypto';
import { usualHeaders } from './usual-headers.ts';

const SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g;

/**
 * The final HTML of a page, and the hashes of its scripts. Only these scripts may run: those that contain the secret
 * `mark`. The mark is then removed, so that the same page always has the same bytes.
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

/** Only pages of the laboratory and /verify need a camera. */
const WITH_CAMERA = /^\/(?:lab(?:[/?]|$)|verify\/?(?:\?|$))/i;

/** The rules for a worker's file: it may not load anything, and only here WebAssembly may run. */
export const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** Where browsers report what the policy of a page refused. */
export const CSP_REPORTS = '/csp-reports';

/** The headers of a page. `hashes`: of its scripts. Undefined in development. */
export function pageHeaders(options: {
  address: string;
  hashes: string[] | undefined;
  production: boolean;
}): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // The address of /verify can contain a key, so other sites must not get it.
    ...usualHeaders(options.production),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': `camera=(${WITH_CAMERA.test(options.address) ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
    ...(options.hashes ? { 'Content-Security-Policy': policy(options.hashes, options.production) } : {}),
    ...(options.hashes && options.production ? { 'Reporting-Endpoints': `csp="${CSP_REPORTS}"` } : {}),
  };
}

function policy(hashes: string[], production: boolean): string {
  return [
    "default-src 'self'",
    // With 'strict-dynamic', browsers would not run what these scripts import.
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
    `report-uri ${CSP_REPORTS}`,
    // With report-to, Chromium ignores report-uri, and sends reports only over https.
    ...(production ? ['report-to csp'] : []),
  ].join('; ');
}
