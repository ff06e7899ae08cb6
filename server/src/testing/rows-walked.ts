import type pg from 'pg';

type PlanNode = {
  'Node Type': string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** How many rows a read-only statement reads without an index. */
export async function rowsWalked(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const explained = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained, values);
  return (rows[0]?.['QUERY PLAN'] ?? []).reduce((sum, { Plan }) => sum + walkedBy(Plan), 0);
}

function walkedBy(node: PlanNode): number {
  const own =
    node['Node Type'] === 'Seq Scan' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + walkedBy(below), own);
}
