import type { Requirable } from '@vialproof/contract/bench-record';
import type { TimeSource } from '@vialproof/contract/injection-time';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { KnownTime } from '@vialproof/science/chromatography/known-time';

/** What an injection's file says of its sample. */
type Named = { sampleName?: string | null; sampleId?: string | null };

/** With every time that the run may have been: ISO 8601, without a zone where nobody named one. */
type Run = Named & { times?: readonly string[] };

/** No place on earth is further than this behind Greenwich, or ahead of it. */
const FURTHEST_BEHIND_HOURS = 12;
const FURTHEST_AHEAD_HOURS = 14;
/** Clocks of instruments run ahead by so much without a doubt. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** The numbers in a sample's name that look like task numbers. */
export function numbersInName({ sampleName, sampleId }: Named): number[] {
  const found = `${sampleName ?? ''} ${sampleId ?? ''}`.matchAll(/(?<!\d)\d{5,15}(?!\d)/g);
  return [...new Set([...found].map(([digits]) => Number(digits)))];
}

/**
 * What speaks against an injection being of this sample. `otherTasks`: those of the numbers in its name that are tasks of
 * others. A time without a zone may be of any: it counts as before the receipt, or as in the future, only where it is so
 * everywhere. Of several times, as of a date that reads two ways, each is tried, and one of them is enough.
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

/** Whether a doubt is about the time of an injection. */
export const isOfTime = (doubt: InjectionDoubt) => doubt === 'before_receipt' || doubt === 'in_future';

/** The doubts that nobody has allowed. A word about the time holds for what was typed then, not for what was typed later. */
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
  // One of both readings of the file's own date is nothing new.
  const typedAt = time.source === 'typed' && time.times.length === 1 ? typed?.at : undefined;
  const holds = ({ what, at }: { what: InjectionDoubt; at: Date }) =>
    typedAt === undefined || !isOfTime(what) || at >= typedAt;
  return doubts.filter((doubt) => !allowances.some((word) => word.what === doubt && holds(word)));
}

/**
 * Whether a result waits for the time of the injection that it reports, or for why nobody knows it: where the file names a
 * time that cannot be read, and where the method asks for one and there is none.
 */
export function wantsTime(
  { isUsed, source, typed }: { isUsed: boolean; source: TimeSource; typed: { reason: string } | null },
  requires: readonly Requirable[],
): boolean {
  if (!isUsed || source === 'file' || source === 'typed' || (typed?.reason ?? '') !== '') return false;
  return source === 'unreadable' || requires.includes('injection_time');
}

/** The first and the last instant that a time may mean, in milliseconds; null for what is no time. */
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
