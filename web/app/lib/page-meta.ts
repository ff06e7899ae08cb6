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
  /** Leave it out for pages nobody should find by searching. */
  description?: string;
  /** The canonical path. */
  path: string;
  noindex?: boolean;
  /** A picture of 1200 × 630 of this very page; the site's own without it. */
  image?: { path: string; alt: string };
  /** The Atom feed of what this page is about. */
  feed?: string | undefined;
  /** What machines read. Give it where `import.meta.env.SSR` holds: the browser has no use for its code. */
  things?: ((config: PublicConfig) => Thing[]) | undefined;
}

/** The installation's configuration as a page's `meta` sees it: the root loader's data. */
export function siteConfig(matches: readonly (Match | undefined)[]): PublicConfig | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as PublicConfig | undefined;
}

/** Title, description, canonical address, and in the page as it is sent what link previews and machines read. */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  { path, noindex, image, feed, things, ...words }: PageFacts,
): MetaDescriptor[] {
  const config = siteConfig(matches);
  const name = config?.brand.name ?? '';
  const site = (config?.brand.url ?? '').replace(/\/$/, '');
  // Names that were kept before such signs were refused may hold what turns the rest of a line around.
  const given = visibleLine(words.title);
  const description = words.description && visibleLine(words.description);
  const title = given.includes(name) ? given : `${given} · ${name}`;
  const about: MetaDescriptor[] = [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: site + path },
  ];
  // Nobody reads the rest but those who read the page as it was sent: the browser is spared it.
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

/** `meta` of a page behind the sign-in: its title, and nothing for search engines. */
export function signedInMeta(title: string): MetaFunction {
  return ({ matches, location }) => pageMeta(matches, { title, path: location.pathname, noindex: true });
}
