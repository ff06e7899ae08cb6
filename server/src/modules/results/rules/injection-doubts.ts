import type { InjectionDoubt } from '@vialproof/contract/injections';

/** What an injection's file says of the run. `injectedAt`: ISO 8601, without a zone where the instrument knew none. */
type Run = { sampleName?: string | null; sampleId?: string | null; injectedAt?: string | null };

/** No place on earth is further than this behind Greenwich. */
const FURTHEST_BEHIND_HOURS = 12;

/** The numbers in a sample's name that look like task numbers. */
export function numbersInName({ sampleName, sampleId }: Run): number[] {
  const found = `${sampleName ?? ''} ${sampleId ?? ''}`.matchAll(/(?<!\d)\d{5,15}(?!\d)/g);
  return [...new Set([...found].map(([digits]) => Number(digits)))];
}

/**
 * What speaks against an injection being of this sample. `otherTasks`: those of the numbers in its name that are tasks of
 * others. A time without a zone may be of any: it counts as before the receipt only where it is so everywhere.
 */
export function doubtsOf(
  run: Run,
  { receivedAt, otherTasks }: { receivedAt: Date | null; otherTasks: number[] },
): InjectionDoubt[] {
  const doubts: InjectionDoubt[] = [];
  const at = latestInstant(run.injectedAt ?? null);
  if (at !== null && receivedAt !== null && at < receivedAt.getTime()) doubts.push('before_receipt');
  if (otherTasks.length > 0) doubts.push('other_sample');
  return doubts;
}

/** The last instant that a time may mean; null for what is no time. */
function latestInstant(words: string | null): number | null {
  if (words === null) return null;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(words);
  const at = Date.parse(hasZone ? words : `${words}Z`);
  if (Number.isNaN(at)) return null;
  return hasZone ? at : at + FURTHEST_BEHIND_HOURS * 3_600_000;
}
