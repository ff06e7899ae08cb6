import type { LoadAnswer, LoadAsk } from './load.ts';

export type Load = (ask: LoadAsk) => Promise<LoadAnswer>;
export type Subject = { port: number; path: string; encodings?: string };

const CONNECTIONS = 8;
const WARM_SECONDS = 3;
const ROUND_SECONDS = 0.6;
const ROUNDS = 11;
const RATE_SECONDS = 3;
/** How many reads of one client the server allows at the same time. Waiting ones are included. */
const RATE_CONNECTIONS = 20;
/** Waiting times are measured at half of the requests per second that the slower server can answer. */
const RATE_SHARE = 0.5;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** The requests per second of each server. The servers are measured in turn, and the median of all rounds counts. */
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

/** 99 of 100 answers took at most this many milliseconds, at a fixed rate. */
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
