import { readFileSync } from 'node:fs';
import type { Injection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Result } from '@vialproof/contract/results';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { type LabAnswer, laboratory, must, type Ordered, PURITY, traceOf } from '../../testing/lab.ts';
import { changeTemplate, findTemplate } from '../../testing/templates.ts';
import { labApp } from '../../testing/test-app.ts';

const AGILENT = new Uint8Array(
  readFileSync(new URL('../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url)),
);

/** A laboratory whose method has a new version. */
async function bench() {
  const app = await labApp();
  const lab = await laboratory(app);
  async function setMethod(integration: object | undefined, changed = false) {
    const template = await findTemplate(app, lab.admin, 'BPC-157');
    const lines = template.lines.map((line, place) => ({
      ...line,
      id: template.is_own ? line.id : null,
      ...(changed && place === 0 ? { replicates: 3 } : {}),
    }));
    return changeTemplate(app, lab, template, { lines, ...(integration && { integration }) });
  }
  return {
    app,
    lab,
    setMethod,
    setPeaks: (order: Ordered, json: object): Promise<LabAnswer> =>
      app.request(`/api/lab/requests/${order.id}/chromatogram/peaks`, {
        method: 'PUT',
        token: lab.analyst.token,
        json,
      }),
    read: async (order: Ordered) =>
      (await app.request<{ data: { result: Result } }>(`/api/tests/${order.id}`)).body.data.result,
  };
}

function traceIn({ draft }: LabRequest) {
  if (!draft?.chromatogram) throw new Error('the draft has no chromatogram');
  return draft.chromatogram;
}

/** A chromatogram whose small peaks are below the reporting limit. */
const small = (seed: string) =>
  traceAsCsv(syntheticTrace({ seed, purity_percent: 99.86, impurities: 4, noise_mau: 0.001 }));

describe('a method sets a reporting limit and a time window', () => {
  it('a new version of a method starts with a reporting limit of 0.05 % and a window after the solvent front; old chromatograms keep theirs', async () => {
    const { lab, setMethod, setPeaks } = await bench();
    const order = await lab.received();
    const before = traceIn(await must(lab.chromatogram(lab.analyst, order, small('before'))));
    expect(before).not.toHaveProperty('reporting');
    expect(before.window).toEqual({ from: 2.4, to: 20, unit: 'min', source: 'default' });
    expect((await setMethod(undefined, true)).body.data.integration).toEqual({ threshold_percent: 0.05 });
    // The chromatogram uses the method's version at its upload.
    const [first, ...limits] = before.peaks.map(({ start_min, end_min }) => ({ start_min, end_min }));
    const asked = { limits: [{ ...first, start_min: 1 }, ...limits], main_peak: 0, baseline: 'straight' };
    const moved = traceIn(
      await must(setPeaks(order, { ...asked, version: before.version, reason: 'The foot of the peak.' })),
    );
    expect(moved).not.toHaveProperty('reporting');
    expect(moved.window).toEqual({ ...before.window, from: 1 });
    const after = traceIn(await must(lab.chromatogram(lab.analyst, order, small('after'))));
    expect(after.reporting).toEqual({ limit_percent: 0.05, from_min: 2.4, to_min: 20 });
    expect(after.version).toBe(2);
  });

  it('peaks below the reporting limit are listed separately and do not count in the purity', async () => {
    const { lab, setMethod, setPeaks } = await bench();
    expect((await setMethod({ threshold_percent: 0.04 })).status).toBe(200);
    const order = await lab.received();
    const trace = traceIn(await must(lab.chromatogram(lab.analyst, order, small('below'))));
    const below = trace.uncounted?.filter(({ why }) => why === 'below_limit') ?? [];
    expect(below.length).toBeGreaterThan(0);
    for (const { area_percent } of below) expect(area_percent).toBeLessThan(0.04);
    for (const { area_percent } of trace.peaks) expect(area_percent).toBeGreaterThanOrEqual(0.04);
    const sum = trace.peaks.reduce((total, { area_percent }) => total + area_percent, 0);
    expect(sum).toBeCloseTo(100, 2);
    // Peaks below the limit that a person adds are not part of the purity.
    const limits = [...trace.peaks, ...below]
      .map(({ start_min, end_min }) => ({ start_min, end_min }))
      .toSorted((one, other) => one.start_min - other.start_min);
    const asked = {
      limits,
      main_peak: null,
      baseline: 'straight',
      version: 0,
      reason: 'Every bump is a peak.',
    };
    const refused = await setPeaks(order, asked);
    expect(refused.body.errors?.[0]?.message).toMatch(
      /^Peak \d has 0\.0\d+ % of the area, below the method’s reporting limit of 0\.04 %; delete it\.$/,
    );
    const early = { ...asked, limits: [{ start_min: 1.2, end_min: 1.9 }] };
    expect((await setPeaks(order, early)).body.errors).toEqual([
      {
        path: 'limits.0',
        message: 'Peak 1 lies outside the integration window of the method, 2.40 to 20.00 min; delete it.',
      },
    ]);
  });

  it('peaks of an instrument’s own table are also left out by the reporting limit and the window', async () => {
    const { lab, setMethod, setPeaks } = await bench();
    await setMethod({ threshold_percent: 1, from_min: 4, to_min: 40 });
    const order = await lab.received();
    const trace = traceIn(await must(lab.chromatogram(lab.analyst, order, AGILENT, 'run.cdf')));
    expect(trace).toMatchObject({ limits_by: 'instrument', reporting: { limit_percent: 1, from_min: 4 } });
    // There are eight peaks: one is outside the window, two are below 1 %.
    expect(trace.peaks.length).toBe(5);
    expect(trace.uncounted?.map(({ why }) => why).filter((why) => why !== 'left_out')).toEqual(
      expect.arrayContaining(['outside_window', 'below_limit']),
    );
    expect(trace.purity_percent).toBe(trace.peaks[trace.main_peak ?? -1]?.area_percent);
    const again = traceIn(await must(setPeaks(order, { ...trace.instrument, version: 0, reason: '' })));
    expect(again.peaks).toEqual(trace.peaks);
  });

  it('another injection uses the reporting limit and the window of the current version', async () => {
    const { app, lab, setMethod } = await bench();
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, traceOf('first')));
    await must(lab.chromatogram(lab.analyst, order, traceOf('second')));
    await setMethod({ threshold_percent: 0.1, from_min: 3 });
    const path = `/api/lab/requests/${order.id}/injections`;
    const { body } = await app.request<{ data: Injection[] }>(path, { token: lab.analyst.token });
    const answer = await app.request<{ data: LabRequest }>(`${path}/${body.data[0]?.id}`, {
      method: 'PUT',
      json: { used: true },
      token: lab.analyst.token,
    });
    expect(traceIn(answer.body.data).reporting).toEqual({ limit_percent: 0.1, from_min: 3, to_min: 20 });
  });

  it('an impossible reporting limit or window is refused at its field', async () => {
    const { app, setMethod } = await bench();
    for (const [integration, path] of [
      [{ threshold_percent: -1 }, 'integration.threshold_percent'],
      [{ threshold_percent: null }, 'integration.threshold_percent'],
      [{ from_min: 5, to_min: 4 }, 'integration.to_min'],
    ] as const) {
      const { status, body } = await setMethod(integration);
      expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    }
    await setMethod({ threshold_percent: 0.1 });
    const same = await setMethod({ threshold_percent: 0.1 });
    expect([same.status, same.body.errors?.[0]?.path]).toEqual([422, 'lines']);
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail->'integration' AS change FROM audit_entry WHERE action = 'methods.changed'",
    );
    expect(rows).toEqual([{ change: { from: null, to: { threshold_percent: 0.1 } } }]);
  });
});

