import type { CertificateRecord } from '@vialproof/contract/certificates';
import type { PublicLog } from '@vialproof/contract/transparency';
import { fromBase64, toBase64, utf8 } from '@vialproof/science/proof/bytes';
import { checkSignature, readTrust, type Trust } from '@vialproof/science/proof/certificate-check';
import { checkProof } from '@vialproof/science/proof/log-check';
import { type CertificateEntry, isOfCertificate, readEntry } from '@vialproof/science/proof/log-entry';
import { isConsistent } from '@vialproof/science/proof/merkle';
import { openNote } from '@vialproof/science/proof/signed-note';
import { type Checkpoint, readCheckpoint, readTlogProof } from '@vialproof/science/proof/tlog-proof';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { prepareCertificates } from '../certificates/certificates.service.ts';
import { EMPTY_ROOT, grow, leafHash } from './transparency.rules.ts';

async function trustOf(app: TestApp): Promise<Trust> {
  const trust = await readTrust(await (await app.raw('/api/log/keys')).text());
  if (!trust) throw new Error('the keys cannot be read');
  return trust;
}

async function headOf(app: TestApp): Promise<Checkpoint & { note: string }> {
  const answer = await app.raw('/checkpoint');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const note = await answer.text();
  const checkpoint = readCheckpoint((await openNote(note, (await trustOf(app)).logKeys)) ?? '');
  if (!checkpoint) throw new Error(`no checkpoint: ${note}`);
  return { ...checkpoint, note };
}

/** Reads the public log as a stranger would, and checks that everything agrees. Returns the entries of certificates. */
async function monitored(app: TestApp): Promise<CertificateEntry[]> {
  const { size, root } = await headOf(app);
  if (size === 0) return [];
  const suffix = size % 256 === 0 ? '' : `.p/${size}`;
  const bundle = Buffer.from(await (await app.raw(`/tile/entries/000${suffix}`)).arrayBuffer());
  const bodies: string[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    bodies.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)).toString());
  const leaves = bodies.map((body) => leafHash(utf8(body)));
  const tile = Buffer.from(await (await app.raw(`/tile/0/000${suffix}`)).arrayBuffer());
  expect(tile.equals(Buffer.concat(leaves))).toBe(true);
  expect(toBase64(grow(0, [], leaves).root)).toBe(toBase64(root));
  return bodies.flatMap((body) => {
    const entry = readEntry(body);
    if (!entry || entry === 'newer') throw new Error(`no entry: ${body}`);
    return isOfCertificate(entry) ? [entry] : [];
  });
}

const recordOf = async (app: TestApp, sha256: string) =>
  (await app.request<{ data: CertificateRecord }>(`/api/certificates/${sha256}`)).body.data;
const pdfOf = async (app: TestApp, order: Ordered, query = '') => {
  const answer = await app.raw(`/api/tests/${order.id}/certificate${query}`, { token: order.owner.token });
  const sha256 = answer.headers.get('etag')?.replaceAll('"', '') ?? '';
  return { bytes: new Uint8Array(await answer.arrayBuffer()), sha256 };
};
const proofOf = async (app: TestApp, order: Ordered, query = '') =>
  (await app.raw(`/api/tests/${order.id}/certificate/proof${query}`, { token: order.owner.token })).text();

