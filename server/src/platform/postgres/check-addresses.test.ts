import { describe, expect, it } from 'vitest';
import { limitedDatabase, limitRole, nameOf, start } from '../../testing/addresses.ts';
import { startupProxy } from '../../testing/startup-proxy.ts';
import { asOwner, testDatabase } from '../../testing/test-database.ts';

const LIMIT = 'statement_timeout';

/** PgBouncer as it is installed. */
const refusing = (url: string) =>
  startupProxy(url, (parameters) =>
    parameters.has(LIMIT) ? `unsupported startup parameter: ${LIMIT}` : undefined,
  );
/** PgBouncer with `ignore_startup_parameters`. */
const dropping = (url: string) =>
  startupProxy(url, (parameters) => {
    parameters.delete(LIMIT);
    parameters.delete('idle_in_transaction_session_timeout');
  });
/** A pooler in transaction mode that knows the limits. */
const deaf = (url: string) =>
  startupProxy(
    url,
    () => undefined,
    (bytes) => (bytes.includes('LISTEN') ? Buffer.from(bytes.toString().replace('LISTEN', 'NOTIFY')) : bytes),
  );

describe('a start without DIRECT_DATABASE_URL needs PostgreSQL itself', () => {
  it('it refuses a pooler that refuses limits, drops them, or passes on no notifications', async () => {
    const url = await testDatabase();
    expect(await start(url)).toBeUndefined();
    for (const [pooler, reason] of [
      [refusing, 'unsupported startup parameter: statement_timeout'],
      [dropping, 'statement_timeout was sent as 1800000 ms and is 0 ms'],
      [deaf, 'no notification arrives'],
    ] as const)
      expect(await start(await pooler(url))).toBe(
        `DATABASE_URL leads to a connection pooler (${reason}). Set DIRECT_DATABASE_URL to the address of PostgreSQL itself (docs/operations.md, "A pooler").`,
      );
  });

  it('it refuses a pooler that drops limits, also if the role has those of requests', async () => {
    const url = await limitedDatabase();
    expect(await start(await dropping(url))).toMatch(
      /^DATABASE_URL leads to a connection pooler \(statement_timeout was sent as 1800000 ms and is 2000 ms\)/,
    );
  });
});

describe('a start with DIRECT_DATABASE_URL checks both addresses', () => {
  it('it begins if the role has the limits, whether the pooler refuses or drops those of connections', async () => {
    const url = await limitedDatabase();
    expect(await start(await refusing(url), url)).toBeUndefined();
    expect(await start(await dropping(url), url)).toBeUndefined();
  });

  it('it names the statements that give the role its limits', async () => {
    const url = await testDatabase();
    const pooler = await refusing(url);
    const words = await start(pooler, url);
    expect(words).toMatch(/^Through a pooler .* vialproof_app has others .*: statement_timeout is 0 ms, /);
    expect(words).toMatch(/and then RECONNECT in the console of PgBouncer/);
    const statements = words?.match(/ALTER ROLE "vialproof_app" SET \w+ = \d+;/g) ?? [];
    expect(statements).toHaveLength(2);
    for (const statement of statements)
      await asOwner({ databaseUrl: url }, statement.replace('SET', `IN DATABASE ${nameOf(url)} SET`));
    expect(await start(pooler, url)).toBeUndefined();
    await limitRole(url, LIMIT, '3000');
    expect(await start(pooler, url)).toMatch(/statement_timeout is 3000 ms/);
  });

  it('it refuses a pooler in DIRECT_DATABASE_URL', async () => {
    const url = await limitedDatabase();
    for (const pooler of [refusing, dropping, deaf]) {
      const through = await pooler(url);
      expect(await start(through, through)).toMatch(
        /^DIRECT_DATABASE_URL leads to a connection pooler \(.+\)\. Set it to the address of PostgreSQL itself/,
      );
    }
  });

  it('it refuses two databases', async () => {
    const [url, other] = [await limitedDatabase(), await testDatabase()];
    expect(await start(url, other)).toMatch(
      /^DATABASE_URL and DIRECT_DATABASE_URL lead to different databases/,
    );
  });

  it('it names the setting that leads to a standby, to nobody, or has the wrong password', async () => {
    const [url, readOnly] = [await limitedDatabase(), await limitedDatabase()];
    await asOwner(
      { databaseUrl: url },
      `ALTER DATABASE ${nameOf(readOnly)} SET default_transaction_read_only = on`,
    );
    const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
    const nobody = 'postgres://x:y@127.0.0.1:1/z';
    for (const [bad, reason] of [
      [readOnly, /standby/],
      [nobody, /does not answer/],
      [wrong, /password/],
    ] as const) {
      expect(await start(url, bad)).toMatch(reason);
      expect(await start(url, bad)).toMatch(/ DIRECT_DATABASE_URL/);
      expect(await start(bad, url)).toMatch(/ DATABASE_URL/);
    }
  });
});
