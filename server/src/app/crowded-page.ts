import { html } from 'hono/html';
import { siteIdentity } from '../platform/config/public-config.ts';
import { problemOf } from '../platform/http/http.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../platform/http/plain-page.ts';
import type { Platform } from '../platform/platform.ts';
import type { Refusal } from '../platform/refusal.ts';

/** The page that a visitor gets when too many requests run, with a link to try again. */
export function crowdedPage(platform: Platform, refusal: Refusal): Response {
  const { status, headers } = problemOf(refusal);
  const body = html`<p>${refusal.detail}</p>
<p><a href="">Try Again</a></p>`;
  return new Response(plainPage(siteIdentity(platform), 'Just a moment', body), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PLAIN_PAGE_POLICY,
    },
  });
}
