import type pg from 'pg';

const COUNTED = ['dossier_test', 'dossier_value', 'dossier_count', 'dossier_figure'];
const LISTED = `
  SELECT t.task_number, c.value AS compound, m.value AS maker, c.label AS compound_label, m.label AS maker_label,
    s.words AS subject_words, p.words AS maker_words, t.body::text
  FROM public_test t LEFT JOIN public_test_kind k ON k.id = t.kind_id
    LEFT JOIN public_test_value c ON c.id = k.compound_id LEFT JOIN public_test_value m ON m.id = k.maker_id
    LEFT JOIN public_test_phrase s ON s.id = k.subject_id LEFT JOIN public_test_phrase p ON p.id = k.maker_phrase_id
  ORDER BY t.task_number`;

/** Every row that dossiers keep, as text in one order. */
export async function counted(pool: pg.Pool): Promise<string[]> {
  const all: string[] = [];
  for (const table of COUNTED) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    all.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return all;
}

/** The public list with what it is narrowed by and found by. */
export const listed = async (pool: pg.Pool): Promise<object[]> => (await pool.query(LISTED)).rows;
