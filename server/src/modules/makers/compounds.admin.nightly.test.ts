import { describe, expect, it } from 'vitest';
import { compoundOffice } from '../../testing/compound-office.ts';
import { expectAsProjected, nameSeeded } from '../../testing/public-rows.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { projectAll } from '../publications/publications.service.ts';
import { addMissingCompounds } from './makers.service.ts';

const office = async (env: Record<string, string> = {}) => {
  const app = await testApp(env);
  return { app, ...(await compoundOffice(app)) };
};
const WAITING = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
  WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
const shape = (names: { spelling: string; kind: string; slug: string | null; tests: number }[]) =>
  names.map(({ spelling, kind, slug, tests }) => [spelling, kind, slug, tests]);

describe('admins can give and remove names of a compound, and its tests move with them', () => {
  it('admins see all names of a compound with their numbers of tests, and find a name with any hyphens', async () => {
    const { lab, list, compound } = await office();
    await lab.published({ compound: 'B P C 157' });
    await lab.published({ compound: 'BPC-157' });
    await lab.published({ compound: 'BPC-157', visibility: 'private' });
    await lab.received({ compound: 'Zorkotide' });
    const [row, ...others] = await list('?q=bpc157');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      name: 'BPC-157',
      slug: 'bpc-157',
      known: true,
      synonyms: 4,
      written: 1,
      tests: 2,
    });
    expect((await list('?q=ozempic')).map(({ name, brands }) => [name, brands])).toEqual([
      ['Semaglutide', 3],
    ]);
    expect(await list('?state=unknown')).toEqual([]);
    await lab.published({ compound: 'Zorkotide' });
    expect(await list('?state=unknown')).toMatchObject([{ name: 'Zorkotide', known: false, tests: 1 }]);
    expect(shape((await compound('BPC-157')).names)[0]).toEqual(['BPC-157', 'name', 'bpc-157', 1]);
  });

  it('an admin gives a customer’s spelling to a compound, and its tests move there; removing it moves them back', async () => {
    const { app, lab, give, take, dossier, found, compound, call } = await office();
    await lab.published({ compound: 'Semaglutide' });
    await lab.published({ compound: 'Zorko-tide' });
    await lab.published({ compound: 'zorko tide' });
    await lab.received({ compound: 'ZORKO TIDE' });
    const before = [await dossier('semaglutide'), await dossier('zorko-tide'), await found('search=sema')];
    expect(before).toEqual([['Semaglutide', 1], ['Zorko-tide', 2], 1]);

    const given = await give('Semaglutide', 'Zorko-tide', 'brand');
    expect(given.status).toBe(200);
    expect(given.body.data).toMatchObject({ name: 'Semaglutide', version: 2 });
    for (const slug of ['semaglutide', 'zorko-tide', 'zorko-tide-2']) {
      expect(await dossier(slug)).toEqual(['Semaglutide', 3]);
    }
    expect(await found('search=zorko')).toBe(4);
    expect(await found('compound=semaglutide')).toBe(4);

    expect((await take('Semaglutide', 'zorko-tide')).status).toBe(200);
    expect([await dossier('semaglutide'), await dossier('zorko-tide'), await found('search=sema')]).toEqual(
      before,
    );
    expect(shape((await compound('Zorko-tide')).names)).toEqual([
      ['Zorko-tide', 'customer', 'zorko-tide', 1],
      ['zorko tide', 'customer', 'zorko-tide-2', 1],
    ]);
    const { id } = (await call('GET', `/${given.body.data.id}`)).body.data;
    const { rows } = await app.platform.db.pool.query(
      'SELECT action, actor_id, detail FROM audit_entry WHERE subject_id = $1 ORDER BY id',
      [id],
    );
    const entry = { actor_id: lab.admin.id, detail: { name: 'Zorko-tide' } };
    expect(rows).toMatchObject([
      { ...entry, action: 'compound.name_added' },
      { ...entry, action: 'compound.name_taken_away' },
    ]);
  });

  it("a customer's spelling that an admin makes a known compound stays known until the admin undoes this", async () => {
    const { lab, give, take, compound, dossier } = await office();
    await lab.published({ compound: 'zorkotide' });
    await lab.published({ compound: 'Zorko-tide' });
    expect((await give('zorkotide', 'Zork')).body.code).toBe('wrong_state');
    const { body } = await give('zorkotide', 'Zorko-Tide', 'name');
    expect(body.data).toMatchObject({ name: 'Zorko-Tide', known: true, slug: 'zorko-tide' });
    expect(await dossier('zorkotide')).toEqual(['Zorko-Tide', 2]);
    expect((await give('Zorko-Tide', 'Zork')).status).toBe(200);
    expect((await take('Zorko-Tide', 'zorko-tide')).body.code).toBe('wrong_state');
    expect((await take('Zorko-Tide', 'zork')).status).toBe(200);
    expect((await take('Zorko-Tide', 'zorko-tide')).status).toBe(200);
    expect(await compound('Zorko-Tide')).toMatchObject({ known: false });
    expect((await take('Semaglutide', 'semaglutide')).body.code).toBe('wrong_state');
  });

  it('a test that is published while an admin removes a name is counted correctly', async () => {
    // A slow machine needs longer than a request may take.
    const { app, lab, take, dossier } = await office({ STATEMENT_TIMEOUT_MS: '30000' });
    // Maker and batch already have records, so only the compound can be missing.
    await lab.published({ compound: 'Semaglutide' });
    const order = await lab.inReview({ compound: 'Sema' });
    const { pool } = app.platform.db;
    const client = await pool.connect();
    const areWaiting = (count: number) =>
      expect.poll(async () => (await pool.query(WAITING)).rows.length, { timeout: 20_000 }).toBe(count);
    await client.query("BEGIN; SELECT pg_advisory_xact_lock(hashtext('names of tests'))");
    const taking = take('Semaglutide', 'sema');
    await areWaiting(1);
    const publishing = lab.publish(lab.reviewer, order);
    await areWaiting(2);
    await client.query('COMMIT');
    client.release();
    expect([(await taking).status, (await publishing).status]).toEqual([200, 200]);
    expect(await dossier('sema')).toEqual(['Sema', 1]);
    await expectAsProjected(app);
  });

  it('a name given to a compound moves all its tests at once, even if they are very many', async () => {
    const { app, lab, give, dossier, found } = await office();
    const { pool } = app.platform.db;
    await seedTests(app, 100);
    await pool.query("UPDATE test_request SET visibility = 'public', compound_name = 'Semaglutide'");
    await nameSeeded(app);
    await projectAll(app.modules.publications);
    await app.jobs.drain();
    for (const batch of ['Z1', 'Z2', 'Z3']) await lab.published({ compound: 'Zorko', batch });
    expect(await dossier('zorko')).toEqual(['Zorko', 3]);
    await give('Semaglutide', 'Zorko');
    expect(await dossier('zorko')).toEqual(['Semaglutide', 103]);
    expect(await found('compound=zorko&maker=test-maker')).toBe(3);
    await app.jobs.drain();
    expect(await found('compound=zorko')).toBe(103);
  }, 180_000);

  it('after a name was given to another compound, a search for it no longer finds the old compound', async () => {
    const { app, lab, give, take, dossier } = await office();
    const orders = [
      await lab.published({ compound: 'Zorkotide' }),
      await lab.published({ compound: 'zorko tide' }),
    ];
    orders.push(await lab.published({ compound: 'zorko-tide' }));
    await give('Zorkotide', 'Zorkotide', 'name');
    await take('Zorkotide', 'zorkotide');
    expect(await dossier('zorkotide')).toEqual(['Zorkotide', 3]);
    expect((await give('Semaglutide', 'zorko-tide')).status).toBe(200);
    expect([await dossier('zorkotide'), await dossier('semaglutide')]).toEqual([
      ['Zorkotide', 1],
      ['Semaglutide', 2],
    ]);
    await expectAsProjected(app);
  });

  it('a name cannot be given to a compound if another compound has it, or if the compound was just changed', async () => {
    const { lab, call, compound, give, take } = await office();
    await lab.published({ compound: 'Zorkotide' });
    for (const spelling of ['BPC-157', 'bpc 157', 'B.P.C. 157', 'Mounjaro']) {
      const { status, body } = await give('Semaglutide', spelling);
      expect([spelling, status, body.errors?.[0]?.path]).toEqual([spelling, 422, 'spelling']);
    }
    expect((await give('Semaglutide', 'Ozempic', 'brand')).status).toBe(422);
    expect((await give('Semaglutide', 'Ozempic', 'synonym')).status).toBe(200);
    expect((await give('Zorkotide', 'Ozempic', 'name')).status).toBe(422);
    expect((await give('Zorkotide', 'Nobody wrote this', 'name')).status).toBe(422);
    expect((await give('Semaglutide', '\u200b')).status).toBe(422);
    expect((await take('Semaglutide', 'mounjaro')).status).toBe(422);
    const { id, version } = await compound('Semaglutide');
    const both = await Promise.all(
      ['One', 'Other'].map((spelling) => call('PUT', `/${id}`, { spelling, kind: 'synonym', version })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call('POST', `/${id}/take-away`, { folded: 'sema', version })).body.code).toBe(
      'stale_version',
    );
    expect((await call('GET', '/null')).status).toBe(404);
  });
});

