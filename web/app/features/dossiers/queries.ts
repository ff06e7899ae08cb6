import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { routeId } from '../../lib/route-id';
import { readSort, type Sort, sortWord } from './sorting';

/**
 * What the address names: a compound, maker or batch, and in its query the reader's own limit and how the table of
 * tests is shown.
 */
export interface DossierAddress {
  of: { kind: 'compound' | 'maker'; slug: string } | { kind: 'batch'; maker: string; code: string };
  own: { analyte?: string; min?: string; max?: string };
  table: Table;
}

interface Table {
  sort: Sort;
  /** Whether the table has all tests of the answer, not only the first ones. */
  isWhole: boolean;
}

const ownFields = ['analyte', 'min', 'max'] as const;
/** The query parameters that this page reads. */
export const pageFields = [...ownFields, 'sort', 'rows'];

/** The query parameters of the table. */
export const tableFields = ({ sort, isWhole }: Table): [string, string][] => [
  ...[sortWord(sort)].flatMap((word): [string, string][] => (word === undefined ? [] : [['sort', word]])),
  ...(isWhole ? ([['rows', 'all']] satisfies [string, string][]) : []),
];

/** The query of this address with another table. */
export function searchOf({ own, table }: DossierAddress, change: Partial<Table>): string {
  const params = new URLSearchParams([...Object.entries(own), ...tableFields({ ...table, ...change })]);
  return `?${params}`;
}

const plainNumber = /^-?\d{1,9}(\.\d{1,9})?$/;
/** The pattern of a number field. It accepts decimal commas, because many readers write them. */
export const numberPattern = '\\s*-?[0-9]{1,9}([.,][0-9]{1,9})?\\s*';

type Params = { slug?: string | undefined; maker?: string | undefined; code?: string | undefined };

/**
 * Reads the parameters of the page. A limit that is no plain number is ignored. Throws Not Found for an impossible name
 * (see `routeId`).
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
  const table = {
    sort: readSort(searchParams.get('sort') ?? undefined),
    isWhole: searchParams.get('rows') === 'all',
  };
  if (maker !== undefined && code !== undefined) {
    return { of: { kind: 'batch', maker: routeId({ id: maker }), code: routeId({ id: code }) }, own, table };
  }
  const kind = pathname.startsWith('/makers/') ? 'maker' : 'compound';
  return { of: { kind, slug: routeId({ id: slug }) }, own, table };
}

export function dossierQuery({ of, own }: Pick<DossierAddress, 'of' | 'own'>, client: ApiClient = api) {
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
