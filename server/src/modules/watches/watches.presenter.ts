import type { DossierLink } from '@vialproof/contract/dossier-links';
import type { MyWatch, WatchKind } from '@vialproof/contract/watches';
import { html } from 'hono/html';
import type { SiteIdentity } from '../../platform/config/public-config.ts';
import { plainPage as page } from '../../platform/http/plain-page.ts';
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

type Shown = { kind: WatchKind; link: DossierLink };

const subjectOf = ({ kind, link }: Shown) => labelOf(kind, link.name);
const readOn = ({ link }: Shown) =>
  link.path ? html`<p><a href="${link.path}">Read what is published</a></p>` : html``;

/** `action`: the address to which the form is sent, which is the page itself. */
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

/** The page for a link that can stop no alert. */
export const nothingToStopPage = (site: SiteIdentity): string =>
  page(
    site,
    'There is nothing to stop',
    html`<p>This watch was stopped before, or the link is not whole. If mails still come, use the link at the end of the newest one.</p>`,
  );

/** The page for a link that can confirm no alert. */
export const nothingToConfirmPage = (site: SiteIdentity): string =>
  page(
    site,
    'This link is not good any more',
    html`<p>It is older than 48 hours, the watch was stopped, or the link is not whole. You can watch again on the page of the compound, maker, batch or test.</p>`,
  );
