import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { s3Bucket } from '../../testing/s3-bucket.ts';
import { testApp } from '../../testing/test-app.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('files in S3 come back unchanged, and failures give a message', { timeout: 60_000 }, () => {
  it('files in S3 come back byte for byte, and are published with their certificate', async () => {
    const bucket = await s3Bucket();
    const app = await testApp(bucket.settings);
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.photo(lab.analyst, order, await telephonePhoto()));
    const text = 'a,b\n1,2\n';
    const { draft } = await must(lab.attach(lab.analyst, order, text, 'a.csv'));
    await must(lab.chromatogram(lab.analyst, order));
    const { version } = (await must(lab.detail(lab.analyst, order))).draft ?? { version: 0 };
    await must(lab.save(lab.analyst, order, { version }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const kinds = [...bucket.objects.keys()].map((key) => key.replace(/\/.*/, '')).sort();
    expect(kinds).toEqual(['attachments', 'certificates', 'log-heads', 'photos', 'raw']);
    const attachment = draft?.attachments[0];
    expect(bucket.objects.get(`attachments/${attachment?.id}`)).toMatchObject({
      bytes: Buffer.from(text),
      contentType: 'text/csv; charset=utf-8',
    });
    const given = await app.raw(`/api/attachments/${attachment?.id}`);
    expect(sha256(new Uint8Array(await given.arrayBuffer()))).toBe(attachment?.sha256);
    const certificate = await app.raw(`/api/tests/${order.id}/certificate`);
    const pdf = new Uint8Array(await certificate.arrayBuffer());
    expect(certificate.headers.get('etag')).toBe(`"${sha256(pdf)}"`);
    const [key = ''] = [...bucket.objects.keys()].filter((each) => each.startsWith('certificates/'));
    expect(bucket.objects.get(key)?.bytes.equals(pdf)).toBe(true);
  });

  it('security 36 (16.5): calls fail with a message if S3 is down, broken or used by another installation', async () => {
    const bucket = await s3Bucket();
    const app = await testApp(bucket.settings);
    const lab = await laboratory(app);
    const order = await lab.received();
    const { draft } = await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    const path = `/api/attachments/${draft?.attachments[0]?.id}`;
    const tries = async () => {
      const answers = [
        await app.request(path, { token: lab.analyst.token }),
        await lab.publish(lab.reviewer, order),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([503, 'unavailable']);
        expect(JSON.stringify(body)).not.toMatch(/Signature|AccessKey|ECONN|bucket/i);
      }
      expect((await must(lab.detail(lab.analyst, order))).draft?.state).toBe('in_review');
    };
    bucket.state.fails = 'InternalError';
    await tries();
    bucket.state.fails = 'AccessDenied';
    await tries();
    bucket.state.fails = undefined;
    // The database knows the file, but the file is missing.
    const kept = [...bucket.objects.entries()];
    bucket.objects.clear();
    expect((await app.request(path, { token: lab.analyst.token })).body.code).toBe('unavailable');
    for (const [key, object] of kept) bucket.objects.set(key, object);
    await bucket.stop();
    await tries();
  });

  it('with a wrong secret, no file is stored in S3', async () => {
    const bucket = await s3Bucket();
    const app = await testApp({ ...bucket.settings, S3_SECRET_ACCESS_KEY: 'not the right one' });
    const lab = await laboratory(app);
    const order = await lab.ordered();
    // The arrival of a sample is the first call that needs S3, because it stores the signed state of the log.
    const answer = await lab.intake(lab.analyst, order);
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(bucket.objects.size).toBe(0);
    expect((await must(lab.detail(lab.analyst, order))).request.status).toBe('awaiting_sample');
  });
});
