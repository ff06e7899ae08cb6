import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { laboratory, type Ordered } from '../../testing/lab.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

type Lab = Awaited<ReturnType<typeof laboratory>>;

const MB = 1024 * 1024;

describe('security 18 (5.2.1-3): a run of 200 MB is refused', () => {
  /** Sends a form of 200 MB. Returns the answer, how much was sent, and how much memory was used. */
  async function pour(app: TestApp, lab: Lab, order: Ordered, headers: Record<string, string>) {
    const chunk = Buffer.alloc(MB, 0x20);
    const before = process.memoryUsage().rss;
    let [most, written] = [before, 0];
    const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const call = request(`${app.platform.ownAddress()}/api/lab/requests/${order.id}/chromatogram`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${lab.analyst.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          ...headers,
        },
      });
      const more = () => {
        while (written < 200 * MB) {
          most = Math.max(most, process.memoryUsage().rss);
          written += MB;
          if (!call.write(chunk)) {
            call.once('drain', more);
            return;
          }
        }
        call.end();
      };
      call.on('response', async (response) => {
        let body = '';
        for await (const part of response) body += part;
        resolve({ status: response.statusCode ?? 0, body });
        call.destroy();
      });
      call.on('error', reject);
      call.write(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="run.mzML"\r\n\r\n<?xml version="1.0"?><mzML>',
      );
      more();
    });
    return { ...answer, written: written / MB, grown: (most - before) / MB };
  }

  it.each([
    ['told beforehand', { 'content-length': String(200 * MB) }, 20],
    ['sent without a length', { 'transfer-encoding': 'chunked' }, 100],
  ])('%s is refused before the server holds the whole form in memory', async (_, headers, mostSent) => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const sent = await pour(app, lab, order, headers);
    expect(sent.status).toBe(413);
    expect(JSON.parse(sent.body)).toMatchObject({
      code: 'too_large',
      detail: expect.stringMatching(
        /^A chromatogram file may have at most 10 MB\. Export the detector trace alone/,
      ),
    });
    expect(sent.written).toBeLessThan(mostSent);
    expect(sent.grown).toBeLessThan(80);
  });
});
