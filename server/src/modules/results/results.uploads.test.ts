import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepFilesJob } from '../../app/create-modules.ts';
import { laboratory, must, TRACE_CSV, traceOf } from '../../testing/lab.ts';
import { describedPng, pictureBomb, telephonePhoto } from '../../testing/photos.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

const MB = 1024 * 1024;

/** The files that people have uploaded: all except the certificates of the prepared results. */
async function storedFiles(app: TestApp): Promise<string[]> {
  const folder = join(app.platform.config.dataDirectory, 'files');
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = found.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  return paths.filter((path) => !/\/files\/certificates\//.test(path));
}

describe('an uploaded chromatogram is stored unchanged, and an invalid one is refused', () => {
  it('a chromatogram creates the draft of a result without one, and is stored unchanged', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const { draft } = await must(lab.chromatogram(lab.analyst, order, TRACE_CSV));
    expect(draft).toMatchObject({ state: 'draft', version: 0, title: '' });
    const sha256 = createHash('sha256').update(TRACE_CSV).digest('hex');
    expect(draft?.chromatogram).toMatchObject({ sha256, method: { version: expect.any(String) } });
    const { rows } = await app.platform.db.pool.query<{ file_key: string; points: number }>(
      'SELECT file_key, length(trace) / 16 AS points FROM chromatogram',
    );
    expect(rows[0]?.points).toBe(3000);
    expect(Buffer.from(await app.platform.files.get(rows[0]?.file_key ?? '')).toString()).toBe(TRACE_CSV);
    expect((await must(lab.save(lab.analyst, order))).draft).toMatchObject({ version: 1, revision: 1 });
  });

  it('a new chromatogram replaces the former one, whose file is still kept', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    for (const seed of ['a', 'b', 'c']) await must(lab.chromatogram(lab.analyst, order, traceOf(seed)));
    // If the same file is sent again, it is stored once.
    await must(lab.chromatogram(lab.analyst, order, traceOf('c')));
    const traces = async () => (await storedFiles(app)).filter((path) => path.includes('/raw/'));
    expect(await traces()).toHaveLength(3);
    app.clock.advance(2 * 86_400_000);
    await app.platform.db.transaction((tx) => app.platform.jobs.send(tx, sweepFilesJob, {}));
    await app.jobs.drain();
    expect(await traces()).toHaveLength(3);
  });

  it('an invalid chromatogram is refused, and the message names line and reason', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const lines = TRACE_CSV.split('\n');
    lines[500] = 'oops,1';
    const wrong = await lab.chromatogram(lab.analyst, order, lines.join('\n'));
    expect(wrong.body).toMatchObject({ status: 422, code: 'chromatogram_unreadable' });
    expect(wrong.body.detail).toBe(
      'Line 501: "oops" is not a number; if another table begins here, remove it.',
    );
    expect(wrong.body.errors).toEqual([{ path: 'file', message: wrong.body.detail }]);
    const pdf = await lab.chromatogram(lab.analyst, order, '%PDF-1.7', 'trace.csv');
    expect(pdf.body.detail).toBe('This is a PDF, not text.');
    expect((await lab.chromatogram(lab.analyst, order, '')).body.detail).toBe('The file is empty.');
    expect((await must(lab.detail(lab.analyst, order))).draft).toBeNull();
    expect(await storedFiles(app)).toEqual([]);
  });
});

