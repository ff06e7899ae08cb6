import type { Dossier } from '@vialproof/contract/dossiers';
import { describe, expect, it, vi } from 'vitest';
import { isRefusal } from '../../platform/refusal.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { publicRows } from '../../testing/public-rows.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { untilLocksWait } from '../../testing/waiting-locks.ts';
import { selectDossier } from '../dossiers/dossiers.service.ts';
import { namedSubjectOf } from '../makers/makers.service.ts';
import { findAnswer, markAnswers } from './answers.store.ts';
import { countAnswers, projectAll, projectMissing } from './publications.service.ts';

const MANY = 200;

/** A laboratory with one test, and very many other tests of the same maker in the counts. */
async function crowd() {
  const app = await testApp();
  const { pool } = app.platform.db;
  await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), { timeout: 20_000 });
  const lab = await laboratory(app);
  const [laid] = await layPublished(app, [{ maker: 'Acme', batch: 'L1' }]);
  await asOwner(app, 'ALTER TABLE counted_test DROP CONSTRAINT counted_test_request_id_fkey');
  await pool.query(
    `INSERT INTO counted_test SELECT r.* FROM counted_test t, generate_series(1, $1) AS n,
       LATERAL jsonb_populate_record(t, jsonb_build_object('request_id', gen_random_uuid(), 'task_number', 900000 + n,
         'batch_id', null, 'unit', 't:' || n, 'code_key', null)) AS r`,
    [MANY],
  );
  const { maker } = await namedSubjectOf(app.modules.makers, app.platform.db.orm, laid?.id ?? '');
  const of = { kind: 'maker' as const, id: maker?.id ?? '' };
  return { app, lab, of };
}

const published = async (app: TestApp) => {
  const { body } = await app.request<{ data: Dossier }>('/api/dossiers/makers/acme');
  return body.data.counts.published;
};

describe('the page of a maker with very many tests uses stored counts', () => {
  it('the counts of very many tests are stored, lack new tests until they are counted again, and never show a removed test', async () => {
    const { app, lab, of } = await crowd();
    const stored = async () => (await findAnswer<{ whole: object }>(app.platform.db.orm, of))?.whole;
    const order = await lab.published({ maker: 'Acme', batch: 'L2' });
    await app.jobs.drain();
    expect(await stored()).toMatchObject({ published: MANY + 2 });

    const next = await lab.inReview({ maker: 'Acme', batch: 'L3' });
    await app.jobs.drain();
    await must(lab.publish(lab.reviewer, next));
    expect(await published(app)).toBe(MANY + 2);
    await app.jobs.drain();
    expect(await published(app)).toBe(MANY + 3);

    await must(lab.retract(lab.reviewer, order));
    expect(await stored()).toBeUndefined();
    expect(await published(app)).toBe(MANY + 2);
    await app.jobs.drain();
    expect(await stored()).toMatchObject({ published: MANY + 2, retracted: 1 });
  });

  it('a large count is made again after a correction, a change of maker, and when a test becomes private', async () => {
    const { app, lab, of } = await crowd();
    const stored = () => findAnswer(app.platform.db.orm, of);
    const waiting = await lab.received({ maker: 'Acme', batch: 'HIDE-ME' });
    await app.jobs.drain();
    expect(await stored()).toBeDefined();
    const { status } = await app.request(`/api/me/tests/${waiting.id}/visibility`, {
      method: 'PUT',
      json: { visibility: 'private' },
      token: waiting.owner.token,
    });
    expect([status, await stored()]).toEqual([200, undefined]);
    const { body } = await app.request<{ data: Dossier }>('/api/dossiers/makers/acme');
    expect(body.data.counts).toMatchObject({ pending: 0, withheld: 1 });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${waiting.id}|HIDE-ME`));
  });

  it('only one job at a time counts very many tests, so an old count never replaces a newer one', async () => {
    const { app, lab, of } = await crowd();
    const { pool } = app.platform.db;
    const waiting = await lab.received({ maker: 'Acme', batch: 'HIDE-ME' });
    await app.jobs.drain();
    await markAnswers(Object.assign(app.platform.db.orm, { isTransaction: true as const }), [of], false);
    const holder = await pool.connect();
    await holder.query('BEGIN; LOCK TABLE line_name IN ACCESS EXCLUSIVE MODE');
    const first = countAnswers(app.modules.publications);
    await untilLocksWait(pool, 'relation');
    const { status } = await app.request(`/api/me/tests/${waiting.id}/visibility`, {
      method: 'PUT',
      json: { visibility: 'private' },
      token: waiting.owner.token,
    });
    expect(status).toBe(200);
    const second = countAnswers(app.modules.publications);
    await untilLocksWait(pool, 'advisory');
    await holder.query('COMMIT');
    holder.release();
    await Promise.all([first, second]);
    const stored = await findAnswer<{ whole: object }>(app.platform.db.orm, of);
    expect(stored?.whole).toMatchObject({ pending: 0, withheld: 1 });
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${waiting.id}|HIDE-ME`));
  });

  it('a page with very many tests is unavailable while its count takes too long', async () => {
    const { app } = await crowd();
    const holder = await app.platform.bulkDb.pool.connect();
    await holder.query('BEGIN; LOCK TABLE counted_line IN ACCESS EXCLUSIVE MODE');
    const of = { kind: 'maker' as const, slug: 'acme' };
    const late = await selectDossier(app.modules.dossiers, of, {}, 50);
    expect(late).toMatchObject({ code: 'unavailable', extra: { retryAfterSeconds: 5 } });
    const counting = vi.spyOn(app.platform.db.pool, 'query');
    const patient = selectDossier(app.modules.dossiers, of, {}, 60_000);
    await holder.query('COMMIT');
    holder.release();
    expect(isRefusal(await patient)).toBe(false);
    // The second reader waited for the count of the first.
    expect(counting.mock.calls.filter(([query]) => JSON.stringify(query).includes('label_unread'))).toEqual(
      [],
    );
    counting.mockRestore();
    expect(await published(app)).toBe(MANY + 1);
  });
});

