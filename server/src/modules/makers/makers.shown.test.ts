import { describe, expect, it } from 'vitest';
import { compoundOffice } from '../../testing/compound-office.ts';
import { must, type Ordered } from '../../testing/lab.ts';
import { expectAsProjected, expectCountedAsShown } from '../../testing/public-rows.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { tellRequests } from './makers.service.ts';

const WAITING = `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

/** Runs the job after a merge, while `change` has written the names of a test but not committed. */
async function tellDuring(
  { platform, modules }: TestApp,
  { id }: Ordered,
  change: () => Promise<unknown>,
): Promise<void> {
  const holder = await platform.db.pool.connect();
  const untilWaiting = async (many: number) => {
    while ((await holder.query(WAITING)).rows.length < many);
  };
  try {
    await holder.query('BEGIN');
    // `change` locks the public rows after it has written the names.
    await holder.query("SELECT pg_advisory_xact_lock(hashtextextended('public rows of ' || $1, 0))", [id]);
    const changed = change();
    await untilWaiting(1);
    const told = tellRequests(modules.makers, [id]);
    await untilWaiting(2);
    await holder.query('COMMIT');
    await Promise.all([changed, told]);
  } finally {
    holder.release();
  }
}

describe('tests are counted under the names that they show', () => {
  it('a test that is published while a job counts it is counted under the names that it shows', async () => {
    const app = await labApp();
    const { lab, list, dossier } = await compoundOffice(app);
    const order = await lab.inReview({ compound: 'Zorkotide' });
    await tellDuring(app, order, () => must(lab.publish(lab.reviewer, order)));
    await expectCountedAsShown(app);
    await expectAsProjected(app);
    expect((await list('?q=zorkotide')).map(({ name, tests }) => [name, tests])).toEqual([['Zorkotide', 1]]);
    expect(await dossier('zorkotide')).toEqual(['Zorkotide', 1]);
  });

  it('a test that is withdrawn while a job counts it is counted as it is shown', async () => {
    const app = await labApp();
    const { lab, list, give, take, dossier } = await compoundOffice(app);
    const order = await lab.published({ compound: 'Zorkotide' });
    await give('Semaglutide', 'Zorkotide', 'brand');
    await tellDuring(app, order, () => must(lab.retract(lab.reviewer, order)));
    await expectCountedAsShown(app);
    await expectAsProjected(app);
    expect((await take('Semaglutide', 'zorkotide')).status).toBe(200);
    expect(await list('?q=zorkotide')).toEqual([]);
    expect(await dossier('zorkotide')).toBeUndefined();
  });
});
