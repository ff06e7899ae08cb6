import type { Acquisition } from './file-reading.ts';
import type { DateOrder, TimeSource, TraceWarning } from './types.ts';

/** What a file says of its run, and what its reading noticed. */
type Recorded = {
  acquisition: Pick<Partial<Acquisition>, 'injectedAt' | 'readings'>;
  warnings: readonly Pick<TraceWarning, 'code'>[];
};

/** What is known of the time of a run, in ISO 8601, without a zone where nobody named one. */
export type KnownTime = {
  source: TimeSource;
  /** Null where nobody knows it. */
  at: string | null;
  /** Every time that it may be: one, both readings of a date, or none. A typed time takes no reading of the file away. */
  times: string[];
};

/** When a run was: the file's own time goes before a typed one, and `order` decides of a date that reads two ways. */
export function knownTime(
  { acquisition, warnings }: Recorded,
  { typedAt, order }: { typedAt: string | null; order: DateOrder | null },
): KnownTime {
  const recorded = readingsOf(acquisition, order);
  const [only] = recorded;
  if (only !== undefined && recorded.length === 1) return { source: 'file', at: only, times: recorded };
  if (typedAt !== null) return { source: 'typed', at: typedAt, times: [...recorded, typedAt] };
  if (recorded.length > 1) return { source: 'two_readings', at: null, times: recorded };
  const isUnreadable = warnings.some(({ code }) => code === 'injection_time');
  return { source: isUnreadable ? 'unreadable' : 'not_recorded', at: null, times: [] };
}

/** The times that a file's own words may mean. */
function readingsOf(
  { injectedAt, readings = [] }: Recorded['acquisition'],
  order: DateOrder | null,
): string[] {
  if (injectedAt) return [injectedAt];
  const [dayFirst, monthFirst] = readings;
  const ordered = order === 'day_first' ? dayFirst : order === 'month_first' ? monthFirst : undefined;
  return ordered === undefined ? readings : [ordered];
}

/**
 * Whether a person may type this time for a file. A file without a time takes every one; a file whose date reads two ways takes one
 * of its two readings; a file with a readable time takes no other.
 */
export function mayBeTyped(typedAt: string, { source, times }: KnownTime): boolean {
  if (source === 'file') return false;
  return source !== 'two_readings' || times.some((reading) => minuteOf(reading) === minuteOf(typedAt));
}

const minuteOf = (time: string) => time.slice(0, 16);
