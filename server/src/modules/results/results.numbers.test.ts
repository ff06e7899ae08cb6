import { CertificateFile } from '@vialproof/contract/certificate-file';
import type { Injection } from '@vialproof/contract/injections';
import type { PublicTest } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { ambiguousTrace } from '../../testing/ambiguous.ts';
import { type LabAnswer, laboratory, must, type Ordered, PURITY, traceOf } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const { token } = lab.analyst;
  const at = ({ id }: Ordered, step: string) => `/api/lab/requests/${id}${step}`;
  return {
    app,
    lab,
    upload(order: Ordered, bytes: string, fields: Record<string, string> = {}, step = '/chromatogram') {
      const body = new FormData();
      body.set('file', new Blob([bytes]), 'run.txt');
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return app.request<LabAnswer['body']>(at(order, step), { method: 'POST', body, token });
    },
    injections: async (order: Ordered) =>
      (await app.request<{ data: Injection[] }>(at(order, '/injections'), { token })).body.data,
    choose: (order: Ordered, injection: Injection | undefined, json: object) =>
      app.request<LabAnswer['body']>(at(order, `/injections/${injection?.id}`), {
        method: 'PUT',
        json,
        token,
      }),
    async heightOf(order: Ordered): Promise<number> {
      const trace = (await must(lab.detail(lab.analyst, order))).draft?.chromatogram;
      return trace?.peaks[trace.main_peak ?? -1]?.height_mau ?? Number.NaN;
    },
  };
}

describe('a person uploads a file with ambiguous numbers', () => {
  it('the upload is refused if one of its two readings is the chromatogram of another task', async () => {
    const { lab, upload } = await desk();
    const [one, other] = [await lab.received(), await lab.received()];
    const file = ambiguousTrace('of one task');
    const [name = '', heading = '', ...rows] = file.split('\r\n');
    const cut = [name, heading, ...rows.slice(40)].join('\r\n');
    await must(upload(one, file, { thousands: 'groups' }));
    for (const thousands of ['groups', 'decimals'])
      expect((await upload(other, cut, { thousands })).body.code).toBe('trace_used_elsewhere');
  });

  it('the upload is accepted when a person says how to read the numbers, and this choice is published', async () => {
    const { app, lab, upload, injections, choose, heightOf } = await desk();
    const order = await lab.received();
    const file = ambiguousTrace('numbers');
    const asked = await upload(order, file);
    expect([asked.status, asked.body.code, asked.body.readings]).toEqual([
      422,
      'ambiguous_numbers',
      {
        text: expect.stringMatching(/^\d+,\d{3}$/),
        groups: expect.any(String),
        decimals: expect.any(String),
      },
    ]);
    expect(asked.body.readings?.groups).toBe(asked.body.readings?.text.replace(',', ''));
    expect(await injections(order)).toEqual([]);
    const taken = await must(upload(order, file, { thousands: 'groups' }));
    expect(taken.draft?.chromatogram?.thousands).toBe('groups');
    const height = await heightOf(order);
    // The file is read again in the same way.
    await must(lab.chromatogram(lab.analyst, order, traceOf('numbers beside')));
    const [first, second] = await injections(order);
    await must(choose(order, first, { used: true }));
    expect(await heightOf(order)).toBe(height);
    await choose(order, second, { used: false, reason: 'A second run to look at the tail.' });
    const purity = taken.draft?.chromatogram?.purity_percent?.toFixed(2);
    const { draft } = await must(lab.detail(lab.analyst, order));
    const { unexplained = [], version = 0 } = draft?.chromatogram ?? {};
    if (unexplained.length > 0) {
      await must(lab.explain(lab.analyst, order, { reason: 'The drift is of the gradient.', version }));
    }
    const saved = await must(lab.detail(lab.analyst, order));
    const measurements = [{ ...PURITY, value: purity }];
    await must(lab.save(lab.analyst, order, { version: saved.draft?.version ?? 0, measurements }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const test = await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`);
    expect(test.body.data.result?.chromatogram?.thousands).toBe('groups');
    const { rows } = await app.platform.db.pool.query<{ result_json: string }>(
      'SELECT result_json FROM certificate WHERE request_id = $1',
      [order.id],
    );
    expect(CertificateFile.parse(JSON.parse(rows[0]?.result_json ?? '')).chromatogram?.thousands).toBe(
      'groups',
    );
  });

  it('the upload can be sent again with another choice, and the newest choice counts', async () => {
    const { lab, upload, injections, choose, heightOf } = await desk();
    const order = await lab.received();
    const file = ambiguousTrace('numbers anew');
    await must(upload(order, file, { thousands: 'groups' }));
    const height = await heightOf(order);
    await must(upload(order, file, { thousands: 'decimals' }));
    expect(await injections(order)).toHaveLength(1);
    expect((await heightOf(order)) / height).toBeCloseTo(1 / 1000, 6);
    const [only] = await injections(order);
    await choose(order, only, { used: false, reason: 'To read it again.' });
    await must(choose(order, only, { used: true }));
    expect((await heightOf(order)) / height).toBeCloseTo(1 / 1000, 6);
  });

  it('a blank and a further injection with ambiguous numbers also need a choice', async () => {
    const { lab, upload, injections } = await desk();
    const order = await lab.received();
    await must(upload(order, ambiguousTrace('numbers drawn'), { thousands: 'groups' }));
    const blank = ambiguousTrace('numbers blank');
    const asked = await upload(order, blank, {}, '/chromatogram/blank');
    expect([asked.status, asked.body.code]).toEqual([422, 'ambiguous_numbers']);
    const laid = await must(upload(order, blank, { thousands: 'groups' }, '/chromatogram/blank'));
    expect(laid.draft?.chromatogram?.blank?.file_name).toBe('run.txt');
    const further = ambiguousTrace('numbers further');
    expect((await upload(order, further, { as: 'replicate' })).body.code).toBe('ambiguous_numbers');
    await must(upload(order, further, { as: 'replicate', thousands: 'groups' }));
    expect(await injections(order)).toHaveLength(2);
  });

  it('the choice is ignored for unambiguous numbers, and refused if it is neither of the two readings', async () => {
    const { lab, upload } = await desk();
    const order = await lab.received();
    const taken = await must(upload(order, traceOf('numbers plain'), { thousands: 'groups' }));
    expect(taken.draft?.chromatogram).not.toHaveProperty('thousands');
    expect((await upload(order, ambiguousTrace('x'), { thousands: 'both' })).body.code).toBe(
      'invalid_fields',
    );
  });
});
