import type { PeerCertificate } from 'node:tls';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseProxy } from '../../testing/database-proxy.ts';
import { startupProxy } from '../../testing/startup-proxy.ts';
import { asOwner, testDatabase } from '../../testing/test-database.ts';
import { isDatabaseDown, openDatabase, sqlState } from './database.ts';
import { clientConfig, readAddress, withParameter } from './database-hosts.ts';

const LIMITS = { connectMs: 4_000, statementMs: 5_000 };
const NOBODY = '127.0.0.1:1';
const hostOf = (url: string) => new URL(url).host;

/** The address of a database with these hosts. */
function severalHosts(url: string, hosts: string[], attribute?: string): string {
  const address = url.replace(hostOf(url), hosts.join(','));
  return attribute ? withParameter(address, 'target_session_attrs', attribute) : address;
}

async function ask<Row extends pg.QueryResultRow>(address: string, text: string): Promise<Row | undefined> {
  const db = openDatabase(address, { max: 1, limits: LIMITS });
  const { rows } = await db.pool.query<Row>(text).finally(() => db.close());
  return rows[0];
}

/** A database, and two of its servers: one where everything is read-only, and one that takes writes. */
async function standbyAndPrimary() {
  const [url, readOnly] = [await testDatabase(), await testDatabase()];
  const name = (address: string) => new URL(address).pathname.slice(1);
  await asOwner(
    { databaseUrl: url },
    `ALTER DATABASE ${name(readOnly)} SET default_transaction_read_only = on`,
  );
  const standby = await startupProxy(url, (parameters) => {
    parameters.set('database', name(readOnly));
  });
  return { url, standby: hostOf(standby), primary: hostOf(url) };
}

describe('an address names several hosts as libpq reads them', () => {
  it('each host may have a port, and everything else holds for all of them', () => {
    const { urls, attribute } = readAddress(
      'postgresql://lab:p%2C@one:5433,two,[::1]:5434/db?sslmode=disable&target_session_attrs=read-write',
    );
    expect(urls.map(({ host, password, pathname }) => [host, password, pathname])).toEqual([
      ['one:5433', 'p%2C', '/db'],
      ['two', 'p%2C', '/db'],
      ['[::1]:5434', 'p%2C', '/db'],
    ]);
    expect(attribute).toBe('read-write');
    expect(readAddress('POSTGRES://lab:p@one/db').attribute).toBe('any');
    expect(new pg.Client(clientConfig('postgres://lab:p@one,two/db')).port).toBe(5432);
  });

  it('an address that libpq would not understand is refused with the reason', () => {
    for (const [address, reason] of [
      ['https://one/db', 'Invalid URL'],
      ['postgres://lab@one,/db', 'Invalid URL'],
      ['postgres://lab@one:many/db', 'Invalid URL'],
      [
        'postgres://lab@one/db?target_session_attrs=writable',
        /^target_session_attrs is one of any, read-write/,
      ],
      ['postgres:///db?host=one,two', 'several hosts are named before the database'],
    ] as const)
      expect(() => readAddress(address), address).toThrow(reason);
  });

  it('one host without an attribute is left to node-postgres', () => {
    expect(clientConfig('postgres://lab:p@one:5433/db')).toEqual({
      connectionString: 'postgres://lab:p@one:5433/db',
    });
  });

  it('a certificate counts if it is of one of the hosts', () => {
    const { ssl } = clientConfig('postgres://lab:p@one.example,two.example/db?sslmode=verify-full');
    const { checkServerIdentity } = typeof ssl === 'object' ? ssl : {};
    const check = (name: string) =>
      checkServerIdentity?.('one.example', { subject: { CN: name } } as PeerCertificate);
    expect(checkServerIdentity).toBeDefined();
    expect(check('two.example')).toBeUndefined();
    expect(check('three.example')).toBeInstanceOf(Error);
  });
});

describe('each new connection goes to a host that fits', () => {
  it('a host that does not answer is passed over', async () => {
    const url = await testDatabase();
    expect(await ask(severalHosts(url, [NOBODY, hostOf(url)]), 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('a silent host costs its share of the time, and only once, also while a standby is preferred', async () => {
    const url = await testDatabase();
    const silent = await databaseProxy(url);
    silent.silence();
    const hosts = [hostOf(silent.url), hostOf(url)];
    const db = openDatabase(severalHosts(url, hosts, 'prefer-standby'), {
      max: 2,
      limits: { ...LIMITS, connectMs: 2_000 },
    });
    onTestFinished(() => db.close());
    const first = await db.pool.connect();
    silent.goAway();
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    first.release();
  });

  it('target_session_attrs chooses between a primary and a server that takes no writes', async () => {
    const { url, standby, primary } = await standbyAndPrimary();
    const isReadOnly = async (hosts: string[], attribute: string) => {
      const row = await ask<{ on: string }>(
        severalHosts(url, hosts, attribute),
        "SELECT current_setting('transaction_read_only') AS on",
      );
      return row?.on === 'on';
    };
    expect(await isReadOnly([standby, primary], 'any')).toBe(true);
    expect(await isReadOnly([standby, primary], 'read-write')).toBe(false);
    expect(await isReadOnly([primary, standby], 'read-only')).toBe(true);
    // Neither is in recovery.
    expect(await isReadOnly([standby, primary], 'primary')).toBe(true);
    expect(await isReadOnly([primary, standby], 'prefer-standby')).toBe(false);
  });

  it('the database counts as down while no host fits, and a wrong password is an error at once', async () => {
    const { url, standby } = await standbyAndPrimary();
    const refused = (address: string) => ask(address, 'SELECT 1').catch((error: unknown) => error);
    const unfit = await refused(severalHosts(url, [standby, NOBODY], 'read-write'));
    expect(isDatabaseDown(unfit)).toBe(true);
    expect(unfit).toMatchObject({
      message: expect.stringMatching(
        /^no host has target_session_attrs=read-write \(127.*: another kind of server; 127.*ECONNREFUSED/,
      ),
    });
    const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
    const error = await refused(severalHosts(wrong, [hostOf(url), NOBODY]));
    expect(sqlState(error)).toBe('28P01');
    expect(isDatabaseDown(error)).toBe(false);
  });

  it('after a failover, new connections go to the other host', async () => {
    const url = await testDatabase();
    const [one, two] = [await databaseProxy(url), await databaseProxy(url)];
    two.goAway();
    const hosts = [hostOf(one.url), hostOf(two.url)];
    const db = openDatabase(severalHosts(url, hosts, 'read-write'), { max: 2, limits: LIMITS });
    onTestFinished(() => db.close());
    const works = () => db.pool.query('SELECT 1').then(() => true, isDatabaseDown);
    expect(await works()).toBe(true);
    two.comeBack();
    one.goAway();
    await expect
      .poll(() =>
        db.pool.query('SELECT 1').then(
          () => true,
          (error) => !isDatabaseDown(error),
        ),
      )
      .toBe(true);
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('a connection that is closed while it looks for its host is over', async () => {
    const url = await testDatabase();
    const client = new pg.Client(clientConfig(severalHosts(url, [hostOf(url), NOBODY])));
    client.on('error', () => undefined);
    const opening = client.connect().then(
      () => 'open',
      () => 'closed',
    );
    await client.end();
    expect(await opening).toBe('closed');
  });
});
