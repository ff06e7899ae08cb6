import type pg from 'pg';
import { withClient } from '../faults/invariants.ts';
import { startS3Server } from '../server/src/testing/s3-server.ts';
import { balancerOf } from './balancer.ts';
import { bouncerOf } from './bouncer.ts';
import { DatabaseServers } from './database.ts';
import type { Place } from './place.ts';
import type { Program } from './program.ts';
import { Site } from './site.ts';

/** All programs of an installation on several servers. */
export type Cluster = {
  database: DatabaseServers;
  bouncer: Program;
  store: Awaited<ReturnType<typeof startS3Server>>;
  site: Site;
  /** The names of the programs that have ended by themselves. */
  fallen(): string[];
  /** The address of the primary for a superuser. */
  superuserUrl: string;
  /** Asks the primary as a superuser. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
};

type Started = { end(): Promise<void> };

/** Starts everything. What runs is added to `started`, also if a later start fails. */
export async function openCluster(
  place: Place,
  settings: Record<string, string>,
  started: Started[],
): Promise<Cluster> {
  const add = <Part extends Started>(part: Part): Part => {
    started.push(part);
    return part;
  };
  const { ports } = place;
  const urlOf = (role: string, whose: string, { database = 'vialproof', port = ports.primary } = {}) =>
    `postgres://${role}:${place.password(whose)}@127.0.0.1:${port}/${database}`;
  const superuserUrl = urlOf('postgres', 'SUPERUSER');
  const store = await startS3Server();
  add({ end: store.stop });
  const balancer = add(await balancerOf(place));
  balancer.start();
  const database = add(await DatabaseServers.prepare(place));
  await database.start();
  await withClient(urlOf('postgres', 'SUPERUSER', { database: 'postgres' }), (client) =>
    makeDatabase(client, place),
  );
  const bouncer = add(await bouncerOf(place));
  bouncer.start();
  const site = add(
    await Site.prepare(place, {
      ...settings,
      ...store.settings,
      DATABASE_URL: urlOf('vialproof_app', 'SERVING', { port: ports.bouncer }),
      DIRECT_DATABASE_URL: urlOf('vialproof_app', 'SERVING'),
    }),
  );
  await site.start(urlOf('vialproof_owner', 'OWNER'));
  const query: Cluster['query'] = (text, values) =>
    withClient(superuserUrl, (client) => client.query(text, values));
  const fallen = () =>
    [balancer, bouncer, ...database.programs, ...site.programs]
      .filter(({ hasEnded }) => hasEnded)
      .map(({ name }) => name);
  return { database, bouncer, store, site, fallen, superuserUrl, query };
}

/** Creates both roles and the database, as docs/production.md does. */
async function makeDatabase(client: pg.Client, { password }: Place): Promise<void> {
  for (const statement of [
    `CREATE ROLE vialproof_owner LOGIN PASSWORD '${password('OWNER')}'`,
    `CREATE ROLE vialproof_app LOGIN PASSWORD '${password('SERVING')}'`,
    "CREATE DATABASE vialproof OWNER vialproof_owner TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'",
    "ALTER ROLE vialproof_app SET statement_timeout = '2s'",
    "ALTER ROLE vialproof_app SET idle_in_transaction_session_timeout = '60s'",
  ])
    await client.query(statement);
}
