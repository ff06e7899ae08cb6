/** A call that was sent during the run. The moments are in milliseconds. */
export type Sample = {
  /** A call that changes data, another call of the load, or a page of a reader. */
  kind: 'change' | 'read' | 'page';
  from: number;
  to: number;
  /** The status of the answer; 0 if there was none. */
  status: number;
  /** The path of a page. */
  path?: string;
};

/** A time in which calls that change data failed. */
export type Outage = {
  /** The moment at which the first failing call was sent. */
  from: number;
  /** The moment at which the first call was answered that was sent after every failing one. */
  to: number;
};

/** Not answered, too many waiting, or an error of the server. */
const isRefused = ({ status }: Sample) => status === 0 || status === 429 || status >= 500;
/** After so long without a failing call the outage is over, and the next failing call begins another one. */
const OVER_MS = 5_000;

/** The outages among these samples, the longest one first. */
export function outagesOf(samples: readonly Sample[]): Outage[] {
  const changes = samples
    .filter(({ kind }) => kind === 'change')
    .toSorted((one, other) => one.from - other.from);
  const groups: Sample[][] = [];
  for (const failed of changes.filter(isRefused)) {
    const last = groups.at(-1)?.at(-1);
    if (last && failed.from - last.from < OVER_MS) groups.at(-1)?.push(failed);
    else groups.push([failed]);
  }
  return groups
    .map((group) => {
      const [from = 0, last = 0] = [group[0]?.from, group.at(-1)?.from];
      const answered = changes
        .filter((sample) => !isRefused(sample) && sample.from > last)
        .map(({ to }) => to);
      return { from, to: Math.min(...answered) };
    })
    .toSorted((one, other) => other.to - other.from - (one.to - one.from));
}