describe('the names in a new release do not undo the work of admins', () => {
  const release = (app: TestApp) =>
    addMissingCompounds(app.modules.makers, [
      { name: 'Semaglutide', synonyms: ['Sema'], brands: ['Ozempic', 'Zorko'] },
      { name: 'Zumbatide', synonyms: ['Zumba'] },
    ]);

  it('a release does not bring back a name that an admin removed, and does not move a name that an admin gave', async () => {
    const { app, lab, give, take, compound, dossier } = await office();
    await lab.published({ compound: 'Ozempic' });
    await lab.published({ compound: 'zumbatide' });
    await give('Tirzepatide', 'Zorko');
    await give('BPC-157', 'Zumbatide');
    await take('Semaglutide', 'ozempic');
    await take('Semaglutide', 'sema');
    const kept = async () => {
      const names = ['Semaglutide', 'Tirzepatide', 'BPC-157', 'Ozempic'].map(async (name) =>
        shape((await compound(name)).names),
      );
      return Promise.all(names);
    };
    const before = await kept();
    expect(before[3]).toEqual([['Ozempic', 'customer', 'ozempic', 1]]);
    await release(app);
    const after = await kept();
    expect([after[0], after[1], after[3]]).toEqual([before[0], before[1], before[3]]);
    // The name from the software still means the compound that the admin chose.
    expect(after[2]).toEqual(expect.arrayContaining([['Zumba', 'synonym', 'zumba', 0]]));
    expect(await dossier('zumbatide')).toEqual(['BPC-157', 1]);
    expect(await dossier('ozempic')).toEqual(['Ozempic', 1]);

    // If a customer writes a removed name again, it becomes a new compound.
    await lab.published({ compound: 'SEMA' });
    expect(await dossier('sema')).toEqual(['SEMA', 1]);
    await release(app);
    expect(await dossier('sema')).toEqual(['SEMA', 1]);
  });

  it('a name with other hyphens in a release goes to the compound to which an admin gave it', async () => {
    const { app, lab, give, compound, dossier } = await office();
    await lab.published({ compound: 'Zumba-tide' });
    await lab.published({ compound: 'zumba tide' });
    await give('Zumba-tide', 'Zumba-tide', 'name');
    await give('BPC-157', 'Zor-ko');
    await lab.published({ compound: 'zorko' });
    await release(app);
    expect(await dossier('zumbatide')).toEqual(['Zumba-tide', 2]);
    expect(shape((await compound('Zumba-tide')).names)).toEqual([
      ['Zumba-tide', 'name', 'zumba-tide', 1],
      ['Zumba', 'synonym', 'zumba', 0],
      ['Zumbatide', 'synonym', 'zumbatide', 0],
      ['zumba tide', 'customer', 'zumba-tide-2', 1],
    ]);
    expect(await dossier('zorko')).toEqual(['BPC-157', 1]);
  });

  it("a release takes customers' spellings that it knows away from other compounds", async () => {
    const { app, lab, give, take, dossier } = await office();
    await lab.published({ compound: 'Zumba-tide' });
    await lab.published({ compound: 'Zumbatide' });
    await give('Zumba-tide', 'Zumba-tide', 'name');
    await take('Zumba-tide', 'zumba-tide');
    expect(await dossier('zumba-tide')).toEqual(['Zumba-tide', 2]);
    await release(app);
    expect([await dossier('zumba-tide'), await dossier('zumbatide')]).toEqual([
      ['Zumba-tide', 1],
      ['Zumbatide', 1],
    ]);
    await expectAsProjected(app);
  });
});

