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

/** How long calls that change data failed. */
export type Outage = {
  /** The moment at which the first failing call was sent. */
  from: number;
  /** The moment at which the first call was answered that was sent after every failing one. */
  to: number;
};

/** Not answered, too many waiting, or an error of the server. */
const isRefused = ({ status }: Sample) => status === 0 || status === 429 || status >= 500;

/** The outage among these samples; undefined if no change failed. Calls are back only when none fails any more. */
export function outageOf(samples: readonly Sample[]): Outage | undefined {
  const changes = samples.filter(({ kind }) => kind === 'change');
  const failed = changes.filter(isRefused).map(({ from }) => from);
  if (failed.length === 0) return undefined;
  const last = Math.max(...failed);
  const answered = changes.filter((sample) => !isRefused(sample) && sample.from > last).map(({ to }) => to);
  return { from: Math.min(...failed), to: Math.min(...answered) };
}
