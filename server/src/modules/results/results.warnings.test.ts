import { readFileSync } from 'node:fs';
import type { AuditPage } from '@vialproof/contract/audit';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Result } from '@vialproof/contract/results';
import { gaussian, sampled } from '@vialproof/science/chromatography/known-traces.fixture';
import { traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { warningNames } from '@vialproof/science/chromatography/trace-reasons';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY, traceOf } from '../../testing/lab.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

const AGILENT = new Uint8Array(
  readFileSync(new URL('../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url)),
);
const REASON = 'The second peak is of the solvent.';

/** Two peaks, of which one is too strong for the detector. */
const clipped = (seed: string) => {
  const signal = (at: number) => 2000 * gaussian(at, 8, 0.06) + 40 * gaussian(at, 12, 0.06);
  const { minutes, signal_mau } = sampled(signal, { noise: 0.02, seed });
  return traceAsCsv({ minutes, signal_mau: signal_mau.map((signal) => Math.min(1000, signal)) });
};
const chromatogramOf = ({ draft }: LabRequest) => {
  if (!draft?.chromatogram) throw new Error('the draft has no chromatogram');
  return draft.chromatogram;
};
const resultOf = async (app: TestApp, id: string) =>
  (await app.request<{ data: { result: Result } }>(`/api/tests/${id}`)).body.data.result;

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const order = await lab.received();
  return {
    app,
    lab,
    order,
    upload: async (bytes: Parameters<typeof lab.chromatogram>[2]) =>
      chromatogramOf(await must(lab.chromatogram(lab.analyst, order, bytes))),
    enter: (value: number | string | null, change = {}) =>
      must(lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value, ...change }] })),
    peaks: (json: unknown) =>
      app.request<{ data: LabRequest }>(`/api/lab/requests/${order.id}/chromatogram/peaks`, {
        method: 'PUT',
        token: lab.analyst.token,
        json,
      }),
  };
}

