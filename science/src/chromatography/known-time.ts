import type { Acquisition } from './file-reading.ts';
import type { DateOrder, TimeSource, TraceWarning } from './types.ts';

/** The time that a file states for its run, and the warnings from reading it. */
type Recorded = {
  acquisition: Pick<Partial<Acquisition>, 'injectedAt' | 'readings'>;
  warnings: readonly Pick<TraceWarning, 'code'>[];
};

/** What is known about the time of a run, in ISO 8601, without a time zone if none is known. */
export type KnownTime = {
  source: TimeSource;
  /** The time; null if unknown. */
  at: string | null;
  /**
   * All times that are possible: one, both meanings of a date, or none. A typed time does not remove a meaning of the
   * file's date.
   */
  times: string[];
};

/**
 * The time of a run. The time in the file takes precedence over a typed time, and `order` decides an ambiguous date.
 */
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

/** The times that the text in the file can mean. */
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
 * Whether a person may type this time for a file. For a file without a time, any time is accepted; for an ambiguous
 * date, only one of its two times; for a readable time, only that time.
 */
export function mayBeTyped(typedAt: string, { source, times }: KnownTime): boolean {
  if (source === 'file') return false;
  return source !== 'two_readings' || times.some((reading) => minuteOf(reading) === minuteOf(typedAt));
}

const minuteOf = (time: string) => time.slice(0, 16);
