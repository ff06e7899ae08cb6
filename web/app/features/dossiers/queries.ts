import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { routeId } from '../../lib/route-id';

/** Which dossier an address asks for, and by what limit of the reader's own. */
export interface DossierAddress {
  of: { kind: 'compound' | 'maker'; slug: string } | { kind: 'batch'; maker: string; code: string };
  own: { analyte?: string; min?: string; max?: string };
}

/** What a dossier's page reads of the query. */
export const ownFields = ['analyte', 'min', 'max'] as const;

const plainNumber = /^-?\d{1,9}(\.\d{1,9})?$/;
/** What a field for such a number takes; many write the point as a comma. */
export const numberPattern = '\\s*-?[0-9]{1,9}([.,][0-9]{1,9})?\\s*';

type Params = { slug?: string | undefined; maker?: string | undefined; code?: string | undefined };

/**
 * What the address of a dossier's page asks for. A limit that is no plain number is none. Throws Not Found for a name that
 * no dossier has (see `routeId`).
 */
export function dossierAddress(
  { slug = '', maker, code }: Params,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
): DossierAddress {
  const own: DossierAddress['own'] = {};
  for (const field of ownFields) {
    const typed = searchParams.get(field)?.trim() ?? '';
    const read = field === 'analyte' ? typed : typed.replace(',', '.');
    if (field === 'analyte' ? read !== '' && read.length <= 120 : plainNumber.test(read)) own[field] = read;
  }
  if (maker !== undefined && code !== undefined) {
    return { of: { kind: 'batch', maker: routeId({ id: maker }), code: routeId({ id: code }) }, own };
  }
  const kind = pathname.startsWith('/makers/') ? 'maker' : 'compound';
  return { of: { kind, slug: routeId({ id: slug }) }, own };
}

export function dossierQuery({ of, own }: DossierAddress, client: ApiClient = api) {
  return queryOptions({
    queryKey: ['dossier', of, own],
    queryFn: async ({ signal }) => {
      const { compounds, makers, batches } = client.dossiers;
      const init = { init: { signal } };
      const { data } = await parseResponse(
        of.kind === 'batch'
          ? batches[':maker'][':code'].$get({ param: of, query: own }, init)
          : (of.kind === 'maker' ? makers : compounds)[':slug'].$get({ param: of, query: own }, init),
      );
      return data;
    },
  });
}
