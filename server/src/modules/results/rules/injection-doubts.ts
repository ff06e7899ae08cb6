import type { Requirable } from '@vialproof/contract/bench-record';
import type { TimeSource } from '@vialproof/contract/injection-time';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { KnownTime } from '@vialproof/science/chromatography/known-time';

/** The names of the sample that a file contains. */
type Named = { sampleName?: string | null; sampleId?: string | null };

/** A measurement with all times that its file may mean. */
type Run = Named & { times?: readonly string[] };

/** The time zones furthest west and east, in hours from Greenwich. */
const FURTHEST_BEHIND_HOURS = 12;
const FURTHEST_AHEAD_HOURS = 14;
/** The clock of an instrument may be wrong by this much. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** The numbers in the name of a sample. */
export function numbersInName({ sampleName, sampleId }: Named): number[] {
  const found = `${sampleName ?? ''} ${sampleId ?? ''}`.matchAll(/(?<!\d)\d{5,15}(?!\d)/g);
  return [...new Set([...found].map(([digits]) => Number(digits)))];
}

/**
 * Why an injection may be of another sample. `otherTasks`: numbers in its name that are other tasks. A time without a
 * time zone is doubtful only if it is so in every zone. If a file may mean several times, one good time is enough.
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

/** Whether a doubt is about the time. */
export const isOfTime = (doubt: InjectionDoubt) => doubt === 'before_receipt' || doubt === 'in_future';

/** The doubts that no reviewer has allowed. A permission does not cover a time that was typed later. */
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
  // A choice between the two dates in the file is not a new time.
  const typedAt = time.source === 'typed' && time.times.length === 1 ? typed?.at : undefined;
  const holds = ({ what, at }: { what: InjectionDoubt; at: Date }) =>
    typedAt === undefined || !isOfTime(what) || at >= typedAt;
  return doubts.filter((doubt) => !allowances.some((word) => word.what === doubt && holds(word)));
}

/** Whether the result needs a typed time: the file's time cannot be read, or the method asks for one. */
export function wantsTime(
  { isUsed, source, typed }: { isUsed: boolean; source: TimeSource; typed: { reason: string } | null },
  requires: readonly Requirable[],
): boolean {
  if (!isUsed || source === 'file' || source === 'typed' || (typed?.reason ?? '') !== '') return false;
  return source === 'unreadable' || requires.includes('injection_time');
}

/** The earliest and the latest moment that a time can mean. Null if it is invalid. */
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