describe('peaks outside the window need a reason or a method that allows them', () => {
  const spiked = (seed: string) => traceAsCsv(syntheticTrace({ seed }));

  it('peaks outside the window need a reason if the method sets no window, and both are published', async () => {
    const { lab, read } = await bench();
    const order = await lab.received();
    const trace = traceIn(await must(lab.chromatogram(lab.analyst, order, spiked('no window'))));
    expect(trace.unexplained).toEqual(['outside_window']);
    const [spike] = trace.uncounted ?? [];
    expect(spike).toMatchObject({ why: 'outside_window', retention_min: expect.closeTo(1.5, 1) });
    const value = Number(trace.purity_percent?.toFixed(2));
    await must(lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value }] }));
    const refused = await lab.submit(lab.analyst, order);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Say why the purity is reported in spite of the warnings: peaks outside the window.',
    ]);
    await must(lab.explain(lab.analyst, order, { reason: 'It is of the solvent.', version: trace.version }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await read(order);
    expect(result.chromatogram?.window).toEqual({ from: 2.4, to: 20, unit: 'min', source: 'default' });
    expect(result.run_notes).toEqual(
      expect.arrayContaining([
        'Integrated from 2.40 to 20.00 min: the method does not say where its window begins, so that the first 12 % of a run is left out unless limits are set in it.',
        `Outside the integration window and not counted: 1.50 min (${spike?.area_percent.toFixed(2)} % of the area).`,
        'Reported in spite of warnings (peaks outside the window): It is of the solvent.',
      ]),
    );
  });

  it('peaks outside the window need no reason if the template sets the window', async () => {
    const { lab, setMethod, read } = await bench();
    await setMethod({ from_min: 2.4, threshold_percent: 0.05 });
    const order = await lab.received();
    const trace = traceIn(await must(lab.chromatogram(lab.analyst, order, spiked('window'))));
    expect([trace.unexplained, trace.window?.source]).toEqual([[], 'template']);
    expect(trace.uncounted?.map(({ why }) => why)).toContain('outside_window');
    const value = Number(trace.purity_percent?.toFixed(2));
    await must(lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value }] }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect((await read(order)).run_notes?.[0]).toBe(
      'Integrated from 2.40 to 20.00 min: the window of the method.',
    );
  });
});

