import type { PublicConfig } from '@vialproof/contract/config';
import type { MetaDescriptor } from 'react-router';

interface Match {
  id: string;
  loaderData?: unknown;
}

/** The installation's configuration as a page's `meta` sees it: the root loader's data. */
function siteConfig(matches: readonly (Match | undefined)[]): PublicConfig | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as PublicConfig | undefined;
}

/**
 * Title, description, canonical address and the tags that link previews read.
 * `path` is the canonical path; leave `description` out for pages nobody should find by searching.
 */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  page: { title: string; description?: string; path: string; noindex?: boolean },
): MetaDescriptor[] {
  const brand = siteConfig(matches)?.brand;
  const name = brand?.name ?? '';
  const title = page.title.includes(name) ? page.title : `${page.title} · ${name}`;
  const address = (brand?.url ?? '').replace(/\/$/, '') + page.path;
  return [
    { title },
    ...(page.description ? [{ name: 'description', content: page.description }] : []),
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: title },
    ...(page.description ? [{ property: 'og:description', content: page.description }] : []),
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary' },
  ];
}
