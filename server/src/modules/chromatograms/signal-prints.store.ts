import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/postgres/database.ts';
import type { NoisePrint, PeakPrint } from './rules/noise-print.ts';

/** Two fingerprints are compared only if at least this many parts are noise in both. */
const FEWEST_PLACES = 128;
/**
 * How much two fingerprints must agree, in √n for n common parts. Different measurements agree in half of the parts, ±
 * 0.6 √n. Copies agree in at least 3.4 √n more at their highest peaks. One in 100,000 pairs of different measurements
 * reaches 3 √n, and one in ten million 3.6 √n.
 */
const SAME_ROOTS = { whole: 3.6, aboutPeak: 3 } as const;
/** A copy with every fourth point has a peak of nearly the same width. The difference is less than this fraction. */
const SAME_WIDTH = 0.02;
/**
 * A change that hides the noise leaves the highest peak nearly as wide and as high. The difference is less than this
 * fraction.
 */
const SAME_PEAK = 0.004;
/** The largest number of files that are read and compared, because each takes about 30 ms. */
const MOST_COMPARED = 16;

/** A stored file that may be the same measurement. `channel`: the signal that was read from it. */
export type Candidate = { requestId: string; fileKey: string; channel: string | null | undefined };
type Row = { request_id: string; file_key: string; has_print: boolean; channel: string | null };

const candidateOf = (row: Row): Candidate => ({
  requestId: row.request_id,
  fileKey: row.file_key,
  channel: row.has_print ? row.channel : undefined,
});

export async function insertPrint(
  tx: Tx,
  { injectionId, channel, print }: { injectionId: string; channel: string | null; print: PeakPrint },
): Promise<void> {
  const { width_min, height_mau, noise, noiseOnly } = print;
  await tx.execute(sql`
    INSERT INTO signal_print (injection_id, channel, width_min, height_mau, noise, noise_only)
    VALUES (${injectionId}, ${channel}, ${width_min}, ${height_mau}, ${noise}::bit(2048), ${noiseOnly}::bit(2048))`);
}

/** Injections of other requests with the same noise, the most similar first. */
export async function listSameNoise(tx: Tx, requestId: string, print: NoisePrint): Promise<Candidate[]> {
  const agreement = agreementOf('injection', print, SAME_ROOTS.whole);
  const { rows } = await tx.execute<Row>(sql`
    SELECT request_id, file_key, injection_id IS NOT NULL AS has_print, channel
    FROM injection LEFT JOIN signal_print ON injection_id = id
    WHERE request_id <> ${requestId} AND ${agreement.isSame}
    ORDER BY ${agreement.share} DESC
    LIMIT ${MOST_COMPARED}`);
  return rows.map(candidateOf);
}

/** Injections with the same highest peak, or the same noise at it, the most similar first. */
export async function listSamePeak(tx: Tx, requestId: string, print: PeakPrint): Promise<Candidate[]> {
  const { width_min: width, height_mau: height } = print;
  const agreement = agreementOf('signal_print', print, SAME_ROOTS.aboutPeak);
  const widthApart = sql`abs(width_min / ${width}::float8 - 1)`;
  const heightApart = sql`abs(height_mau / ${height}::float8 - 1)`;
  const { rows } = await tx.execute<Row>(sql`
    SELECT request_id, file_key, true AS has_print, channel
    FROM signal_print JOIN injection ON id = injection_id
    WHERE request_id <> ${requestId}
      AND width_min BETWEEN ${width * (1 - SAME_WIDTH)} AND ${width * (1 + SAME_WIDTH)}
      AND (${agreement.isSame} OR (${widthApart} < ${SAME_PEAK} AND ${heightApart} < ${SAME_PEAK}))
    ORDER BY CASE WHEN ${agreement.isSame} THEN ${agreement.share} ELSE 0 END DESC, ${widthApart} + ${heightApart}
    LIMIT ${MOST_COMPARED}`);
  return rows.map(candidateOf);
}

/** SQL that says how much a stored fingerprint agrees with this one. */
function agreementOf(
  table: 'injection' | 'signal_print',
  { noise, noiseOnly }: NoisePrint,
  roots: number,
): { isSame: SQL; share: SQL } {
  const bits = sql.raw(`bit(${noise.length})`);
  const stored = { noise: sql.raw(`${table}.noise`), noiseOnly: sql.raw(`${table}.noise_only`) };
  const places = sql`bit_count(${stored.noiseOnly} & ${noiseOnly}::${bits})`;
  const same = sql`bit_count(~(${stored.noise} # ${noise}::${bits}) & ${stored.noiseOnly} & ${noiseOnly}::${bits})`;
  return {
    isSame: sql`(${places} >= ${FEWEST_PLACES} AND ${same} >= 0.5 * ${places} + ${roots}::float8 * sqrt(${places}))`,
    share: sql`${same}::float8 / greatest(${places}, 1)`,
  };
}
