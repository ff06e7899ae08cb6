import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { PeakPrint } from './rules/noise-print.ts';

/** The widths of a peak and of its copy with every fourth point differ by less than this share. */
const SAME_WIDTH = 0.02;
/** On so many places both signals must be noise, or nothing can be said of them. */
const FEWEST_PLACES = 128;
/** Two runs agree on half of n places, give or take 0.6 √n: one in 100,000 farther than this. Copies do on 3.4 √n more, and up. */
const SAME_ROOTS = 3;
/** What hides the noise leaves the highest peak as wide and as high. */
const SAME_PEAK = 0.004;
/** Reading a file again and comparing it takes some 30 ms. */
const MOST_COMPARED = 16;

export type Candidate = { requestId: string; fileKey: string; channel: string | null };

export async function insertPrint(
  tx: Tx,
  { injectionId, channel, print }: { injectionId: string; channel: string | null; print: PeakPrint },
): Promise<void> {
  const { width_min, height_mau, noise, noiseOnly } = print;
  await tx.execute(sql`
    INSERT INTO signal_print (injection_id, channel, width_min, height_mau, noise, noise_only)
    VALUES (${injectionId}, ${channel}, ${width_min}, ${height_mau}, ${noise}::bit(2048), ${noiseOnly}::bit(2048))`);
}

/** The injections of other requests that may have the same signal, the likeliest first. */
export async function listCandidates(tx: Tx, requestId: string, print: PeakPrint): Promise<Candidate[]> {
  const { width_min: width, height_mau: height, noise, noiseOnly } = print;
  const both = sql`(print.noise_only & ${noiseOnly}::bit(2048))`;
  const hasSameNoise = sql`(bit_count(${both}) >= ${FEWEST_PLACES}
    AND bit_count(~(print.noise # ${noise}::bit(2048)) & ${both})
      >= 0.5 * bit_count(${both}) + ${SAME_ROOTS}::float8 * sqrt(bit_count(${both})))`;
  const widthApart = sql`abs(width_min / ${width}::float8 - 1)`;
  const heightApart = sql`abs(height_mau / ${height}::float8 - 1)`;
  const { rows } = await tx.execute<{ request_id: string; file_key: string; channel: string | null }>(sql`
    SELECT request_id, file_key, channel
    FROM signal_print AS print JOIN injection ON injection.id = print.injection_id
    WHERE request_id <> ${requestId}
      AND width_min BETWEEN ${width * (1 - SAME_WIDTH)} AND ${width * (1 + SAME_WIDTH)}
      AND (${hasSameNoise} OR (${widthApart} < ${SAME_PEAK} AND ${heightApart} < ${SAME_PEAK}))
    ORDER BY ${hasSameNoise} DESC, ${widthApart} + ${heightApart}
    LIMIT ${MOST_COMPARED}`);
  return rows.map((row) => ({ requestId: row.request_id, fileKey: row.file_key, channel: row.channel }));
}