describe('a public result lists left-out peaks and runs', () => {
  it('a public result lists each left-out peak above the reporting limit', async () => {
    const { lab, setMethod, setPeaks, read } = await bench();
    await setMethod({ threshold_percent: 0.05 });
    const order = await lab.received();
    const trace = traceIn(await must(lab.chromatogram(lab.analyst, order)));
    const main = trace.peaks[trace.main_peak ?? -1];
    const limits = [{ start_min: main?.start_min, end_min: main?.end_min }];
    const asked = { limits, main_peak: 0, baseline: 'straight', version: 0, reason: 'Of the solvent.' };
    const alone = traceIn(await must(setPeaks(order, asked)));
    expect(alone.purity_percent).toBe(100);
    const why = { reason: 'They are of the solvent.', version: alone.version };
    await must(lab.explain(lab.analyst, order, why));
    const others = trace.peaks.filter((peak) => peak !== main);
    expect(alone.uncounted?.map(({ retention_min, why }) => [retention_min, why])).toEqual(
      others.map(({ retention_min }) => [retention_min, 'left_out']),
    );
    await must(lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value: 100 }] }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await read(order);
    expect(result.chromatogram?.uncounted).toEqual(alone.uncounted);
    expect(result.run_notes).toEqual([
      'Integrated from 2.40 to 20.00 min: the method does not say where its window begins, so that the first 12 % of a run is left out unless limits are set in it.',
      'Reporting limit 0.05 % of the area.',
      `Manually integrated: Of the solvent. The proposed peaks gave ${trace.purity_percent?.toFixed(2)} %.`,
      expect.stringMatching(/^Not counted: \d+\.\d\d min \(0\.\d+ % of the area\),.* and /),
      '1 of 1 injections reported.',
      // Each order has its own chromatogram, and only some have a warning.
      expect.stringMatching(/^Reported in spite of warnings \(area lost.*\): They are of the solvent\.$/),
    ]);
  });

  it('if a person typed the lines and reported no chromatogram, the public result says how many runs the sample has', async () => {
    const { app, lab, read } = await bench();
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order, undefined, 'run.csv'));
    const path = `/api/lab/requests/${order.id}/injections`;
    const { body } = await app.request<{ data: Injection[] }>(path, { token: lab.analyst.token });
    const [run] = body.data;
    await app.request(`${path}/${run?.id}`, {
      method: 'PUT',
      json: { used: false, reason: 'The column leaked.' },
      token: lab.analyst.token,
    });
    const version = (await must(lab.detail(lab.analyst, order))).draft?.version ?? 0;
    await must(lab.save(lab.analyst, order, { version }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await read(order);
    expect(result).toMatchObject({
      chromatogram: null,
      injections: [{ sha256: run?.sha256, used: false, reason: 'The column leaked.' }],
      run_notes: [
        '0 of 1 injections reported.',
        `Not reported, SHA-256 ${run?.sha256.slice(0, 12)}…: The column leaked.`,
      ],
    });
    const plain = await read(await lab.published());
    expect(plain).not.toHaveProperty('injections');
    expect(plain.run_notes).toEqual([]);
  });
});
