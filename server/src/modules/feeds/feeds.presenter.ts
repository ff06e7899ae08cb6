import type { DossierLinks } from '@vialproof/contract/dossier-links';
import { visibleLine } from '@vialproof/contract/plain-line';
import type { ListedTest } from '@vialproof/contract/tests';
import { purityWords } from '@vialproof/science/measurement/purity-words';
import { Feed } from 'feed';
import { secondsAfter } from '../../platform/clock.ts';
import type { SiteIdentity } from '../../platform/config/public-config.ts';
import { escapeXml } from '../../platform/http/escape-xml.ts';
import type { Block, PublishedAt } from '../publications/publications.service.ts';

/** The public pages with fixed addresses. */
const PAGES = [
  '/',
  '/pricing',
  '/tests',
  '/request',
  '/verify',
  '/how-it-works',
  '/transparency',
  '/group-tests',
  '/terms',
  '/privacy',
  '/testing-policy',
];
const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function presentRobots({ url }: SiteIdentity): string {
  return [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /lab',
    'Disallow: /request/success',
    'Disallow: /api/',
    'Allow: /api/tests/',
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n');
}

/** How many days security.txt is valid; RFC 9116 wants less than a year. */
const SECURITY_TEXT_DAYS = 180;

/** The file security.txt, which names the contact for security problems (RFC 9116). */
export function presentSecurityText({ url }: SiteIdentity, contact: string, now: Date): string {
  const expires = secondsAfter(now, SECURITY_TEXT_DAYS * 86_400);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** A sitemap that fits one file: pages, compounds, makers, batches and results. */
export function presentSitemap({ url }: SiteIdentity, dossiers: string[], tests: PublishedAt[]): string {
  const pages = [...PAGES, ...dossiers].map((path) => entry(url + path));
  return `${XML}<urlset ${SITEMAP}>\n${[...pages, ...tests.map(testEntry(url))].join('\n')}\n</urlset>\n`;
}

/** The index of a sitemap that needs several files. */
export function presentSitemapIndex({ url }: SiteIdentity, blocks: Block[]): string {
  const parts = [
    `<sitemap><loc>${escapeXml(url)}/sitemaps/pages.xml</loc></sitemap>`,
    ...blocks.map(
      ({ block, changedAt }) =>
        `<sitemap><loc>${escapeXml(url)}/sitemaps/${block}.xml</loc><lastmod>${changedAt.toISOString()}</lastmod></sitemap>`,
    ),
  ];
  return `${XML}<sitemapindex ${SITEMAP}>\n${parts.join('\n')}\n</sitemapindex>\n`;
}

/** One file of a sitemap with an index. */
export function presentSitemapPart({ url }: SiteIdentity, tests: PublishedAt[]): string {
  return `${XML}<urlset ${SITEMAP}>\n${tests.map(testEntry(url)).join('\n')}\n</urlset>\n`;
}

const testEntry =
  (url: string) =>
  ({ requestId, publishedAt }: PublishedAt) =>
    entry(`${url}/tests/${requestId}`, publishedAt);

const entry = (address: string, changedAt?: Date) =>
  `<url><loc>${escapeXml(address)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`;

/** The manifest: name and icons for phones that install the site. */
export function presentManifest({ brand }: SiteIdentity): string {
  return JSON.stringify({
    name: brand,
    short_name: brand,
    description: 'Laboratory tests for peptides: order, follow, verify.',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
}

/** What a feed contains: all results, or those of one compound, maker or batch. */
export type FeedSubject = { subject: string | null; path: string };
export const WHOLE_SITE: FeedSubject = { subject: null, path: '/tests' };

/** The newest published results as a feed. Texts are made safe where feed readers expect HTML. */
export function presentFeed(
  site: SiteIdentity,
  { subject: about, path }: FeedSubject,
  tests: ListedTest[],
  links: ReadonlyMap<string, DossierLinks>,
  format: 'atom' | 'json',
): string {
  const { url, brand, labName } = site;
  const titled = (text: string) => (format === 'atom' ? escapeXml : String)(visibleLine(text));
  const newest = tests[0]?.published_at;
  const feed = new Feed({
    id: `${url}${path}`,
    link: `${url}${path}`,
    title: visibleLine(`${brand}: published tests${about === null ? '' : ` of ${about}`}`),
    description: `Results of ${about ?? 'peptides and related compounds'}, measured and published by ${labName}.`,
    language: 'en',
    generator: false,
    image: `${url}/icon-512.png`,
    favicon: `${url}/favicon.ico`,
    author: { name: labName, link: `${url}/` },
    // An empty feed has always the same time, so that its bytes stay the same.
    updated: new Date(newest ?? 0),
    feedLinks:
      about === null
        ? { atom: `${url}/feed.atom`, json: `${url}/feed.json` }
        : { atom: `${url}${path}/feed.atom` },
  });
  for (const test of tests) {
    if (!test.result || !test.published_at) continue;
    const address = `${url}/tests/${test.request_id}`;
    const purity = purityWords(test.result.purity);
    const subject = `${test.compound_name ?? test.result.title} from ${test.manufacturer ?? 'an unknown maker'}`;
    const description = escapeXml(
      `${saying(test.result)} Batch ${test.batch_code ?? 'not stated'}, task #${test.task_number}. Measured by ${labName}.`,
    );
    feed.addItem({
      id: address,
      link: address,
      title: titled(purity ? `${subject}: purity ${purity}` : subject),
      description,
      content: `<p>${description}</p>${besides(url, links.get(test.request_id))}`,
      date: new Date(test.published_at),
      published: new Date(test.published_at),
      image: `${url}/share/${test.request_id}/${test.result.revision}.png`,
    });
  }
  return format === 'atom' ? feed.atom1() : feed.json1();
}

/** The text of an entry: the summary and the verdicts, without repeating one. */
function saying({ summary, overall }: NonNullable<ListedTest['result']>): string {
  return [summary, summary === overall?.text ? '' : overall?.text].filter(Boolean).join(' ');
}

/** Links to the pages of compound, maker and batch, as HTML. */
function besides(url: string, links: DossierLinks | undefined): string {
  const present = [links?.compound, links?.maker, links?.batch].flatMap((link) => link ?? []);
  const anchors = present.map(
    ({ name, path }) => `<a href="${escapeXml(url + (path ?? ''))}">${escapeXml(name)}</a>`,
  );
  return anchors.length > 0 ? `<p>All that is published of ${anchors.join(', ')}.</p>` : '';
}
