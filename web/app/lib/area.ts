import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { loadInBrowser, type Prefetch } from './query-client';

/** What stands in an address: its named parts, and the search. */
export type Asked = { params: Record<string, string | undefined>; search: URLSearchParams };

/** A file of one page: what it shows, and the queries that are started before it is shown. */
export interface AreaModule {
  default: ComponentType<Asked>;
  prefetch?: (asked: Asked) => Prefetch;
}

/** One row of an area's table. `path` is a pattern of React Router; the first that fits an address is taken. */
export interface AreaPage {
  path: string;
  title: string;
  file: () => Promise<AreaModule>;
}

export interface OpenPage extends Asked {
  Page: ComponentType<Asked>;
  title: string;
}

/**
 * For the `clientLoader` of a signed-in area, which is one route with a splat: finds the page of an address, fetches its
 * file and starts its queries. The pages of an area stand in no manifest, so that public pages do not pay for them.
 * Nothing when no page has this address.
 */
export async function openPage(pages: AreaPage[], url: URL): Promise<OpenPage | null> {
  for (const { path, title, file } of pages) {
    const match = matchPath(path, url.pathname);
    if (!match) continue;
    const asked = { params: match.params, search: url.searchParams };
    const { default: Page, prefetch } = await file();
    if (prefetch) await loadInBrowser(prefetch(asked));
    return { Page, title, ...asked };
  }
  return null;
}
