import type { ErrorCode } from '@vialproof/contract/errors';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { ProviderError } from '@vialproof/contract/providers';
import { Counter, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';

/** Services of other companies or programs that this server calls. A sandbox counts as a service of its own. */
export type OutsideService =
  | PaymentMethod
  | `${PaymentMethod}-sandbox`
  | 'smtp'
  | 's3'
  | 'clamd'
  | 'google'
  | 'discord';

/** `refused`: the service works and says no. `failed`: it did not answer, or answered with an error of its own. */
const OUTCOMES = ['ok', 'refused', 'failed'] as const;

/** Runs calls of one outside service, and measures them. */
export type Measure = <T>(call: () => Promise<T>) => Promise<T>;

/** For commands, which nobody watches. */
export const notMeasured: Measure = (call) => call();

/** Why a sign-in was refused. */
type SignInRefusal = ErrorCode | `provider_${ProviderError}`;

export type Figures = ReturnType<typeof createFigures>;

/** What this process counts about its own work, for /metrics. Everything begins at zero with the process. */
export function createFigures() {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const outsideCalls = new Histogram({
    name: 'vialproof_outside_call_duration_seconds',
    help: 'Calls of this process to outside services, by service and outcome; refused: the service said no.',
    labelNames: ['service', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const jobs = new Histogram({
    name: 'vialproof_job_duration_seconds',
    help: 'Jobs of this process, by queue and outcome. Jobs that are done together share their time.',
    labelNames: ['queue', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 120],
    registers,
  });
  const slowStatements = new Counter({
    name: 'vialproof_slow_statements_total',
    help: 'Statements of this process that took SLOW_QUERY_MS or longer, also those without a line in the log.',
    registers,
  });
  const refusedSignIns = new Counter({
    name: 'vialproof_sign_ins_refused_total',
    help: 'Sign-ins that this process refused, by reason. Sum over processes.',
    labelNames: ['reason'] as const,
    registers,
  });
  const publications = new Counter({
    name: 'vialproof_publications_total',
    help: 'Results that this process published, amendments included. Sum over processes.',
    registers,
  });

  return {
    /** All figures of this process; /metrics adds those that are read at each scrape. */
    registry,
    slowStatements,
    publications,

    /** Measures the calls of a service. `isRefusal`: whether an error means that the service works and says no. */
    outside(service: OutsideService, isRefusal: (error: unknown) => boolean = () => false): Measure {
      for (const outcome of OUTCOMES) outsideCalls.zero({ service, outcome });
      return async (call) => {
        const began = performance.now();
        const end = (outcome: (typeof OUTCOMES)[number]) =>
          outsideCalls.observe({ service, outcome }, (performance.now() - began) / 1000);
        try {
          const answer = await call();
          end('ok');
          return answer;
        } catch (error) {
          end(isRefusal(error) ? 'refused' : 'failed');
          throw error;
        }
      };
    },

    /** Counts `count` jobs of a queue that took this time together. */
    observeJobs(queue: string, outcome: 'done' | 'failed', seconds: number, count = 1): void {
      for (let job = 0; job < count; job += 1) jobs.observe({ queue, outcome }, seconds / count);
    },

    countRefusedSignIn(reason: SignInRefusal): void {
      refusedSignIns.inc({ reason });
    },
  };
}
