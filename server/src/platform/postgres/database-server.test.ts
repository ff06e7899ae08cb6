import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { crowdedServer } from './database-server.ts';

describe('a database server with unfit settings is reported when the server starts', () => {
  it('it is reported if the database server allows too few connections', async () => {
    const db = openDatabase(await testDatabase(), { max: 1 });
    onTestFinished(db.close);
    const ask = (poolSize: number) => crowdedServer(db.pool, { poolSize, metricsToken: undefined, own: 1 });
    expect(await ask(2)).toBeUndefined();
    expect(await ask(500)).toMatch(
      /^PostgreSQL has room for \d+ connections, others have \d+, and this process opens up to 508: raise max_connections, or lower POOL_SIZE/,
    );
  });
});