describe('a name that only private tests use stays private', () => {
  it('if an admin gives a compound a name that only private tests use, the name gets no address, and public answers stay the same', async () => {
    const { app, lab, give, take } = await office();
    await lab.published({ compound: 'Semaglutide' });
    const look = () =>
      Promise.all(
        [
          '/api/dossiers/compounds/semaglutide',
          '/api/dossiers/compounds/secretotide',
          '/api/tests?search=secretotide&visibility=public',
          '/api/tests?compound=semaglutide',
          '/sitemap.xml',
          '/feed.atom',
        ].map(async (path) => {
          const answer = await app.raw(path);
          return [path, answer.status, await answer.text()];
        }),
      );
    async function giveAndTake() {
      expect((await give('Semaglutide', 'Secretotide')).status).toBe(200);
      const given = await look();
      expect((await take('Semaglutide', 'secretotide')).status).toBe(200);
      return [given, await look()];
    }
    const before = await giveAndTake();
    expect(before.map(([, dossier]) => dossier?.[1])).toEqual([404, 404]);

    const order = await lab.published({ visibility: 'private', compound: 'Secretotide', maker: 'Secret' });
    // When staff choose names, the spelling in a private test is stored too.
    const { status } = await app.request(`/api/lab/requests/${order.id}/subject`, {
      method: 'PUT',
      json: { maker: { name: 'Secret' }, batch: null },
      token: lab.admin.token,
    });
    expect(status).toBe(200);
    expect(await giveAndTake()).toEqual(before);
  });

  it('a name that only private tests use gets an address with its first public test', async () => {
    const { lab, give, dossier, compound } = await office();
    await lab.published({ compound: 'Semaglutide' });
    await give('Semaglutide', 'Zorko');
    expect(shape((await compound('Semaglutide')).names)).toContainEqual(['Zorko', 'synonym', null, 0]);
    expect(await dossier('zorko')).toBeUndefined();
    await lab.published({ compound: 'ZORKO' });
    expect(await dossier('zorko')).toEqual(['Semaglutide', 2]);
  });
});
