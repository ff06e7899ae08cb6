import { type BenchDatabase, withApp } from './databases.ts';

/** Addresses of the public list for several sections. */
export const FIRST = '/api/tests';
export const DEEP = '/api/tests?page=5000';
/** A frequent compound, a rarer maker, the beginning of a batch, a task number, digits in many numbers, no match. */
export const SEARCHES = ['semaglutide', 'maker h7', 'b26', '19876', '987', 'unheard of'];
/** Filters, other orders, one with a search, and a typing error. */
export const NARROWED = [
  '/api/tests?compound=semaglutide&verdict=fail&sort=purity',
  '/api/tests?search=semaglutide&maker=maker-h7&sort=deviation',
  '/api/tests?search=semaglutde&year=2026',
];
export const search = (term: string) => `/api/tests?search=${encodeURIComponent(term)}`;

/** The addresses of the compound, the maker and the batch with the most tests. */
export function largestDossiers(database: BenchDatabase): Promise<string[]> {
  const most = (column: string) =>
    `(SELECT ${column} FROM counted_test WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`;
  return withApp(database, async ({ platform }) => {
    const { rows } = await platform.bulkDb.pool.query<{ path: string }>(`
      SELECT '/api/dossiers/compounds/' || slug AS path FROM compound_spelling WHERE folded = ${most('compound_id')}
      UNION ALL SELECT '/api/dossiers/makers/' || slug FROM record_alias WHERE record_id = ${most('maker_id')}
      UNION ALL SELECT '/api/dossiers/batches/' || w.slug || '/' || s.slug
        FROM record_alias s JOIN record_alias w ON w.record_id = s.maker_id WHERE s.record_id = ${most('batch_id')}`);
    return rows.map(({ path }) => path);
  });
}