describe('a rebuild writes exactly the rows of public tests', () => {
  it('a rebuild writes all public rows, and removes those that should not exist', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    const order = await lab.published();
    const given = await lab.ordered();
    const before = await publicRows(pool);
    await pool.query(`UPDATE test_request SET status = 'cancelled' WHERE id = $1`, [given.id]);
    await pool.query('DELETE FROM public_test WHERE request_id = $1', [order.id]);
    const made = await projectAll(app.modules.publications);
    expect(made).toMatchObject({ failed: [] });
    const rest = before.filter((row) => !row.includes(given.id));
    expect(await publicRows(pool)).toEqual(rest);
  });

  it('a start draws the chromatograms anew that a former release drew, and leaves all other rows', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await lab.published();
    const before = await publicRows(pool);
    const drawings = () =>
      pool.query<{ drawing: string }>(
        `SELECT body ->> 'thumbnail' AS drawing FROM public_test WHERE body ->> 'thumbnail' <> ''`,
      );
    expect((await drawings()).rows).toEqual([{ drawing: expect.stringMatching(/^m[-.\d l]+$/) }]);
    await pool.query(
      `UPDATE public_test SET body = jsonb_set(body::jsonb, '{thumbnail}', '"M0 31L60 1L120 31"')
       WHERE body ->> 'thumbnail' <> ''`,
    );
    await projectMissing(app.modules.publications);
    expect(await publicRows(pool)).toEqual(before);
  });

  it("if one request's public rows cannot be written, those of the others are written", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    const orders = [await lab.published(), await lab.published()];
    const before = await publicRows(pool);
    await pool.query('DELETE FROM public_test; DELETE FROM counted_test; DELETE FROM sample_turnaround');
    const [broken] = orders;
    await asOwner(
      app,
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE result_revision SET measurements = '{}' WHERE request_id = '${broken?.id}'; COMMIT`,
    );
    await projectMissing(app.modules.publications);
    const kept = before.filter((row) => !row.includes(broken?.id ?? ''));
    expect(await publicRows(pool)).toEqual(kept);
  });

  it('the database refuses any name in the public rows of a private test', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered({ visibility: 'private' });
    const named = (body: object) =>
      app.platform.db.pool.query('UPDATE public_test SET body = $2 WHERE request_id = $1', [order.id, body]);
    for (const field of ['manufacturer', 'batch_code', 'compound_name', 'published_at', 'result']) {
      await expect(named({ [field]: 'secret' })).rejects.toThrow(/public_test_check/);
    }
  });
});
