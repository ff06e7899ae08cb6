import { setTimeout as pause } from 'node:timers/promises';
import { canMoveClock } from '../faults/trouble.ts';
import type { Cluster } from './cluster.ts';
import { until } from './program.ts';

/** What a fault did. The moments are in milliseconds. */
export type Blow = {
  /** The moment of a kill. Undefined: the outage counts from the first call that failed. */
  at?: number;
  /** The moment from which the new primary wrote. */
  promotedAt?: number;
  note?: string;
};
export type Fault = {
  name: string;
  /** Causes the fault, mends it, and returns once the cluster is whole again. */
  strike(cluster: Cluster): Promise<Blow>;
  /** The seconds of 503 that are wanted, and from when they count. */
  target?: { seconds: number; from: 'promotion' | 'fault' };
  /** Whether calls must fail meanwhile. If none does, the fault did not happen. */
  isNoticed?: true;
  /** Why it cannot be tried here. */
  missing?: string;
};

/** A supervisor such as systemd starts a killed program again after this time. */
const SUPERVISOR_MS = 3_000;
const STORE_AWAY_MS = 60_000;
const CLOCK_WRONG_MS = 30_000;
const FIVE_MINUTES = 300;
/** The former primary stays away for so long. */
const FORMER_AWAY_MS = 5_000;

export const FAULTS: readonly Fault[] = [
  // The first people register, and nothing is taken away.
  { name: 'none', strike: async () => ({}) },
  {
    name: 'primary killed',
    isNoticed: true,
    target: { seconds: 5, from: 'promotion' },
    async strike({ database }) {
      const { primary, standby } = await database.roles();
      const at = performance.now();
      await database.kill(primary);
      const promotedAt = await database.untilWrites(standby);
      await pause(FORMER_AWAY_MS);
      primary.patroni.start();
      await database.untilWhole();
      return { at, promotedAt };
    },
  },
  {
    name: 'switched over',
    isNoticed: true,
    target: { seconds: 3, from: 'fault' },
    async strike({ database }) {
      const { standby } = await database.roles();
      const [promotedAt] = await Promise.all([database.untilWrites(standby), database.switchOver()]);
      await database.untilWhole();
      return { promotedAt };
    },
  },
  {
    name: 'web process killed',
    async strike({ site }) {
      const at = performance.now();
      await site.kill('web1');
      await pause(SUPERVISOR_MS);
      await site.restart('web1');
      return { at };
    },
  },
  {
    name: 'worker killed',
    async strike({ site, query }) {
      const at = performance.now();
      const { rows } = await query<{ moment: Date }>('SELECT now() AS moment');
      await site.kill('worker');
      await pause(SUPERVISOR_MS);
      await site.restart('worker');
      await until('the jobs from before the kill are done', async () => {
        const open = await query(
          "SELECT FROM pgboss.job WHERE state IN ('created', 'active') AND start_after < $1 LIMIT 1",
          [rows[0]?.moment],
        );
        return open.rowCount === 0;
      });
      return { at, note: `jobs caught up after ${((performance.now() - at) / 1000).toFixed(1)} s` };
    },
  },
  {
    name: 'PgBouncer killed',
    isNoticed: true,
    async strike({ bouncer }) {
      const at = performance.now();
      await bouncer.kill();
      await pause(SUPERVISOR_MS);
      bouncer.start();
      return { at };
    },
  },
  {
    name: 'S3 answers 503 for a minute',
    isNoticed: true,
    async strike({ store }) {
      const at = performance.now();
      store.state.fails = 'SlowDown';
      await pause(STORE_AWAY_MS);
      store.state.fails = undefined;
      return { at };
    },
  },
  ...[FIVE_MINUTES, -FIVE_MINUTES].map((seconds) => ({
    name: `one clock five minutes ${seconds > 0 ? 'fast' : 'slow'}`,
    ...(canMoveClock ? {} : { missing: 'faketime is not installed' }),
    async strike({ site }: Cluster) {
      await site.moveClock(seconds);
      await pause(CLOCK_WRONG_MS);
      await site.moveClock(0);
      return {};
    },
  })),
];
