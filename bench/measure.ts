import type { LoadAnswer, LoadAsk } from './load.ts';

export type Load = (ask: LoadAsk) => Promise<LoadAnswer>;
export type Subject = { port: number; path: string; encodings?: string };

const CONNECTIONS = 8;
const WARM_SECONDS = 3;
const ROUND_SECONDS = 0.6;
const ROUNDS = 11;
const RATE_SECONDS = 3;
/** The server's limit of parallel and waiting reads per client. */
const RATE_CONNECTIONS = 20;
/** Latency is measured at this share of the requests per second that the slower subject can answer. */
const RATE_SHARE = 0.5;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** The requests per second of each subject: the median of alternating rounds, so that a noisy moment affects all subjects. */
export async function throughput(load: Load, subjects: Subject[]): Promise<number[]> {
  for (const subject of subjects) await load({ ...subject, seconds: WARM_SECONDS, connections: CONNECTIONS });
  const rounds: number[][] = subjects.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const { requests, seconds, errors } = await load({
        ...subject,
        seconds: ROUND_SECONDS,
        connections: CONNECTIONS,
      });
      if (errors > 0) throw new Error(`${errors} of ${requests} requests for ${subject.path} failed`);
      rounds[index]?.push(requests / seconds);
    }
  }
  return rounds.map(median);
}

/** The 99th percentile in milliseconds at a fixed rate, counted from the moment when each request was due. */
export async function tail(
  load: Load,
  subject: Subject,
  throughputs: number[],
): Promise<{ p99: number; rate: number }> {
  const rate = Math.max(1, Math.round(Math.min(...throughputs) * RATE_SHARE));
  const { p99, errors } = await load({
    ...subject,
    seconds: RATE_SECONDS,
    connections: RATE_CONNECTIONS,
    rate,
  });
  if (errors > 0) throw new Error(`${errors} requests for ${subject.path} failed at ${rate} a second`);
  return { p99, rate };
}
