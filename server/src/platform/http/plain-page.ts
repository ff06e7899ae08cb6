import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { SiteIdentity } from '../config/public-config.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 2.5rem 1rem; background: light-dark(#f7f6f2, #10171b); color: light-dark(#1d252b, #eceae4);
  font: 1rem/1.55 "IBM Plex Sans", -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main { box-sizing: border-box; max-width: 35rem; margin: 0 auto; padding: 1.75rem; border: 1px solid light-dark(#deddd7, #313b41);
  border-radius: 4px; background: light-dark(#fffefb, #171f24); }
h1 { margin: 0 0 1rem; font: 500 1.5rem/1.25 Newsreader, Georgia, "Times New Roman", serif; }
h1, p { overflow-wrap: anywhere; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.brand { max-width: 35rem; margin: 0 auto 0.75rem; font-weight: 600; }
a { color: light-dark(#0b5e63, #62cfcb); }
.brand a { color: inherit; text-decoration: none; }
.brand a:hover { text-decoration: underline; text-underline-offset: 0.2em; }
form { margin: 0 0 1rem; }
button { padding: 0.7rem 1.1rem; border: 0; border-radius: 4px; background: light-dark(#0b5e63, #62cfcb); color: light-dark(#ffffff, #0c1b1d);
  font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#0b5e63, #62cfcb); outline-offset: 2px; }
`;

/** These pages run no scripts, and their forms go only to this site. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

type Body = ReturnType<typeof html>;

/** A simple page without scripts. */
export const plainPage = ({ brand }: SiteIdentity, title: string, body: Body): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${brand}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header class="brand"><a href="/">${brand}</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`);