describe('security 18 (5.2.1-3): wrong uploads are refused', () => {
  it('uploads of a wrong type, with wrong bytes or without a file are refused', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    for (const [bytes, name] of [
      ['<html>', 'page.pdf'],
      ['MZ\u0000', 'tool.exe'],
      ['<svg onload=alert(1)>', 'x.svg'],
      ['%PDF-1.7', 'x.png'],
    ] as const) {
      const answer = await lab.attach(lab.analyst, order, bytes, name);
      expect([answer.status, answer.body.code], name).toEqual([422, 'file_type']);
    }
    const path = `/api/lab/requests/${order.id}/attachments`;
    const token = lab.analyst.token;
    const text = new FormData();
    text.set('file', 'just text');
    expect((await app.request(path, { body: text, token })).body).toMatchObject({ code: 'invalid_fields' });
    expect((await app.request(path, { body: new FormData(), token })).status).toBe(422);
    const json = await app.request(path, { json: { file: 'x' }, token });
    expect([400, 415, 422]).toContain(json.status);
    const broken = await app.request(path, {
      body: 'no form at all',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      token,
    });
    expect(broken.body).toMatchObject({ status: 400, code: 'malformed' });
    expect(await storedFiles(app)).toEqual([]);
  });

  it('uploads over 10 MB are refused, by the announced length or after 10 MB were read', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const bytes = new Uint8Array(10 * MB + 1).fill(0x20);
    const told = await lab.attach(lab.analyst, order, bytes, 'a.csv');
    expect(told.body).toMatchObject({ status: 413, code: 'too_large' });
    expect((await lab.chromatogram(lab.analyst, order, bytes)).status).toBe(413);
    const large = await lab.attach(lab.analyst, order, new Uint8Array(50 * MB), 'a.csv');
    expect(large.status).toBe(413);

    // If a form does not declare its length, the server reads it only up to the limit.
    const address = app.platform.ownAddress();
    const sent = await new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      let written = 0;
      const call = request(`${address}/api/lab/requests/${order.id}/attachments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${lab.analyst.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'transfer-encoding': 'chunked',
        },
      });
      const chunk = Buffer.alloc(MB, 0x61);
      const pour = () => {
        while (written < 200 * MB) {
          written += MB;
          if (!call.write(chunk)) {
            call.once('drain', pour);
            return;
          }
        }
        call.end();
      };
      call.on('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, bytes: written });
        call.destroy();
      });
      call.on('error', reject);
      call.write(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n',
      );
      pour();
    });
    expect(sent.status).toBe(413);
    expect(sent.bytes).toBeLessThan(100 * MB);
    expect(await storedFiles(app)).toEqual([]);
  });

  it('uploads by people without the right are refused before their body is read', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    // Small, so that the whole upload is sent before the answer comes.
    const bytes = new Uint8Array(2 * MB);
    expect((await lab.attach(lab.customer, order, bytes, 'a.csv')).status).toBe(404);
  });

  it('a result accepts at most 20 uploads', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    for (let n = 1; n <= 20; n++) await must(lab.attach(lab.analyst, order, `a,${n}\n`, `${n}.csv`));
    expect((await lab.attach(lab.analyst, order, 'a,b\n', 'more.csv')).body.code).toBe('invalid_fields');
  });
});

describe('security 19 (5.3, 5.4): stored files are safe', () => {
  it('a stored file has a generated key, and is sent as a download', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const name = '../../../evil"\r\nX-Injected: 1.csv';
    const { draft } = await must(lab.attach(lab.analyst, order, 'a,b\n', name));
    const [attachment] = draft?.attachments ?? [];
    expect(attachment?.file_name).not.toMatch(/[/\\"\r\n]/);
    const [path = ''] = await storedFiles(app);
    expect(path).toMatch(/\/files\/attachments\/[0-9a-f-]{36}$/);
    const answer = await app.request(`/api/attachments/${attachment?.id}`, { token: lab.analyst.token });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+"; filename\*=/);
    expect(answer.headers.get('x-injected')).toBeNull();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('an attached picture is stored without location, name and camera maker', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.attach(lab.analyst, order, await telephonePhoto({ orientation: 6 }), 'gel.jpg'));
    const { draft } = await must(lab.attach(lab.analyst, order, await describedPng(), 'plate.png'));
    expect(draft?.attachments.map(({ file_name }) => file_name).sort()).toEqual(['gel.jpg', 'plate.png']);
    const [gel, plate] = await Promise.all((await storedFiles(app)).map((path) => readFile(path)));
    for (const secret of ['Telephone Maker', 'Somebody', '51.5 N']) {
      expect([gel?.includes(secret), plate?.includes(secret)]).toEqual([false, false]);
    }
    const kept = draft?.attachments.map(({ sha256 }) => sha256).sort();
    const hashes = [gel, plate].map((bytes) =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    );
    expect(hashes.sort()).toEqual(kept);
    const whole = await telephonePhoto();
    const half = await lab.attach(lab.analyst, order, whole.slice(0, whole.length / 2), 'half.jpg');
    expect([half.body.code, half.body.detail]).toEqual(['file_type', expect.stringContaining('cut off')]);
    const heic = await lab.attach(lab.analyst, order, '\0\0\0\u0018ftypheic', 'IMG_1.HEIC');
    expect([heic.body.code, heic.body.detail]).toEqual(['file_type', expect.stringContaining('as JPEG')]);
  });

  it('an attached picture that unpacks into more pixels than a photo may have is refused', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const answer = await lab.attach(lab.analyst, order, pictureBomb(9_000), 'gel.png');
    expect(answer.body).toMatchObject({ status: 413, code: 'too_large' });
    expect(answer.body.detail).toContain('64 million');
    // The picture's first bytes declare 30,000 by 30,000 pixels.
    const claims = Buffer.from(await describedPng());
    claims.writeUInt32BE(30_000, 16);
    claims.writeUInt32BE(30_000, 20);
    const refused = await lab.attach(lab.analyst, order, new Uint8Array(claims), 'gel.png');
    expect([413, 422]).toContain(refused.status);
    expect(await storedFiles(app)).toEqual([]);
  });

  it('a file that is sent again is stored once', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
    const again = await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
    expect(again.draft?.attachments).toHaveLength(1);
    const other = await must(lab.attach(lab.analyst, order, 'a,b\n1,3\n', 'a.csv'));
    expect(other.draft?.attachments).toHaveLength(2);
  });
});
