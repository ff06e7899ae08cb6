import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorkerPools } from '../../app/worker-pools.ts';
import { sweepOrphans } from '../../platform/files/stored-files.ts';
import { createLogger } from '../../platform/log.ts';
import { type LabAnswer, laboratory, must, type Ordered } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

type Lab = Awaited<ReturnType<typeof laboratory>>;

async function certificateFiles(app: TestApp): Promise<string[]> {
  return readdir(join(app.platform.config.dataDirectory, 'files/certificates')).catch(() => []);
}

async function rows<T extends object>(app: TestApp, sql: string, ...values: unknown[]): Promise<T[]> {
  return (await app.platform.db.pool.query<T>(sql, values)).rows;
}

describe('a publication happens completely or not at all', () => {
  it('if one result is published twice at the same time, one call succeeds and the other gets wrong_state', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const before = await certificateFiles(app);
    for (let round = 0; round < 2; round++) {
      const order = await lab.inReview();
      const both = await Promise.all([lab.publish(lab.reviewer, order), lab.publish(lab.admin, order)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('wrong_state');
      expect(await rows(app, 'SELECT 1 FROM certificate WHERE request_id = $1', order.id)).toHaveLength(1);
    }
    expect(await certificateFiles(app)).toHaveLength(before.length + 2);
  });

  it('many publications at the same time all succeed, without a deadlock', async () => {
    // More publications than connections to the database.
    const lab = await laboratory(await labApp({ POOL_SIZE: '4' }));
    const orders: Ordered[] = [];
    for (let n = 0; n < 6; n++) orders.push(await lab.inReview());
    const all = await Promise.all(
      orders.map((order, n) => lab.publish(n % 2 === 0 ? lab.reviewer : lab.admin, order)),
    );
    expect(all.map(({ status }) => status)).toEqual(orders.map(() => 200));
  }, 60_000);

  it('a draft is either published or returned; a save during its submission is stored whole or refused', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.inReview();
    const decided = await Promise.all([lab.publish(lab.reviewer, order), lab.sendBack(lab.admin, order)]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const other = await lab.received();
    await must(lab.save(lab.analyst, other));
    const [saved, submitted] = await Promise.all([
      lab.save(lab.analyst, other, { version: 1, title: 'Later' }),
      lab.submit(lab.analyst, other),
    ]);
    expect(submitted.status).toBe(200);
    const { draft } = await must(lab.detail(lab.analyst, other));
    expect(draft).toMatchObject({
      state: 'in_review',
      title: saved.status === 200 ? 'Later' : 'BPC-157 5 mg',
    });
  });

  it('a result that was submitted again after the reviewer read it is not published', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const read = (await must(lab.detail(lab.reviewer, order))).draft;
    app.clock.advance(1_000);
    await must(lab.sendBack(lab.admin, order));
    const save = { version: read?.version, title: 'Another title' };
    await must(lab.save(lab.analyst, order, save));
    await must(lab.submit(lab.analyst, order));
    const late = await lab.publish(lab.reviewer, order, { submitted_at: read?.submitted_at });
    expect([late.status, late.body.code]).toEqual([409, 'stale_draft']);
    const now = (await must(lab.detail(lab.reviewer, order))).draft;
    expect(now?.state).toBe('in_review');
    const { revisions } = await must(lab.publish(lab.reviewer, order, { submitted_at: now?.submitted_at }));
    expect(revisions).toMatchObject([{ state: 'published', title: 'Another title' }]);
  });

  it('if the certificate cannot be printed, the publication is refused with 422 and changes nothing', async () => {
    const workerPools = openWorkerPools({ log: createLogger('fatal') });
    await workerPools.close();
    const app = await labApp({}, { workerPools });
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const before = await must(lab.detail(lab.reviewer, order));
    const filesBefore = await certificateFiles(app);
    const answer = await lab.publish(lab.reviewer, order);
    expect(answer.body).toMatchObject({ status: 422, code: 'certificate_unprintable' });
    expect(await must(lab.detail(lab.reviewer, order))).toEqual(before);
    expect(await rows(app, 'SELECT 1 FROM certificate WHERE request_id = $1', order.id)).toEqual([]);
    expect(await certificateFiles(app)).toEqual(filesBefore);
  });

  it('if a publication fails after its certificate was printed, the certificate is removed, and its file later', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const before = await must(lab.detail(lab.reviewer, order));
    const filesBefore = await certificateFiles(app);
    const readyMails = async () => {
      await app.jobs.drain();
      return (await app.mails(order.owner.email)).filter(({ subject }) => subject.includes('ready')).length;
    };
    const mailsBefore = await readyMails();
    // The public rows are written as the last step of the transaction.
    await asOwner(
      app,
      `CREATE FUNCTION break_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no row'; END $$;
       CREATE TRIGGER break_row BEFORE INSERT OR UPDATE ON public_test FOR EACH ROW EXECUTE FUNCTION break_row()`,
    );
    expect((await lab.publish(lab.reviewer, order)).status).toBe(500);
    expect(await must(lab.detail(lab.reviewer, order))).toEqual(before);
    expect(await rows(app, 'SELECT 1 FROM certificate WHERE request_id = $1', order.id)).toEqual([]);
    expect(await readyMails()).toBe(mailsBefore);

    await asOwner(app, 'DROP TRIGGER break_row ON public_test');
    await must(lab.publish(lab.reviewer, order));
    expect(await readyMails()).toBe(mailsBefore + 1);
    // The certificate was not stored, so its file is deleted later.
    app.clock.advance(2 * 86_400_000);
    await sweepOrphans(app.platform);
    expect(await certificateFiles(app)).toHaveLength(filesBefore.length + 1);
  });
});