describe('a chromatogram with warnings gives a purity', () => {
  it('the purity can be submitted only with a reason, which the reviewer and the public can read', async () => {
    const { app, lab, order, upload, enter } = await desk();
    const trace = await upload(clipped('warnings'));
    const codes = trace.unexplained;
    expect(codes).toContain('saturated');
    expect(trace.explained).toBeNull();
    await enter(Number(trace.purity_percent?.toFixed(2)));
    const refused = await lab.submit(lab.analyst, order);
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'invalid_fields',
      errors: [
        {
          path: 'chromatogram.reason',
          message: `Say why the purity is reported in spite of the warnings: ${warningNames(codes)}.`,
        },
      ],
    });
    const asked = { reason: REASON, version: trace.version };
    expect((await lab.explain(lab.analyst, order, { ...asked, version: 7 })).body.code).toBe('stale_draft');
    const explained = chromatogramOf(await must(lab.explain(lab.analyst, order, asked)));
    expect(explained).toMatchObject({
      version: trace.version + 1,
      limits_by: 'proposal',
      unexplained: [],
      explained: { codes, reason: REASON, by: expect.any(String), at: expect.any(String) },
    });
    const { draft } = await must(lab.submit(lab.analyst, order));
    expect(draft?.chromatogram?.explained?.reason).toBe(REASON);
    expect((await lab.explain(lab.analyst, order, { reason: '', version: 1 })).body.code).toBe('wrong_state');
    await must(lab.publish(lab.reviewer, order));
    expect((await resultOf(app, order.id)).chromatogram?.explained_warnings).toEqual({
      codes,
      reason: REASON,
    });
    const audit = await app.request<AuditPage>(`/api/lab/audit?task=${order.taskNumber}`, {
      token: lab.admin.token,
    });
    expect(
      audit.body.data.find(({ action }) => action === 'result.warnings_explained')?.detail,
    ).toMatchObject({
      revision: 1,
      before: null,
      after: { codes, reason: REASON },
    });
    // A correction begins with the reasons of the published result.
    const amended = chromatogramOf(await must(lab.amend(lab.analyst, order)));
    expect(amended).toMatchObject({ unexplained: [], explained: { reason: REASON } });
  });

  it('the purity needs no reason when the integration has no warning any more', async () => {
    const { lab, order, upload, peaks } = await desk();
    const { peaks: found, ...trace } = await upload(traceOf('warnings'));
    expect(trace.unexplained).toEqual([]);
    expect((await lab.explain(lab.analyst, order, { reason: REASON, version: 0 })).body.code).toBe(
      'wrong_state',
    );
    const main = found[trace.main_peak ?? -1];
    const limits = [{ start_min: main?.start_min, end_min: main?.end_min }];
    const alone = { limits, main_peak: 0, baseline: 'straight', reason: 'The others are of the column.' };
    const left = (await peaks({ ...alone, version: 0 })).body.data;
    expect(chromatogramOf(left)).toMatchObject({ purity_percent: 100, unexplained: ['area_lost'] });
    await must(lab.explain(lab.analyst, order, { reason: REASON, version: 1 }));
    const back = (await peaks({ ...trace.proposal, version: 2 })).body.data;
    expect(chromatogramOf(back)).toMatchObject({ unexplained: [], explained: { codes: ['area_lost'] } });
    expect(chromatogramOf(back).explained_warnings).toBeUndefined();
  });

  it('a later warning needs another reason', async () => {
    const { lab, order, upload, peaks } = await desk();
    const trace = await upload(clipped('warnings'));
    await must(lab.explain(lab.analyst, order, { reason: REASON, version: 0 }));
    const main = trace.peaks[trace.main_peak ?? -1];
    const limits = [{ start_min: main?.start_min, end_min: main?.end_min }];
    const left = await peaks({
      limits,
      main_peak: 0,
      baseline: 'straight',
      version: 1,
      reason: 'Tried once more.',
    });
    expect(chromatogramOf(left.body.data)).toMatchObject({
      unexplained: ['area_lost'],
      explained: { codes: trace.unexplained },
    });
    const again = await must(lab.explain(lab.analyst, order, { reason: 'Of both of them.', version: 2 }));
    expect(chromatogramOf(again).unexplained).toEqual([]);
    const taken = await must(lab.explain(lab.analyst, order, { reason: '', version: 3 }));
    expect(chromatogramOf(taken).unexplained).toEqual([...trace.unexplained, 'area_lost']);
  });

  it('a chromatogram with warnings does not block a purity that does not come from it', async () => {
    const { lab, order, upload, enter } = await desk();
    await upload(clipped('warnings'));
    await enter('conforms', { analyte: 'Identity', method: 'LC-MS', unit: '', limit: '', verdict: null });
    await must(lab.submit(lab.analyst, order));
  });

  it('the purity is blocked if the instrument’s software reports another share of the main peak', async () => {
    const { lab, order, upload, peaks, enter } = await desk();
    const { instrument, ...trace } = await upload(AGILENT);
    // The method has no time window, so early peaks need a reason.
    expect(trace.unexplained).toEqual(['outside_window']);
    expect(trace.vendor_peaks).toHaveLength(8);
    const limits = instrument?.limits.slice(1);
    const set = chromatogramOf(
      (
        await peaks({
          limits,
          main_peak: 6,
          baseline: 'instrument',
          version: 0,
          reason: 'None of them is ours.',
        })
      ).body.data,
    );
    expect(set.unexplained).toContain('vendor_differs');
    expect(set.warnings.find(({ code }) => code === 'vendor_differs')?.text).toBe(
      `The instrument’s software gives its largest peak 49.87 % of the area and this one its main peak ${set.purity_percent?.toFixed(2)} %, ${((set.purity_percent ?? 0) - 49.87006).toFixed(2)} percentage points apart.`,
    );
    await enter(Number(set.purity_percent?.toFixed(2)));
    expect((await lab.submit(lab.analyst, order)).body.detail).toMatch(/differs from the instrument’s table/);
    await must(lab.explain(lab.analyst, order, { reason: REASON, version: 1 }));
    const { body } = await lab.submit(lab.analyst, order);
    expect(body.errors?.map(({ path }) => path)).not.toContain('chromatogram.reason');
  });
});
