import type { Requirable } from '@vialproof/contract/bench-record';
import type { TimeSource } from '@vialproof/contract/injection-time';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { KnownTime } from '@vialproof/science/chromatography/known-time';

/** The names that an injection file gives to its sample. */
type Named = { sampleName?: string | null; sampleId?: string | null };

/** A run with every possible time: ISO 8601, without a time zone if the zone is unknown. */
type Run = Named & { times?: readonly string[] };

/** How far the westernmost and the easternmost time zones are from Greenwich, in hours. */
const FURTHEST_BEHIND_HOURS = 12;
const FURTHEST_AHEAD_HOURS = 14;
/** The clock of an instrument may run ahead by so much. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** The numbers in a sample's name that may be task numbers. */
export function numbersInName({ sampleName, sampleId }: Named): number[] {
  const found = `${sampleName ?? ''} ${sampleId ?? ''}`.matchAll(/(?<!\d)\d{5,15}(?!\d)/g);
  return [...new Set([...found].map(([digits]) => Number(digits)))];
}

/**
 * The reasons to doubt that an injection is of this sample. `otherTasks` contains those numbers in its name that are
 * other tasks. A time without a time zone counts as before the receipt, or as in the future, only if this is true in
 * every zone. If a run has several possible times, as with an ambiguous date, one doubtful time is enough.
 */
export function doubtsOf(
  run: Run,
  facts: { receivedAt: Date | null; now: Date; taskNumber: number; otherTasks: number[] },
): InjectionDoubt[] {
  const { receivedAt, now, taskNumber, otherTasks } = facts;
  const doubts: InjectionDoubt[] = [];
  const spans = (run.times ?? []).flatMap((words) => spanOf(words) ?? []);
  if (receivedAt !== null && spans.some(({ latest }) => latest < receivedAt.getTime()))
    doubts.push('before_receipt');
  if (spans.some(({ earliest }) => earliest > now.getTime() + CLOCK_SLACK_MS)) doubts.push('in_future');
  const name = `${run.sampleName ?? ''} ${run.sampleId ?? ''}`;
  if (otherTasks.length > 0) doubts.push('other_sample');
  else if (/[\p{L}\p{N}]/u.test(name) && !numbersInName(run).includes(taskNumber))
    doubts.push('unnamed_sample');
  return doubts;
}

/** Whether a doubt concerns the time of an injection. */
export const isOfTime = (doubt: InjectionDoubt) => doubt === 'before_receipt' || doubt === 'in_future';

/**
 * The doubts that no reviewer has allowed. An allowance of the time covers times that were typed before it, but not
 * later ones.
 */
export function unallowed(
  doubts: readonly InjectionDoubt[],
  {
    allowances,
    time,
    typed,
  }: {
    allowances: readonly { what: InjectionDoubt; at: Date }[];
    time: KnownTime;
    typed: { at: Date } | null;
  },
): InjectionDoubt[] {
  // If a person chose one of the two readings of the file's date, this is no new time.
  const typedAt = time.source === 'typed' && time.times.length === 1 ? typed?.at : undefined;
  const holds = ({ what, at }: { what: InjectionDoubt; at: Date }) =>
    typedAt === undefined || !isOfTime(what) || at >= typedAt;
  return doubts.filter((doubt) => !allowances.some((word) => word.what === doubt && holds(word)));
}

/**
 * Whether a result needs the time of its reported injection, or the reason why the time is unknown. This is so if the
 * time in the file cannot be read, or if the method requires a time and the file has none.
 */
export function wantsTime(
  { isUsed, source, typed }: { isUsed: boolean; source: TimeSource; typed: { reason: string } | null },
  requires: readonly Requirable[],
): boolean {
  if (!isUsed || source === 'file' || source === 'typed' || (typed?.reason ?? '') !== '') return false;
  return source === 'unreadable' || requires.includes('injection_time');
}

/** The first and the last instant that a time can mean, in milliseconds; null if the time is invalid. */
function spanOf(words: string): { earliest: number; latest: number } | null {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(words);
  const at = Date.parse(hasZone ? words : `${words}Z`);
  if (Number.isNaN(at)) return null;
  if (hasZone) return { earliest: at, latest: at };
  return {
    earliest: at - FURTHEST_AHEAD_HOURS * 3_600_000,
    latest: at + FURTHEST_BEHIND_HOURS * 3_600_000,
  };
}