type Step = { who: 'analyst' | 'reviewer' | 'admin'; what: (typeof WHAT)[number] };
const WHAT = [
  'save',
  'chromatogram',
  'attach',
  'submit',
  'sendBack',
  'publish',
  'publishTwice',
  'amend',
  'retract',
] as const;

async function take(lab: Lab, order: Ordered, { who, what }: Step): Promise<LabAnswer[]> {
  const person = lab[who];
  switch (what) {
    case 'save': {
      const { draft } = await must(lab.detail(person, order));
      return [await lab.save(person, order, { version: draft?.version ?? 0, summary: `By ${who}` })];
    }
    case 'attach':
      return [await lab.attach(person, order, `by,${who}\n`, 'note.csv')];
    case 'publishTwice':
      return Promise.all([lab.publish(person, order), lab.publish(lab.reviewer, order)]);
    default:
      return [await lab[what](person, order)];
  }
}

/** Checks what must always be true. */
async function checkInvariants(app: TestApp, order: Ordered, seen: Map<string, string>): Promise<void> {
  const chain = await rows<{
    id: string;
    state: string;
    published_by: string | null;
    touched: boolean;
    content: string;
    status: string;
    sha256: string | null;
    file_key: string | null;
  }>(
    app,
    `SELECT v.id, v.state, v.published_by, t.status, c.sha256, c.file_key,
       md5(v.title || v.summary || v.measurements::text || v.published_at::text) AS content,
       EXISTS (SELECT 1 FROM revision_contributor h WHERE h.revision_id = v.id AND h.user_id = v.published_by) AS touched
     FROM result_revision v JOIN test_request t ON t.id = v.request_id LEFT JOIN certificate c ON c.revision_id = v.id
     WHERE v.request_id = $1`,
    order.id,
  );
  const published = chain.filter(({ state }) => state === 'published');
  expect(published.length).toBeLessThanOrEqual(1);
  expect(chain.filter(({ state }) => state === 'draft' || state === 'in_review').length).toBeLessThanOrEqual(
    1,
  );
  if (chain[0]) expect(chain[0].status).toBe(published.length === 1 ? 'complete' : 'received');
  for (const row of chain) {
    expect(row.touched, 'nobody publishes what the same person touched').toBe(false);
    expect(row.file_key !== null, 'a certificate exists exactly of what was published').toBe(
      row.published_by !== null,
    );
    if (row.file_key === null) continue;
    const bytes = await app.platform.files.get(row.file_key);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
    const said = `${row.content} ${row.sha256}`;
    expect(seen.get(row.id) ?? said, 'what was published never changes').toBe(said);
    seen.set(row.id, said);
  }
}

describe('staff publish, correct and withdraw in any order', () => {
  it('in any order of steps, a result needs two people, one revision is published, and certificates never change', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const step = fc.record({
      // The analyst does most steps, so that another person can publish.
      who: fc.constantFrom('analyst', 'analyst', 'analyst', 'analyst', 'reviewer', 'admin'),
      what: fc.constantFrom(...WHAT),
    }) satisfies fc.Arbitrary<Step>;
    // The usual steps with random ones between them.
    const usual: Step[] = [
      { who: 'analyst', what: 'save' },
      { who: 'analyst', what: 'submit' },
      { who: 'admin', what: 'publishTwice' },
      { who: 'analyst', what: 'amend' },
      { who: 'analyst', what: 'submit' },
      { who: 'admin', what: 'publishTwice' },
      { who: 'admin', what: 'retract' },
    ];
    const chance = fc.array(fc.array(step, { maxLength: 3 }), {
      minLength: usual.length,
      maxLength: usual.length,
    });
    await fc.assert(
      fc.asyncProperty(chance, async (between) => {
        const order = await lab.received();
        const seen = new Map<string, string>();
        for (const next of usual.flatMap((one, index) => [...(between[index] ?? []), one])) {
          for (const answer of await take(lab, order, next)) {
            expect([200, 403, 409, 422]).toContain(answer.status);
          }
          await checkInvariants(app, order, seen);
        }
      }),
      { numRuns: 1 + cases(8), examples: [[usual.map(() => [])]], endOnFailure: true },
    );
    expect((await certificateFiles(app)).length, 'the runs got somewhere').toBeGreaterThan(0);
  }, 600_000);
});
