import type { PublicConfig } from '@vialproof/contract/config';
import { visibleLine } from '@vialproof/contract/plain-line';
import type { MetaDescriptor, MetaFunction } from 'react-router';
import { type Thing, trail } from './structured-data';

interface Match {
  id: string;
  loaderData?: unknown;
}

export interface PageFacts {
  title: string;
  /** The text for search engines. Pages that they should not list have none. */
  description?: string;
  /** The path of the page's main address. */
  path: string;
  noindex?: boolean;
  /** A preview picture of 1200 × 630 for this page. Default: that of the site. */
  image?: { path: string; alt: string };
  /** The Atom feed about the subject of this page. */
  feed?: string | undefined;
  /** Data for search engines. Set them only under `import.meta.env.SSR`, so that the browser does not load the code. */
  things?: ((config: PublicConfig) => Thing[]) | undefined;
}

/** The configuration of the installation in a page's `meta`: the data of the root loader. */
export function siteConfig(matches: readonly (Match | undefined)[]): PublicConfig | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as PublicConfig | undefined;
}

/** Title, description and main address of a page. On the server also the data for link previews and search engines. */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  { path, noindex, image, feed, things, ...words }: PageFacts,
): MetaDescriptor[] {
  const config = siteConfig(matches);
  const name = config?.brand.name ?? '';
  const site = (config?.brand.url ?? '').replace(/\/$/, '');
  // Old names may contain characters that reverse the direction of the text after them.
  const given = visibleLine(words.title);
  const description = words.description && visibleLine(words.description);
  const title = given.includes(name) ? given : `${given} · ${name}`;
  const about: MetaDescriptor[] = [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: site + path },
  ];
  // Only readers of the server's HTML need the rest.
  if (!import.meta.env.SSR || !config) return about;
  const picture = image ?? { path: '/share/site.png', alt: `${name}: laboratory tests for peptides` };
  const facts = noindex ? [] : [...trail(site, given, path), ...(things?.(config) ?? [])];
  return [
    ...about,
    ...(feed
      ? [{ tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: given, href: feed }]
      : []),
    { property: 'og:type', content: image ? 'article' : 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: site + path },
    { property: 'og:image', content: site + picture.path },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: visibleLine(picture.alt) },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    ...(description ? [{ name: 'twitter:description', content: description }] : []),
    { name: 'twitter:image', content: site + picture.path },
    { name: 'twitter:image:alt', content: visibleLine(picture.alt) },
    ...(facts.length > 0
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': facts } as never }]
      : []),
  ];
}

/** The `meta` of a page for signed-in users: a title, and no entry in search engines. */
export function signedInMeta(title: string): MetaFunction {
  return ({ matches, location }) => pageMeta(matches, { title, path: location.pathname, noindex: true });
}
