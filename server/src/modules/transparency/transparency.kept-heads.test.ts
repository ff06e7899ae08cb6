import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNote } from '@vialproof/science/proof/signed-note';
import { readCheckpoint } from '@vialproof/science/proof/tlog-proof';
import { describe, expect, it } from 'vitest';
import { sweepOrphans } from '../../platform/files/stored-files.ts';
import { databaseProxy } from '../../testing/database-proxy.ts';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { s3Bucket } from '../../testing/s3-bucket.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { prepareCertificates } from '../certificates/certificates.service.ts';
import { isReadOnly, logSize } from './transparency.service.ts';

const READ_ONLY = [503, 'log_read_only'];
const folderOf = (app: TestApp) => join(app.platform.config.dataDirectory, 'keys', 'log-heads');

/** The signed states (heads) that are kept as files in DATA_DIR/keys, with their sizes. */
async function keptBy(app: TestApp): Promise<Record<string, { path: string; size: number }[]>> {
  const found: Record<string, { path: string; size: number }[]> = {};
  for (const entry of await readdir(folderOf(app), { recursive: true, withFileTypes: true })) {
    if (!/^\d+$/.test(entry.name) || !entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const head = readCheckpoint(readNote(await readFile(path, 'utf8'))?.text ?? '');
    const origin = head?.origin ?? 'none';
    found[origin] = [...(found[origin] ?? []), { path, size: head?.size ?? -1 }];
  }
  return found;
}
const sizesOf = async (app: TestApp, origin = 'localhost') =>
  ((await keptBy(app))[origin] ?? []).map(({ size }) => size);
async function onlyHead(app: TestApp): Promise<string> {
  const [head, ...more] = (await keptBy(app)).localhost ?? [];
  if (!head || more.length > 0) throw new Error('there is not one head');
  return head.path;
}

/** The secret of sessions, which another application needs. */
const sessionsOf = (app: TestApp) => ({ JWT_SECRET: app.platform.config.secrets.jwt.newest });

/** Starts another process of the installation. */
async function started(app: TestApp, env: Record<string, string> = {}): Promise<TestApp> {
  const { dataDirectory } = app.platform.config;
  // The certificate must be valid by the clocks of both processes.
  await prepareCertificates(app.modules.certificates);
  const next = await testApp({ DATA_DIR: dataDirectory, ...env }, { beside: app });
  await prepareCertificates(next.modules.certificates);
  return next;
}

const TABLES = ['log_entry', 'log_node', 'log_checkpoint', 'certificate_log', 'registration'];
const inReplica = (app: TestApp, statements: string) =>
  asOwner(app, `BEGIN; SET LOCAL session_replication_role = replica; ${statements}; COMMIT`);

/** Makes a backup of the log; the returned function restores it. */
async function backedUp(app: TestApp): Promise<() => Promise<unknown>> {
  const name = `kept_${Math.random().toString(36).slice(2)}`;
  const all = [...TABLES, 'log_head'];
  await asOwner(
    app,
    `CREATE SCHEMA ${name}; ${all.map((table) => `CREATE TABLE ${name}.${table} AS TABLE ${table}`).join(';')}`,
  );
  const fill = (table: string) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE ${name}.${table}`;
  return () => inReplica(app, `TRUNCATE ${all.join(', ')} CASCADE; ${all.map(fill).join(';')}`);
}

/** A laboratory whose log can be set back by one entry. `size`: its size with this entry. */
async function oneEntryLater(env: Record<string, string> = {}) {
  const app = await labApp(env);
  const lab = await laboratory(app);
  const published = await lab.published();
  const restore = await backedUp(app);
  await must(lab.publish(lab.reviewer, await lab.inReview()));
  return { app, lab, published, restore, size: await logSize(app.modules.transparency) };
}

const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
const signedHeads = async (app: TestApp) =>
  (await app.platform.db.pool.query('SELECT id FROM log_checkpoint')).rowCount;

describe('the last signed state (head) of the log is also kept outside the database', {
  timeout: 60_000,
}, () => {
  it('if the database is restored to an older state, the kept signed state stops the log and nothing else', async () => {
    const { app, lab, published, restore, size } = await oneEntryLater();
    const [inReview, paid, draft] = [await lab.inReview(), await lab.ordered(), await lab.received()];
    await must(lab.intake(lab.analyst, await lab.ordered()));
    const newest = await backedUp(app);
    // A certificate adds one entry to the log, and so does the arrival of a sample.
    expect(await sizesOf(app)).toEqual([size + 1]);
    await restore();

    const next = await started(app);
    expect(next.logWatch.lines('the public log is read-only')).toHaveLength(1);
    expect(
      next.logWatch.says(`a head of ${size + 1} entries was signed, and the database holds ${size - 1}`),
    ).toBe(true);
    expect(next.logWatch.says('LOG_ORIGIN')).toBe(true);
    const other = callsOn(next, lab);
    expect(await codeOf(other.publish(inReview))).toEqual(READ_ONLY);
    expect(await codeOf(other.amend(published))).toEqual(READ_ONLY);
    expect(await codeOf(other.retract(published))).toEqual(READ_ONLY);
    expect(await codeOf(other.intake(paid))).toEqual(READ_ONLY);
    expect(await codeOf(other.parcel(paid))).toEqual(READ_ONLY);
    const { body } = await other.publish(inReview);
    expect(body.detail).toMatch(/^The public log is read-only: .*Please tell an admin/);

    // Customers can still order and pay, and staff can write and read.
    expect(await codeOf(lab.publish(lab.reviewer, inReview))).toEqual(READ_ONLY);
    const order = await lab.ordered({ notes: 'Ordered meanwhile.' });
    expect((await must(lab.detail(lab.analyst, order))).request.status).toBe('awaiting_sample');
    expect((await must(lab.save(lab.analyst, draft))).draft?.state).toBe('draft');
    expect((await next.raw(`/api/tests/${published.id}/certificate`)).status).toBe(200);
    expect((await next.raw('/checkpoint')).status).toBe(200);
    expect((await next.raw('/tile/0/000.p/1')).status).toBe(200);
    const ready = await next.request<{ ready: boolean; log?: string }>('/readyz');
    expect([ready.status, ready.body.log]).toEqual([200, 'read_only']);
    expect(isReadOnly(next.modules.transparency)).toBe(true);
    expect(await sizesOf(next)).toEqual([size + 1]);

    // After the newer backup is restored, the log goes on.
    await newest();
    expect((await other.publish(inReview)).status).toBe(200);
    expect((await other.intake(paid)).status).toBe(200);
    expect(await sizesOf(next)).toEqual([size + 3]);
    expect((await next.request<{ log?: string }>('/readyz')).body.log).toBeUndefined();
    expect(next.logWatch.says('no longer read-only')).toBe(true);
  });

  it('while the log is stopped, nothing is signed, even with a new key', async () => {
    const { app, restore, size } = await oneEntryLater();
    await restore();
    const before = await signedHeads(app);
    const { privateKey } = generateKeyPairSync('ed25519');
    const LOG_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const next = await started(app, { LOG_KEY });
    expect(await (await next.raw('/checkpoint')).text()).toMatch(new RegExp(`^localhost\n${size - 1}\n`));
    expect(await signedHeads(app)).toBe(before);
  });

  it('a different log of the same size is stopped', async () => {
    const { app, lab, restore } = await oneEntryLater();
    await restore();
    // A machine without a stored signed state continues to work.
    const elsewhere = await testApp(sessionsOf(app), { beside: app });
    expect((await callsOn(elsewhere, lab).publish(await lab.inReview())).status).toBe(200);
    expect(await sizesOf(elsewhere)).toEqual(await sizesOf(app));
    const next = await started(app);
    expect(next.logWatch.says('are not those that were signed')).toBe(true);
    expect(isReadOnly(next.modules.transparency)).toBe(true);
  });

  it('a database that is restored while the server runs is noticed at the next signature', async () => {
    const { app, lab, published, restore, size } = await oneEntryLater();
    const waiting = await lab.inReview();
    await restore();
    expect(await codeOf(lab.publish(lab.reviewer, waiting))).toEqual(READ_ONLY);
    expect((await must(lab.detail(lab.analyst, waiting))).draft?.state).toBe('in_review');
    expect(await codeOf(lab.amend(lab.analyst, published))).toEqual(READ_ONLY);
    expect(await sizesOf(app)).toEqual([size]);
  });

  it('after a crash, the kept signed state may be older than the database', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const orders = [await lab.inReview(), await lab.inReview()];
    const size = await logSize(app.modules.transparency);
    const proxy = await databaseProxy(app.databaseUrl);
    const { dataDirectory } = app.platform.config;
    const dying = await testApp({ DATA_DIR: dataDirectory }, { beside: app, databaseUrl: proxy.url });
    const calls = callsOn(dying, lab);
    // The first COMMIT belongs to the signature.
    Object.assign(proxy.state, { death: 'after', spared: 1 });
    expect((await calls.publish(orders[0])).status).toBe(503);
    expect(await sizesOf(app)).toEqual([size]);
    expect(await logSize(app.modules.transparency)).toBe(size + 1);
    const next = await started(app);
    expect(isReadOnly(next.modules.transparency)).toBe(false);
    expect(await sizesOf(app)).toEqual([size + 1]);
    expect((await callsOn(next, lab).publish(orders[1])).status).toBe(200);
  });

  it('a signed state of the log is kept only after the database has committed it', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const size = await logSize(app.modules.transparency);
    const proxy = await databaseProxy(app.databaseUrl);
    const { dataDirectory } = app.platform.config;
    const dying = await testApp({ DATA_DIR: dataDirectory }, { beside: app, databaseUrl: proxy.url });
    const calls = callsOn(dying, lab);
    Object.assign(proxy.state, { death: 'before', spared: 1 });
    expect((await calls.publish(order)).status).toBe(503);
    expect(await sizesOf(app)).toEqual([size]);
    expect((await lab.publish(lab.reviewer, order)).status).toBe(200);
  });

  it('if two processes publish, a newer kept state of the log is never replaced by an older one', async () => {
    // On a slow machine the last publication waits longer than a request may take.
    const patient = { STATEMENT_TIMEOUT_MS: '30000' };
    const app = await labApp(patient);
    const lab = await laboratory(app);
    const next = await started(app, patient);
    const calls = callsOn(next, lab);
    const orders: Ordered[] = [await lab.inReview({ visibility: 'private' })];
    while (orders.length < 4) orders.push(await lab.inReview());
    const size = await logSize(app.modules.transparency);
    const answers = await Promise.all(
      orders.map((order, place) => (place % 2 ? lab.publish(lab.reviewer, order) : calls.publish(order))),
    );
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      orders.map(() => [200, undefined]),
    );
    expect(await sizesOf(app)).toEqual([size + orders.length]);
  });

  it('a log with a new name starts without kept states', async () => {
    const { app, lab, restore, size: former } = await oneEntryLater();
    const order = await lab.inReview();
    await restore();
    const next = await started(app, { LOG_ORIGIN: 'lab.example/2' });
    expect(isReadOnly(next.modules.transparency)).toBe(false);
    expect((await callsOn(next, lab).publish(order)).status).toBe(200);
    expect(await (await next.raw('/checkpoint')).text()).toMatch(/^lab\.example\/2\n/);
    const size = await logSize(next.modules.transparency);
    expect([await sizesOf(app), await sizesOf(app, 'lab.example/2')]).toEqual([[former], [size]]);
  });

  it('the kept state of the log is signed again when its key changes', async () => {
    const app = await labApp();
    const before = await readFile(await onlyHead(app), 'utf8');
    const { privateKey } = generateKeyPairSync('ed25519');
    const LOG_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const next = await started(app, { LOG_KEY });
    const after = await readFile(await onlyHead(app), 'utf8');
    expect(after).not.toBe(before);
    expect(after).toBe(await (await next.raw('/checkpoint')).text());
    expect(isReadOnly(next.modules.transparency)).toBe(false);
  });

  it.each([
    ['empty', () => ''],
    ['cut off', (note: string) => note.slice(0, 20)],
    ['of another log', (note: string) => note.replace('localhost', 'elsewhere')],
  ])(
    'a kept state of the log that is %s stops the log, and the message names its file',
    async (_, damage) => {
      const app = await labApp();
      const path = await onlyHead(app);
      await writeFile(path, damage(await readFile(path, 'utf8')));
      const next = await started(app);
      expect(isReadOnly(next.modules.transparency)).toBe(true);
      expect(next.logWatch.says(`${path} is damaged`)).toBe(true);
    },
  );

  it('files that a crash left behind are not read as kept states of the log', async () => {
    const app = await labApp();
    await writeFile(`${await onlyHead(app)}.8a0c5a0e`, 'localhost\n1');
    expect(isReadOnly((await started(app)).modules.transparency)).toBe(false);
  });

  it('if a signed state of the log cannot be kept, publications continue, and it is kept later', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const size = await logSize(app.modules.transparency);
    // A folder already has this name, so the file cannot be written.
    await mkdir(join(await onlyHead(app), `../${size + 1}`));
    await must(lab.publish(lab.reviewer, await lab.inReview()));
    expect(await sizesOf(app)).toEqual([size]);
    expect(app.logWatch.says('a head of the public log is not kept in')).toBe(true);
    await must(lab.publish(lab.reviewer, await lab.inReview()));
    expect(await sizesOf(app)).toEqual([size + 2]);
  });
});

describe('every process uses the signed state of the log in S3', { timeout: 60_000 }, () => {
  it('every process reads the signed state of the log in S3, and it is not deleted as an unused file', async () => {
    const bucket = await s3Bucket();
    const heads = () => [...bucket.objects.keys()].filter((key) => key.startsWith('log-heads/'));
    const { app, restore, size } = await oneEntryLater(bucket.settings);
    expect(heads()).toEqual([expect.stringMatching(new RegExp(`^log-heads/localhost-[0-9a-f]{8}/${size}$`))]);
    for (const kept of bucket.objects.values()) kept.changedAt = new Date(0);
    await sweepOrphans(app.platform);
    expect(heads()).toHaveLength(1);
    await restore();
    // The second server runs on a machine whose DATA_DIR is empty.
    const other = await testApp(bucket.settings, { beside: app });
    await prepareCertificates(other.modules.certificates);
    expect(isReadOnly(other.modules.transparency)).toBe(true);
    expect(other.logWatch.says('the bucket vialproof-files: log-heads/')).toBe(true);
  });

  it('while the signed state of the log in S3 cannot be read, the server runs but signs nothing', async () => {
    const bucket = await s3Bucket();
    const app = await labApp(bucket.settings);
    const lab = await laboratory(app);
    const order = await lab.published();
    bucket.state.fails = 'InternalError';
    const next = await testApp({ ...bucket.settings, ...sessionsOf(app) }, { beside: app });
    await prepareCertificates(next.modules.certificates);
    const calls = callsOn(next, lab);
    expect(await codeOf(calls.retract(order))).toEqual([503, 'unavailable']);
    bucket.state.fails = undefined;
    expect((await calls.retract(order)).status).toBe(200);
  });
});

/** The calls of the laboratory, sent to another process. */
function callsOn(app: TestApp, lab: Awaited<ReturnType<typeof laboratory>>) {
  const { analyst, reviewer } = lab;
  const tokenOn = { analyst: analyst.token, reviewer: reviewer.token };
  type Answer = { code?: string; detail?: string };
  const post = (who: keyof typeof tokenOn, path: string, json: unknown) =>
    app.request<Answer>(`/api/lab/${path}`, { json, token: tokenOn[who] });
  const found = { condition: 'Sealed and intact', note: '', accepted: true };
  return {
    publish: (order: Ordered | undefined) =>
      post('reviewer', `requests/${order?.id}/publish`, { password: app.password, meaning: 'released' }),
    retract: (order: Ordered) =>
      post('reviewer', `requests/${order.id}/retract`, { reason: 'Vials swapped.' }),
    amend: (order: Ordered) => post('analyst', `requests/${order.id}/amend`, { reason: 'A unit was wrong.' }),
    intake: (order: Ordered) => post('analyst', `requests/${order.id}/intake`, found),
    parcel: (order: Ordered) =>
      post('analyst', 'intake', {
        items: [{ item_id: crypto.randomUUID(), task_number: order.taskNumber, ...found }],
      }),
  };
}