describe('the public log of certificates can be checked', () => {
  it('the size and hash of an empty log are signed', async () => {
    const app = await testApp();
    expect(await headOf(app)).toMatchObject({ origin: 'localhost', size: 0 });
    expect(toBase64((await headOf(app)).root)).toBe(toBase64(EMPTY_ROOT));
    expect((await app.raw('/tile/entries/000.p/1')).status).toBe(404);
  });

  it('the log contains every event of every certificate, and other people can check it', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const { size } = await headOf(app);
    const earlier = (await monitored(app)).length;
    await must(lab.intake(lab.analyst, order));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const first = await pdfOf(app, order);
    const issuedAt = app.clock.now().toISOString();
    app.clock.advance(60_000);
    await must(lab.amend(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const second = await pdfOf(app, order);
    const replacedAt = app.clock.now().toISOString();
    app.clock.advance(60_000);
    await must(lab.retract(lab.reviewer, order));
    const common = { version: 2, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const signed = { at: expect.any(String), by: common.commitment };
    const issued = {
      raw_files: null,
      signatures: [
        { ...signed, meaning: 'measured' },
        { ...signed, meaning: 'released' },
      ],
    };
    const entries = (await monitored(app)).slice(earlier);
    expect(entries).toEqual([
      {
        ...common,
        ...issued,
        type: 'issued',
        revision: 1,
        sha256: first.sha256,
        issued_at: issuedAt,
        at: issuedAt,
      },
      {
        ...common,
        type: 'superseded',
        revision: 1,
        sha256: first.sha256,
        issued_at: issuedAt,
        at: replacedAt,
      },
      {
        ...common,
        ...issued,
        type: 'issued',
        revision: 2,
        sha256: second.sha256,
        issued_at: replacedAt,
        at: replacedAt,
      },
      {
        ...common,
        type: 'retracted',
        revision: 2,
        sha256: second.sha256,
        issued_at: replacedAt,
        at: app.clock.now().toISOString(),
      },
    ]);
    // The hashes do not say that both certificates are of the same test.
    expect(new Set(entries.map(({ commitment }) => commitment)).size).toBe(2);
    expect(await recordOf(app, first.sha256)).toMatchObject({
      state: 'superseded',
      reason: 'A unit was wrong.',
      log: [
        { event: 'issued', index: size + 1 },
        { event: 'superseded', index: size + 2 },
      ],
    });
    expect(await recordOf(app, second.sha256)).toMatchObject({
      state: 'retracted',
      reason: 'The vials were swapped.',
    });
    const { body } = await app.request<{ data: PublicLog }>('/api/log');
    expect(body.data).toMatchObject({
      size: size + 5,
      origin: 'localhost',
      checkpoint: (await headOf(app)).note,
    });
    const newest = body.data.entries.slice(0, 5);
    expect(newest.map(({ index, type }) => [index - size, type])).toEqual([
      [4, 'retracted'],
      [3, 'issued'],
      [2, 'superseded'],
      [1, 'issued'],
      [0, 'registered'],
    ]);
  });

  it('each certificate has a proof that anybody can check with only the public keys', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const orders = [
      await lab.published(),
      await lab.published(),
      await lab.published({ visibility: 'private' }),
    ];
    const { logKeys } = await trustOf(app);
    const { size } = await headOf(app);
    for (const [place, order] of orders.entries()) {
      // The entry before this one is about the arrival of the sample.
      const index = size - 2 * orders.length + 2 * place + 1;
      const { sha256 } = await pdfOf(app, order);
      const text = await proofOf(app, order);
      expect(await checkProof(sha256, text, logKeys)).toMatchObject({ log: { state: 'good' }, index });
      expect((await checkProof('0'.repeat(64), text, logKeys)).log.words).toBe(
        'The proof belongs to another file.',
      );
      expect((await checkProof(sha256, text, [])).log.state).toBe('bad');
      const { extra } = readTlogProof(text) ?? {};
      expect(JSON.parse(Buffer.from(extra ?? []).toString())).toMatchObject({
        opening: { result: expect.stringContaining(`"task_number": ${order.taskNumber},`) },
      });
      const forged = { ...JSON.parse(Buffer.from(extra ?? []).toString()) };
      forged.opening.result = forged.opening.result.replace('"revision": 1', '"revision": 2');
      const lie = text.replace(
        /^extra .*$/m,
        `extra ${Buffer.from(JSON.stringify(forged)).toString('base64')}`,
      );
      expect((await checkProof(sha256, lie, logKeys)).log.state).toBe('bad');
      for (const change of [
        (t: string) => t.replace(`index ${index}`, `index ${index + 1}`),
        (t: string) => t.replace(`\n${size}\n`, `\n${size + 1}\n`),
        (t: string) => t.replace(/\nlocalhost\n/, '\nlocalhosd\n'),
        (t: string) =>
          t.replace(/(index \d+\n)(.)/, (_, head, letter) => head + (letter === 'A' ? 'B' : 'A')),
      ]) {
        expect(change(text)).not.toBe(text);
        expect((await checkProof(sha256, change(text), logKeys)).log.state).toBe('bad');
      }
    }
  });

  it('for a private test, the log shows the state of the certificate and nothing of its content', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const { sha256 } = await pdfOf(app, order);
    await must(lab.retract(lab.reviewer, order, 'Secret reason'));
    const record = await recordOf(app, sha256);
    expect(Object.keys(record).sort()).toEqual([
      'is_signed',
      'issued_at',
      'log',
      'proof',
      'revision',
      'sha256',
      'state',
    ]);
    const { extra } = readTlogProof(record.proof ?? '') ?? {};
    expect(Object.keys(JSON.parse(Buffer.from(extra ?? []).toString()))).toEqual(['entry']);
    const everything = JSON.stringify([record, await monitored(app), (await app.request('/api/log')).body]);
    for (const secret of [order.id, String(order.taskNumber), order.uniqueKey, 'Secret', 'BPC', 'Test Maker'])
      expect(everything).not.toContain(secret);
    const status = async (token?: string) =>
      (await app.raw(`/api/tests/${order.id}/certificate/proof`, token ? { token } : {})).status;
    expect([
      await status(),
      await status((await app.person()).token),
      await status(order.owner.token),
    ]).toEqual([404, 404, 409]);
  });

  it('a file that is no certificate has no proof', async () => {
    const app = await testApp();
    for (const hash of ['0'.repeat(64), 'x', '%00', `${'a'.repeat(63)}g`, 'A'.repeat(64)]) {
      const { status } = await app.request(`/api/certificates/${hash}`);
      expect([404, 422, 400]).toContain(status);
    }
  });

  it('security 9: the log answers at most sixty requests a minute from one address', async () => {
    const app = await testApp();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 61; tries += 1)
      statuses.add((await app.request(`/api/certificates/${tries}`)).status);
    expect([...statuses]).toEqual([404, 429]);
  });

  it('the log stays in order when certificates are published at the same time', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const orders: Ordered[] = [];
    while (orders.length < 4) orders.push(await lab.inReview());
    const earlier = (await monitored(app)).length;
    await Promise.all(orders.map((order) => must(lab.publish(lab.reviewer, order))));
    const entries = (await monitored(app)).slice(earlier);
    expect(entries.map(({ type }) => type)).toEqual(orders.map(() => 'issued'));
    expect(new Set(entries.map(({ sha256 }) => sha256)).size).toBe(4);
  });

  it('the log proves that entries are only added', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const orders = [
      await lab.inReview(),
      await lab.inReview(),
      await lab.inReview({ visibility: 'private' }),
    ];
    const heads: Checkpoint[] = [await headOf(app)];
    for (const order of orders) {
      await must(lab.publish(lab.reviewer, order));
      heads.push(await headOf(app));
    }
    const last = heads.at(-1);
    for (const head of heads) {
      const { body } = await app.request<{ data: { hashes: string[] } }>(
        `/api/log/consistency?from=${head.size}`,
      );
      const proof = body.data.hashes.map((hash) => fromBase64(hash) ?? new Uint8Array());
      const claim = {
        size1: head.size,
        root1: head.root,
        size2: last?.size ?? 0,
        root2: last?.root ?? EMPTY_ROOT,
        proof,
      };
      expect(await isConsistent(claim)).toBe(true);
      expect(await isConsistent({ ...claim, root1: EMPTY_ROOT })).toBe(false);
    }
    expect((await app.request(`/api/log/consistency?from=${(last?.size ?? 0) + 1}`)).status).toBe(404);
    for (const wrong of ['0', '-1', 'x', '1.5', ''])
      expect((await app.request(`/api/log/consistency?from=${wrong}`)).status).toBe(422);
  });

  it('nobody can rewrite the log, not even the application', async () => {
    const app = await labApp();
    const certificates = await monitored(app);
    for (const statement of [
      "UPDATE log_entry SET body = ''",
      'DELETE FROM log_entry',
      'UPDATE log_node SET level = 9',
      'DELETE FROM log_checkpoint',
      'UPDATE log_head SET size = 0',
      'DELETE FROM log_head',
      'DELETE FROM certificate_log',
      "UPDATE certificate SET sha256 = ''",
      'DELETE FROM certificate',
      'DELETE FROM signing_certificate',
      'DELETE FROM log_key',
    ]) {
      await expect(asOwner(app, statement), statement).rejects.toMatchObject({ code: '23514' });
    }
    expect(certificates).toHaveLength(3);
    expect(await monitored(app)).toEqual(certificates);
  });

  it('caches may keep full files (tiles) of the log without a time limit, and its newest state for a moment', async () => {
    const app = await labApp();
    const { size } = await headOf(app);
    const tile = await app.raw('/tile/0/000.p/1');
    expect([tile.status, tile.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(tile.headers.get('access-control-allow-origin')).toBe('*');
    expect((await app.raw('/checkpoint')).headers.get('access-control-allow-origin')).toBe('*');
    for (const path of [
      '0/000',
      `0/000.p/${size + 1}`,
      '1/000',
      '0/001.p/1',
      '0/..%2f000',
      'entries/000.p/01',
      'x',
      '',
      '0/000.p/1/',
    ])
      expect([path, (await app.raw(`/tile/${path}`)).status]).toEqual([path, 404]);
  });
});

describe('old signatures stay valid after an installation changes its keys', () => {
  it('signatures by old keys stay valid after a change of keys', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const before = { ...(await pdfOf(app, order)), proof: await proofOf(app, order) };
    // The second application has another signing key and the same database.
    const changed = await testApp({}, { beside: app });
    await prepareCertificates(changed.modules.certificates);
    const trust = await trustOf(changed);
    expect([trust.logKeys.length, trust.signers.length, trust.authorities.length]).toEqual([2, 2, 2]);
    const report = await checkSignature(before.bytes, trust);
    expect([report.signature.state, report.bytes.state]).toEqual(['good', 'good']);
    expect((await checkProof(before.sha256, before.proof, trust.logKeys)).log.state).toBe('good');
    const { signatures } = { signatures: (await headOf(changed)).note.split('\n\n')[1] };
    expect(before.proof).not.toContain(signatures);
    expect(
      (await checkProof(before.sha256, (await recordOf(changed, before.sha256)).proof ?? '', trust.logKeys))
        .log.state,
    ).toBe('good');
  });
});
