import { createHash } from 'node:crypto';
import type { DossierLink } from '@vialproof/contract/dossier-links';
import type { MyWatch, WatchKind } from '@vialproof/contract/watches';
import { html, raw } from 'hono/html';
import type { SiteIdentity } from '../../platform/public-config.ts';
import { labelOf } from './watches.rules.ts';
import type { WatchRow } from './watches.store.ts';

const instant = (ms: number) => new Date(ms).toISOString();

export const presentWatch = (row: WatchRow, link: DossierLink | undefined): MyWatch => ({
  id: row.id,
  kind: row.kind,
  name: row.kind === 'task' ? `Test ${link?.name ?? ''}` : (link?.name ?? ''),
  path: link?.path ?? null,
  asked_at: instant(row.created_ms),
  confirmed_at: row.confirmed_ms === null ? null : instant(row.confirmed_ms),
});

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

/** Nothing of these pages runs, and their forms go nowhere else. */
export const WATCH_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

type Body = ReturnType<typeof html>;

/** A page of its own, for people who follow a link of a mail: it works without scripts and without an account. */
const page = ({ brand }: SiteIdentity, title: string, body: Body): string =>
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

type Shown = { kind: WatchKind; link: DossierLink };

const subjectOf = ({ kind, link }: Shown) => labelOf(kind, link.name);
const readOn = ({ link }: Shown) =>
  link.path ? html`<p><a href="${link.path}">Read what is published</a></p>` : html``;

/** `action`: the address of the page itself, in which the key stands. */
export const confirmPage = (site: SiteIdentity, watch: Shown, action: string): string =>
  page(
    site,
    `Watch ${subjectOf(watch)}?`,
    html`<p>Once you confirm, ${site.brand} writes to you when there is a new public result: once a day at most. When a result is withdrawn, you are told at once. Every mail has a link to stop.</p>
<form method="post" action="${action}"><button type="submit">Confirm</button></form>
<p>Do nothing if you did not ask for this: the address is deleted after 48 hours.</p>`,
  );

export const confirmedPage = (site: SiteIdentity, watch: Shown, stopAddress: string): string =>
  page(
    site,
    `You watch ${subjectOf(watch)}`,
    html`<p>We write to you when there is a new public result: once a day at most. When a result is withdrawn, you are told at once.</p>
${readOn(watch)}
<p><a href="${stopAddress}">Stop watching</a></p>`,
  );

export const stopPage = (site: SiteIdentity, watch: Shown, action: string): string =>
  page(
    site,
    `Stop watching ${subjectOf(watch)}?`,
    html`<p>No more mails come about it. With the last thing that you watch your address is deleted, too.</p>
<form method="post" action="${action}"><button type="submit">Stop watching</button></form>`,
  );

export const stopAllPage = (site: SiteIdentity, action: string): string =>
  page(
    site,
    'Stop all mails about what you watch?',
    html`<p>All that this address watches is stopped, and the address is deleted.</p>
<form method="post" action="${action}"><button type="submit">Stop all of them</button></form>`,
  );

export const stoppedPage = (site: SiteIdentity, label: string): string =>
  page(
    site,
    'Stopped',
    html`<p>No more mails come about ${label}. If you change your mind, watch again on its page.</p>`,
  );

/** For a link to stop that stops nothing: it was used before, or is not whole. */
export const nothingToStopPage = (site: SiteIdentity): string =>
  page(
    site,
    'There is nothing to stop',
    html`<p>This watch was stopped before, or the link is not whole. If mails still come, use the link at the end of the newest one.</p>`,
  );

/** For a link that confirms nothing. */
export const nothingToConfirmPage = (site: SiteIdentity): string =>
  page(
    site,
    'This link is not good any more',
    html`<p>It is older than 48 hours, the watch was stopped, or the link is not whole. You can watch again on the page of the compound, maker, batch or test.</p>`,
  );
