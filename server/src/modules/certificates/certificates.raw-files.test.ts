import { createHash } from 'node:crypto';
import type { CertificateRecord } from '@vialproof/contract/certificates';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Injection } from '@vialproof/contract/injections';
import type { MyTestDetail } from '@vialproof/contract/orders';
import type { PublicTest } from '@vialproof/contract/tests';
import type { PublicLog } from '@vialproof/contract/transparency';
import { canonicalEntry, readEntry } from '@vialproof/science/proof/log-entry';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, traceOf } from '../../testing/lab.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { lockLog } from '../transparency/transparency.service.ts';
import { checkCertificates } from './certificates.service.ts';

const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Publishes a result with two measurements, of which only the second is used. */
async function measured(app: TestApp, visibility: 'public' | 'private' = 'public') {
  const lab = await laboratory(app);
  const order = await lab.received({ visibility });
  await must(lab.save(lab.analyst, order));
  const files = [traceOf(`${order.id} first`), traceOf(`${order.id} second`)];
  for (const [place, file] of files.entries()) {
    await must(lab.chromatogram(lab.analyst, order, file, `run-${place + 1}.csv`));
  }
  const injections = async (): Promise<Injection[]> =>
    (
      await app.request<{ data: Injection[] }>(`/api/lab/requests/${order.id}/injections`, {
        token: lab.reviewer.token,
      })
    ).body.data;
  const [first] = await injections();
  await app.request(`/api/lab/requests/${order.id}/injections/${first?.id}`, {
    method: 'PUT',
    json: { used: false, reason: 'A bubble in the line.' },
    token: lab.analyst.token,
  });
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  const release = (by = lab.reviewer, place = 1) =>
    injections().then((all) =>
      app.request<ProblemBody>(`/api/lab/requests/${order.id}/injections/${all[place]?.id}/release`, {
        method: 'POST',
        token: by.token,
      }),
    );
  const publish = (token = order.owner.token) =>
    app.request<MyTestDetail & ProblemBody>(`/api/me/tests/${order.id}/raw-files`, { method: 'POST', token });
  const seen = async () => (await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`)).body.data;
  const download = (file: string) => app.raw(`/api/tests/${order.id}/raw-files/${sha256Of(file)}`);
  return { lab, order, files, injections, release, publish, seen, download };
}

/** The place of the newest entry in the public log. */
const newestIn = async (app: TestApp): Promise<number> =>
  (await app.request<{ data: PublicLog }>('/api/log')).body.data.entries[0]?.index ?? 0;

const certificateOf = async (app: TestApp, order: Ordered) => {
  const answer = await app.raw(`/api/tests/${order.id}/certificate`, { token: order.owner.token });
  return answer.headers.get('etag')?.replaceAll('"', '') ?? '';
};

describe('an instrument file is public only after a release by the laboratory and by the owner', () => {
  it('an instrument file is public after a reviewer has released it and the owner has published it', async () => {
    const app = await labApp();
    const { order, files, release, publish, seen, download, injections, lab } = await measured(app);
    const [, reported = ''] = files;
    expect((await publish()).body).toMatchObject({ code: 'wrong_state' });
    expect((await download(reported)).status).toBe(404);

    expect((await release()).status).toBe(200);
    expect((await injections())[1]).toMatchObject({ released: { by: expect.any(String) } });
    expect((await seen()).raw_files).toEqual([]);
    expect((await download(reported)).status).toBe(404);
    const mine = await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token: order.owner.token });
    expect(mine.body.raw_files).toMatchObject([{ file_name: 'run-2.csv', used: true, published_at: null }]);

    const newest = await newestIn(app);
    const published = await publish();
    const row = {
      sha256: sha256Of(reported),
      file_name: 'run-2.csv',
      size_bytes: Buffer.byteLength(reported),
      used: true,
      published_at: app.clock.now().toISOString(),
      log_index: newest + 1,
    };
    expect(published.body.raw_files).toEqual([row]);
    expect((await seen()).raw_files).toEqual([row]);
    const file = await download(reported);
    expect(await file.text()).toBe(reported);
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="run-2.csv"');
    expect((await publish()).body).toMatchObject({ code: 'wrong_state' });

    const { body: log } = await app.request<{ data: PublicLog }>('/api/log');
    const { index: _, ...entry } = log.data.entries[0] ?? { index: 0 };
    expect(entry).toEqual({
      version: 2,
      type: 'file',
      sha256: row.sha256,
      certificate: await certificateOf(app, order),
      at: row.published_at,
    });
    // Other tests may add to the log at the same time.
    await app.platform.db.transaction(async (tx) => {
      await lockLog(app.modules.transparency, tx);
      for await (const difference of checkCertificates(app.modules.certificates))
        expect.unreachable(difference);
    });

    // A published file stays public after the result is withdrawn.
    await must(lab.retract(lab.reviewer, order));
    expect((await download(reported)).status).toBe(200);
    expect((await publish()).body).toMatchObject({ code: 'wrong_state' });
  });

  it('only reviewers can release an instrument file, and only the owner can publish it', async () => {
    const app = await labApp();
    const { lab, release, publish, seen } = await measured(app);
    expect((await release(lab.analyst)).status).toBe(403);
    expect((await release()).status).toBe(200);
    expect((await release()).status).toBe(200);
    expect((await release(lab.reviewer, 0)).status).toBe(200);
    const stranger = await app.person('customer');
    expect((await publish(stranger.token)).status).toBe(404);
    expect((await publish(lab.admin.token)).status).toBe(404);
    const newest = await newestIn(app);
    const both = await Promise.all([publish(), publish()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await seen()).raw_files?.map(({ used, log_index }) => [used, log_index])).toEqual([
      [false, newest + 1],
      [true, newest + 2],
    ]);
  });

  it('an instrument file of a private result stays private', async () => {
    const app = await labApp();
    const { release, publish, files, download } = await measured(app, 'private');
    expect((await release()).status).toBe(200);
    expect((await publish()).body).toMatchObject({ code: 'wrong_state' });
    expect((await download(files[1] ?? '')).status).toBe(404);
  });
});

it("the log contains a hash of each injection's file, and the certificate's proof confirms it", async () => {
  const app = await labApp();
  const { order, files } = await measured(app, 'private');
  const sha256 = await certificateOf(app, order);
  const record = (await app.request<{ data: CertificateRecord }>(`/api/certificates/${sha256}`)).body.data;
  const proof = await app.raw(`/api/tests/${order.id}/certificate/proof`, { token: order.owner.token });
  const extra = /^extra (.+)$/m.exec(await proof.text())?.[1] ?? '';
  const { entry: text, opening } = JSON.parse(Buffer.from(extra, 'base64').toString());
  const entry = readEntry(text);
  if (!entry || entry === 'newer' || entry.type !== 'issued' || entry.version !== 2) throw new Error(text);
  const salt = Buffer.from(opening.salt, 'hex');
  const hashes = files.map((file) => Buffer.from(sha256Of(file), 'hex'));
  expect(entry.raw_files).toBe(sha256Of(Buffer.concat([salt, ...hashes])));
  expect(entry.commitment).toBe(sha256Of(Buffer.concat([salt, Buffer.from(opening.result)])));
  expect(JSON.parse(opening.result).chromatogram.injections).toEqual([
    { sha256: sha256Of(files[0] ?? ''), used: false, reason: 'A bubble in the line.' },
    { sha256: sha256Of(files[1] ?? ''), used: true, reason: null },
  ]);
  expect(canonicalEntry(entry)).toBe(text);
  // Without the secret number (salt) the proof does not say which test it is.
  expect(Buffer.from(/^extra (.+)$/m.exec(record.proof ?? '')?.[1] ?? '', 'base64').toString()).not.toContain(
    'salt',
  );
});
