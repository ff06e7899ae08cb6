import { createHash } from 'node:crypto';
import { constants, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { checkedCertificatesOf } from './certificates.service.ts';

const KINDS = [
  ['/api/tests', '/certificate', 'attachment'],
  ['/api/coa', '', 'inline'],
] as const;

describe('only people who may read a test get its certificate, exactly as stored', () => {
  it('a certificate is sent exactly as stored, with its file name and a strong ETag', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const files: Buffer[] = [];
    for (const [path, end, disposition] of KINDS) {
      const answer = await app.raw(`${path}/${order.id}${end}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      files.push(bytes);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe(
        `${disposition}; filename="coa-${order.taskNumber}.pdf"`,
      );
      const etag = answer.headers.get('etag') ?? '';
      expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
      for (const known of [etag, `"x", W/${etag}`, '*']) {
        const again = await app.raw(`${path}/${order.id}${end}`, { headers: { 'if-none-match': known } });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      }
      expect(
        (await app.raw(`${path}/${order.id}${end}`, { headers: { 'if-none-match': '"x"' } })).status,
      ).toBe(200);
    }
    expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(true);
    expect(files[0]?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('security 7 (2.3.1): before a test is complete, its certificate cannot be read', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const code = async (id: string, token?: string) => {
      const answers = await Promise.all(
        KINDS.map(([path, end]) => app.request(`${path}/${id}${end}`, token ? { token } : {})),
      );
      return answers.map(({ status, body }) => `${status} ${body.code}`);
    };
    const notReady = ['409 certificate_not_ready', '409 certificate_not_ready'];
    const unknown = ['404 not_found', '404 not_found'];
    const { ordered: draft } = await lab.drafted();
    expect(await code(draft.id)).toEqual(unknown);
    expect(await code(draft.id, lab.customer.token)).toEqual(notReady);

    const order = await lab.ordered();
    expect(await code(order.id)).toEqual(notReady);
    await must(lab.intake(lab.analyst, order));
    expect(await code(order.id)).toEqual(notReady);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    expect(await code(order.id)).toEqual(notReady);
    await must(lab.publish(lab.reviewer, order));
    await must(lab.retract(lab.reviewer, order));
    expect(await code(order.id, lab.admin.token)).toEqual(notReady);
  });

  it('security 26 (8.2.2): only its owner and staff can read the certificate of a private test', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const other = await app.person();
    for (const [path, end] of KINDS) {
      const status = async (token?: string) =>
        (await app.raw(`${path}/${order.id}${end}`, token ? { token } : {})).status;
      expect(await status()).toBe(404);
      expect(await status(other.token)).toBe(404);
      expect(await status('not.a.token')).toBe(401);
      for (const { token } of [order.owner, lab.analyst, lab.reviewer, lab.admin])
        expect(await status(token)).toBe(200);
      const own = await app.raw(`${path}/${order.id}${end}`, { token: order.owner.token });
      expect(own.headers.get('cache-control')).toContain('no-store');
    }
    for (const id of ['x', crypto.randomUUID(), '..%2f..', String(order.taskNumber)]) {
      expect((await app.raw(`/api/tests/${id}/certificate`)).status).toBe(404);
    }
  });

  it('the certificate of a correction replaces the first certificate, which stays as it was', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const etag = async () => (await app.raw(`/api/coa/${order.id}`)).headers.get('etag');
    const state = () =>
      checkedCertificatesOf(app.modules.certificates, order.id, undefined).then(
        ({ certificates: [latest] }) => latest,
      );
    const first = await etag();
    expect(await state()).toMatchObject({ revision: 1, state: 'current', reason: null });
    expect(`"${(await state())?.sha256}"`).toBe(first);

    app.clock.advance(60_000);
    await must(lab.amend(lab.analyst, order));
    expect(await etag()).toBe(first);
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect(await etag()).not.toBe(first);
    expect(await state()).toMatchObject({ revision: 2, state: 'current' });
    const { rows } = await app.platform.db.pool.query<{ file_key: string; sha256: string }>(
      'SELECT file_key, sha256 FROM certificate WHERE revision = 1',
    );
    const kept = await app.platform.files.get(rows[0]?.file_key ?? '');
    expect(`"${createHash('sha256').update(kept).digest('hex')}"`).toBe(first);

    await must(lab.retract(lab.reviewer, order, 'Contamination came.'));
    expect(await state()).toMatchObject({ revision: 2, state: 'retracted', reason: 'Contamination came.' });
  });

  it('the certificate of a correction names the old certificate, and the old and new value of each change', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    for (const measurements of [[{ ...PURITY, value: 98.4 }], [{ ...PURITY, value: 98.4, limit: '≥ 98' }]]) {
      app.clock.advance(60_000);
      const { draft } = await must(lab.amend(lab.analyst, order));
      await must(lab.save(lab.analyst, order, { measurements, version: draft?.version }));
      await must(lab.submit(lab.analyst, order));
      await must(lab.publish(lab.reviewer, order));
    }
    const { rows } = await app.platform.db.pool.query<{ replaces: unknown }>(
      `SELECT result_json::jsonb -> 'replaces' AS replaces FROM certificate WHERE request_id = $1 ORDER BY revision`,
      [order.id],
    );
    const changed = (field: string, before: string, after: string) => ({
      certificate: expect.stringMatching(/-R[12]$/),
      reason: 'A unit was wrong.',
      changes: [{ measurement: 'Purity', field, before, after }],
    });
    expect(rows.map(({ replaces }) => replaces)).toEqual([
      null,
      expect.objectContaining(changed('value', '99.1 % area', '98.4 % area')),
      expect.objectContaining(changed('limit', '≥ 98.0', '≥ 98')),
    ]);
  });

  it('security 3 (1.2.1): a certificate prints names and words unchanged, and never names the customer', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const markup = '#import "x" $y$ <script>alert(1)</script> *b* \\u{41}';
    const nasty = `${markup} 试剂`;
    const order = await lab.received({ compound: nasty, notes: 'Secret note' });
    await must(lab.save(lab.analyst, order, { title: markup, summary: markup }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const answer = await app.raw(`/api/coa/${order.id}`);
    const streams = inflatedStreams(Buffer.from(await answer.arrayBuffer()));
    const attached = streams.find((stream) => stream.includes('certificate-of-analysis')) ?? '{}';
    expect(JSON.parse(attached)).toMatchObject({
      title: markup,
      summary: markup,
      stated_by_customer: { compound: nasty },
      customer: 'withheld on request',
    });
    const person = await findPeople(app.modules.accounts, [order.owner.id]);
    const hidden = [order.owner.email, 'Secret note', person.get(order.owner.id)?.display_name ?? ''];
    for (const word of hidden) expect(streams.some((stream) => stream.includes(word))).toBe(false);
  });

  it('a draft with unprintable words is not saved, and the error names the field', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const { draft } = await must(lab.save(lab.analyst, order));
    for (const [field, words] of [
      ['title', 'ببتيد ٥ مغ'],
      ['summary', 'Identity 已确认'],
    ] as const) {
      const { status, body } = await lab.save(lab.analyst, order, {
        [field]: words,
        version: draft?.version ?? 0,
      });
      expect([status, body.code]).toEqual([422, 'invalid_fields']);
      expect(body.errors).toEqual([{ path: field, message: expect.stringContaining('cannot be printed') }]);
    }
    expect((await must(lab.detail(lab.analyst, order))).draft).toEqual(draft);
  });

  it('a draft with unprintable words is not published, and the error names the field', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order, { title: 'Fine' }));
    await must(lab.submit(lab.analyst, order));
    await app.platform.db.pool.query(
      'UPDATE result_revision SET summary = $2, measurements = $3 WHERE request_id = $1',
      [order.id, 'α \u{1f600}', JSON.stringify([{ ...PURITY, unit: '百分' }])],
    );
    const issued = async () =>
      (
        await app.platform.db.pool.query(
          'SELECT 1 FROM certificate UNION ALL SELECT 1 FROM certificate_log UNION ALL SELECT 1 FROM test_request WHERE status = $1',
          ['complete'],
        )
      ).rowCount;
    const before = await issued();
    const { status, body } = await lab.publish(lab.reviewer, order);
    expect([status, body.code]).toEqual([422, 'certificate_unprintable']);
    expect(body.detail).toMatch(/^Summary: .*U\+1F600/);
    expect(body.errors).toEqual([
      { path: 'summary', message: expect.stringContaining('U+1F600') },
      { path: 'measurements.0.unit', message: expect.stringContaining('U+767E') },
    ]);
    expect(await issued()).toBe(before);
  });

  it('the certificate of an older revision can be read until the result is withdrawn', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const get = async (query: string) => {
      const answer = await app.raw(`/api/tests/${order.id}/certificate${query}`);
      return {
        status: answer.status,
        name: answer.headers.get('content-disposition'),
        etag: answer.headers.get('etag'),
      };
    };
    const first = await get('');
    await must(lab.amend(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect(await get('?revision=1')).toEqual({
      status: 200,
      name: `attachment; filename="coa-${order.taskNumber}-r1.pdf"`,
      etag: first.etag,
    });
    expect((await get('?revision=2')).etag).toBe((await get('')).etag);
    expect((await get('?revision=3')).status).toBe(404);
    for (const wrong of ['0', '-1', '1.5', 'x', '99999'])
      expect((await get(`?revision=${wrong}`)).status).toBe(422);
    await must(lab.retract(lab.reviewer, order));
    expect([(await get('?revision=1')).status, (await get('?revision=2')).status]).toEqual([409, 409]);
  });
});

/** The parts of a PDF as text. */
function inflatedStreams(pdf: Buffer): string[] {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const start = pdf.indexOf('\n', at) + 1;
    const end = pdf.indexOf('endstream', start);
    if (end < 0) break;
    try {
      found.push(inflateSync(pdf.subarray(start, end), { finishFlush: constants.Z_SYNC_FLUSH }).toString());
    } catch {
      // This stream is not compressed.
    }
    at = end + 9;
  }
  return found;
}
