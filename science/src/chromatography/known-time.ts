import type { Acquisition } from './file-reading.ts';
import type { DateOrder, TimeSource, TraceWarning } from './types.ts';

/** The time that a file states for its run, with warnings. */
type Recorded = {
  acquisition: Pick<Partial<Acquisition>, 'injectedAt' | 'readings'>;
  warnings: readonly Pick<TraceWarning, 'code'>[];
};

/** The time of a run as far as it is known, in ISO 8601. */
export type KnownTime = {
  source: TimeSource;
  /** The time; null if unknown. */
  at: string | null;
  /** All possible times: one, the two of an ambiguous date, or none. */
  times: string[];
};

/** When the measurement was: by the file, otherwise as typed. `order` decides a date with two meanings. */
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

/** The times that a text of the file can mean. */
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
 * Whether a person may type this time: any time if the file has none, one of its two times if its date has two
 * meanings.
 */
export function mayBeTyped(typedAt: string, { source, times }: KnownTime): boolean {
  if (source === 'file') return false;
  return source !== 'two_readings' || times.some((reading) => minuteOf(reading) === minuteOf(typedAt));
}

const minuteOf = (time: string) => time.slice(0, 16);
