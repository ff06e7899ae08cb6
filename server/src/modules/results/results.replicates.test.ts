import { type CertificateFile, CertificateFile as Shape } from '@vialproof/contract/certificate-file';
import type { HistoryPage, PastDraft } from '@vialproof/contract/history';
import type { Injection } from '@vialproof/contract/injections';
import type { PublicTest } from '@vialproof/contract/tests';
import { syntheticReplicate } from '@vialproof/science/chromatography/synthetic-replicate';
import { traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { type LabAnswer, laboratory, must, type Ordered, PURITY, traceOf } from '../../testing/lab.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

/** Another injection of the same sample. */
const again = (seed: string, run: number, nm?: number) =>
  traceAsCsv(syntheticReplicate({ seed, solvent: 'dip' }, run), nm);

async function desk(app: TestApp) {
  const lab = await laboratory(app);
  const at = ({ id }: { id: string }) => `/api/lab/requests/${id}`;
  const { token } = lab.analyst;
  const typed = (replicates: string[], change = {}) => ({
    measurements: [{ ...PURITY, value: '', limit: '', verdict: null, replicates, ...change }],
  });
  return {
    app,
    lab,
    typed,
    add(order: Ordered, bytes: string, name: string) {
      const form = new FormData();
      form.set('file', new Blob([bytes]), name);
      form.set('as', 'replicate');
      return app.request<LabAnswer['body']>(`${at(order)}/chromatogram`, {
        method: 'POST',
        body: form,
        token,
      });
    },
    injections: async (order: Ordered) =>
      (await app.request<{ data: Injection[] }>(`${at(order)}/injections`, { token })).body.data,
    choose: (order: Ordered, injection: Injection | undefined, json: unknown) =>
      app.request<LabAnswer['body']>(`${at(order)}/injections/${injection?.id}`, {
        method: 'PUT',
        json,
        token,
      }),
    async purities(order: Ordered): Promise<string[]> {
      const { draft } = await must(lab.detail(lab.analyst, order));
      const drawn = draft?.chromatogram;
      return [drawn?.purity_percent, ...(drawn?.replicates ?? []).map((run) => run.purity_percent)].map(
        (percent) => (percent ?? Number.NaN).toFixed(2),
      );
    },
    save: async (order: Ordered, change: object) => {
      const { draft } = await must(lab.detail(lab.analyst, order));
      return must(lab.save(lab.analyst, order, { version: draft?.version ?? 0, ...change }));
    },
    async published(order: Ordered) {
      await must(lab.submit(lab.analyst, order));
      await must(lab.publish(lab.reviewer, order));
      const test = (await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`)).body.data;
      const { rows } = await app.platform.db.pool.query<{ result_json: string }>(
        'SELECT result_json FROM certificate WHERE request_id = $1 ORDER BY revision DESC LIMIT 1',
        [order.id],
      );
      const file = Shape.parse(JSON.parse(rows[0]?.result_json ?? '')) satisfies CertificateFile;
      return { result: test.result, file };
    },
  };
}

describe('the mean of several injections is published with each of their values', () => {
  it('each injection of a mean is stored and published with its own purity', async () => {
    const { lab, add, injections, purities, save, typed, published } = await desk(await labApp());
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, traceOf('mean'), 'one.csv'));
    await must(add(order, again('mean', 2), 'two.csv'));
    await must(add(order, again('mean', 3), 'three.csv'));
    const runs = await injections(order);
    expect(runs.map(({ used, drawn }) => [used, drawn])).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ]);
    const shares = await purities(order);
    expect(shares).toEqual(runs.map(({ purity_percent: percent }) => percent?.toFixed(2)));
    expect(new Set(shares).size).toBeGreaterThan(1);
    // The mean leaves out one of the three injections, so it is refused.
    await save(order, { measurements: [{ ...PURITY, value: shares[0] }] });
    const alone = await lab.submit(lab.analyst, order);
    expect([alone.body.errors?.[0]?.path, alone.body.detail]).toEqual([
      'measurements.0.value',
      `3 injections are reported, of ${shares[0]}, ${shares[1]} and ${shares[2]} % area. Take all of them as replicates, or give the reason why the value differs.`,
    ]);
    await save(order, typed(shares.slice(0, 2)));
    expect((await lab.submit(lab.analyst, order)).status).toBe(422);
    await save(order, typed(shares));
    const { result, file } = await published(order);
    const mean = result?.measurements[0]?.value;
    expect(result?.measurements[0]?.computed?.injections).toEqual({ on_file: 3, matched: 3 });
    expect(result?.run_notes?.[0]).toBe(`This injection ${shares[0]}; result ${mean}, mean of 3.`);
    expect(result?.run_notes).toContain(
      `3 of 3 injections reported: ${shares[0]}, ${shares[1]} and ${shares[2]} % area.`,
    );
    expect(file.chromatogram?.injections?.map((run) => [run.used, run.purity_percent?.toFixed(2)])).toEqual(
      shares.map((share) => [true, share]),
    );
  });

  it('if a mean has fewer injections than typed repeated values, the result says so', async () => {
    const { lab, purities, save, typed, published } = await desk(await labApp());
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, traceOf('typed')));
    const [share = ''] = await purities(order);
    await save(order, typed([share, '98.90', '99.10']));
    const { result, file } = await published(order);
    const line = result?.measurements[0];
    expect(line?.computed?.injections).toEqual({ on_file: 1, matched: 1 });
    expect(result?.run_notes?.[0]).toBe(`This injection ${share}; result ${line?.value}, mean of 3, typed.`);
    expect(file.measurements[0]?.computed?.injections).toEqual({ on_file: 1, matched: 1 });
    // A run outside a mean has no additional fields.
    expect(file.chromatogram?.injections).toEqual([{ sha256: expect.any(String), used: true, reason: null }]);
  });

  it('staff can add an injection to a mean, draw it, and remove it with a reason', async () => {
    const { app, lab, injections, choose, purities, save, typed } = await desk(await labApp());
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, again('list', 2), 'two.csv'));
    await must(lab.chromatogram(lab.analyst, order, traceOf('list'), 'one.csv'));
    const [two, one] = await injections(order);
    expect([two?.used, one?.drawn]).toEqual([false, true]);
    const counted = await choose(order, two, { used: true, as: 'replicate' });
    const countedAt = app.clock.now();
    app.clock.advance(60_000);
    expect(counted.body.data.draft?.chromatogram?.replicates).toEqual([
      expect.objectContaining({ injection_id: two?.id, file_name: 'two.csv', problem: null }),
    ]);
    expect((await choose(order, one, { used: true, as: 'replicate' })).body.detail).toMatch(
      /^one\.csv is the injection that is drawn/,
    );
    // The first injection is not used now, so it needs a reason.
    await choose(order, two, { used: true });
    expect((await injections(order)).map(({ used, drawn }) => [used, drawn])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect((await lab.submit(lab.analyst, order)).body.errors).toContainEqual({
      path: `injections.${one?.id}`,
      message: 'Say why one.csv is not used.',
    });
    await choose(order, one, { used: true, as: 'replicate' });
    await save(order, typed(await purities(order)));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await must(lab.amend(lab.analyst, order));
    expect((await injections(order)).map(({ used }) => used)).toEqual([true, true]);
    await choose(order, one, { used: false, reason: 'The column was not in balance.' });
    expect((await injections(order)).map(({ used, reason }) => [used, reason])).toEqual([
      [true, null],
      [false, 'The column was not in balance.'],
    ]);
    const tracedAt = async (at: Date) => {
      const { body } = await app.request<{ data: PastDraft }>(
        `/api/lab/requests/${order.id}/history?at=${at.toISOString()}`,
        { token: lab.reviewer.token },
      );
      return body.data.trace;
    };
    expect(await tracedAt(countedAt)).toMatchObject({
      file_name: 'one.csv',
      replicates: [{ sha256: two?.sha256, purity_percent: expect.any(Number) }],
    });
    expect(await tracedAt(app.clock.now())).not.toHaveProperty('replicates');
    const log = await app.request<HistoryPage>(`/api/lab/requests/${order.id}/audit`, {
      token: lab.reviewer.token,
    });
    expect(log.body.data.filter(({ action }) => action === 'result.injection_chosen').length).toBe(4);
  });
});

describe('an injection that cannot count in a mean is stored with the reason', () => {
  it('an injection that cannot count in a mean is stored with the reason', async () => {
    const { lab, add, injections, choose } = await desk(await labApp());
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, traceOf('other'), 'one.csv'));
    await must(add(order, again('other', 2, 280), 'other.csv'));
    const [, other] = await injections(order);
    expect(other).toMatchObject({ file_name: 'other.csv', used: false, reason: null });
    const refused = await choose(order, other, { used: true, as: 'replicate' });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'other.csv was read at 280 nm and the drawn injection at 214 nm, so it is not counted beside it.',
    ]);
  });

  it('a changed copy of an injection is refused, because a mean needs different injections', async () => {
    const { lab, add, injections, choose } = await desk(await labApp());
    const order = await lab.received();
    const run = traceOf('copied');
    await must(lab.chromatogram(lab.analyst, order, run, 'one.csv'));
    const [first = '', heading = '', ...rows] = run.split('\n');
    const halved = [first, heading, ...rows.filter((_, place) => place % 2 === 0), ''].join('\n');
    await must(add(order, halved, 'halved.csv'));
    const [, copy] = await injections(order);
    expect(copy).toMatchObject({ file_name: 'halved.csv', used: false });
    const refused = await choose(order, copy, { used: true, as: 'replicate' });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'halved.csv holds the same run as one.csv, so it is not counted beside it.',
    ]);
  });

  it('an injection that cannot count is drawn if no other injection is drawn yet', async () => {
    const { lab, add, injections } = await desk(await labApp());
    const order = await lab.received();
    await must(add(order, traceOf('first'), 'one.csv'));
    expect(await injections(order)).toMatchObject([{ file_name: 'one.csv', used: true, drawn: true }]);
  });

  it('a counted injection blocks the result if its signal no longer fits that of the drawn injection', async () => {
    const { lab, add, save, typed, purities } = await desk(await labApp());
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, traceOf('meanwhile'), 'one.csv'));
    await must(add(order, again('meanwhile', 2), 'two.csv'));
    await must(lab.chromatogram(lab.analyst, order, again('meanwhile', 4, 280), 'at 280.csv'));
    await save(order, typed(await purities(order)));
    const { errors } = (await lab.submit(lab.analyst, order)).body;
    expect(errors?.map(({ message }) => message)).toEqual([
      'Say why one.csv is not used.',
      'two.csv was read at 214 nm and the drawn injection at 280 nm. Count it again, or say why it is not used.',
    ]);
  });

  it('a counted injection with a warning needs a reason, which is published', async () => {
    const { lab, add, injections, choose, purities, save, typed, published } = await desk(await labApp());
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, traceOf('noticed'), 'one.csv'));
    // In this file, part of the signal is too strong for the detector.
    const clipped = again('noticed', 2)
      .split('\n')
      .map((row) => row.replace(/,(\d+\.\d+)$/, (_, value) => `,${Math.min(Number(value), 300).toFixed(3)}`))
      .join('\n');
    await must(add(order, clipped, 'clipped.csv'));
    const [, two] = await injections(order);
    expect(two?.used).toBe(false);
    const asked = await choose(order, two, { used: true, as: 'replicate' });
    expect([asked.status, asked.body.errors?.[0]?.path]).toEqual([422, 'reason']);
    const reason = 'The top is cut in each run, and the impurities are what matters.';
    expect((await choose(order, two, { used: true, as: 'replicate', reason })).status).toBe(200);
    await save(order, typed(await purities(order)));
    const { result } = await published(order);
    expect(result?.run_notes).toContainEqual(
      expect.stringMatching(new RegExp(`^Reported in spite of warnings, SHA-256 .{12}…: ${reason}$`)),
    );
  });
});
