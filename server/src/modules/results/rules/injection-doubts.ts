import type { InjectionDoubt } from '@vialproof/contract/injections';

/**
 * What an injection's file says of the run. `injectedAt`: ISO 8601, without a zone where the instrument knew none; `readings`:
 * both times that it may mean, where the day cannot be told from the month.
 */
type Run = {
  sampleName?: string | null;
  sampleId?: string | null;
  injectedAt?: string | null;
  readings?: string[];
};

/** No place on earth is further than this behind Greenwich, or ahead of it. */
const FURTHEST_BEHIND_HOURS = 12;
const FURTHEST_AHEAD_HOURS = 14;
/** Clocks of instruments run ahead by so much without a doubt. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** The numbers in a sample's name that look like task numbers. */
export function numbersInName({ sampleName, sampleId }: Run): number[] {
  const found = `${sampleName ?? ''} ${sampleId ?? ''}`.matchAll(/(?<!\d)\d{5,15}(?!\d)/g);
  return [...new Set([...found].map(([digits]) => Number(digits)))];
}

/**
 * What speaks against an injection being of this sample. `otherTasks`: those of the numbers in its name that are tasks of
 * others. A time without a zone may be of any: it counts as before the receipt, or as in the future, only where it is so
 * everywhere. Of a date that reads two ways each reading is tried, and one of them is enough.
 */
export function doubtsOf(
  run: Run,
  facts: { receivedAt: Date | null; now: Date; taskNumber: number; otherTasks: number[] },
): InjectionDoubt[] {
  const { receivedAt, now, taskNumber, otherTasks } = facts;
  const doubts: InjectionDoubt[] = [];
  const times = run.readings ?? (run.injectedAt ? [run.injectedAt] : []);
  const spans = times.flatMap((words) => spanOf(words) ?? []);
  if (receivedAt !== null && spans.some(({ latest }) => latest < receivedAt.getTime()))
    doubts.push('before_receipt');
  if (spans.some(({ earliest }) => earliest > now.getTime() + CLOCK_SLACK_MS)) doubts.push('in_future');
  const name = `${run.sampleName ?? ''} ${run.sampleId ?? ''}`;
  if (otherTasks.length > 0) doubts.push('other_sample');
  else if (/[\p{L}\p{N}]/u.test(name) && !numbersInName(run).includes(taskNumber))
    doubts.push('unnamed_sample');
  return doubts;
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
