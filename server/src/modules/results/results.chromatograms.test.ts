import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { unpackSeries } from '@vialproof/contract/series';
import { measurePeaks } from '@vialproof/science/chromatography/peak-limits';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LabAnswer, laboratory, must, PURITY, TRACE_CSV } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';

type Lab = Awaited<ReturnType<typeof laboratory>>;

const AGILENT = new Uint8Array(
  readFileSync(new URL('../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url)),
);

function calls(app: TestApp) {
  const at = (order: { id: string }, step: string) => `/api/lab/requests/${order.id}/chromatogram/${step}`;
  return {
    peaks: (person: Person, order: { id: string }, json: unknown): Promise<LabAnswer> =>
      app.request(at(order, 'peaks'), { method: 'PUT', token: person.token, json }),
    async bytes(person: Person, order: { id: string }, step: string) {
      const answer = await app.raw(at(order, step), { headers: { authorization: `Bearer ${person.token}` } });
      return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
    },
  };
}

/** A received sample with this file in its draft. */
async function uploaded(lab: Lab, bytes: string | Uint8Array<ArrayBuffer> = TRACE_CSV, name = 'trace.csv') {
  const order = await lab.received();
  const { draft } = await must(lab.chromatogram(lab.analyst, order, bytes, name));
  const trace = traceOf(draft);
  return { order, trace, asked: integrationOf(trace) };
}

function traceOf(draft: { chromatogram: LabChromatogram | null } | null): LabChromatogram {
  if (!draft?.chromatogram) throw new Error('the draft has no chromatogram');
  return draft.chromatogram;
}

const integrationOf = ({ peaks, main_peak, baseline, version }: LabChromatogram) => ({
  limits: peaks.map(({ start_min, end_min }) => ({ start_min, end_min })),
  main_peak,
  baseline,
  version,
  reason: 'The shoulder is a peak of its own.',
});

const saved = async (answer: Promise<LabAnswer>) => traceOf((await must(answer)).draft);

describe('the laboratory can upload and download instrument files; unknown formats are refused', () => {
  it('a file in ANDI/AIA netCDF is read with the instrument’s peak limits, and the server proposes its own', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, trace } = await uploaded(lab, AGILENT, 'run.csv');
    expect(trace).toMatchObject({
      format: 'netcdf',
      wavelength_nm: 254,
      limits_by: 'instrument',
      baseline: 'instrument',
      points: 4651,
      file_name: 'run.csv',
      version: 0,
      changed_by: null,
    });
    expect(trace.peaks.map((peak) => peak.area_percent.toFixed(2))).toEqual([
      '7.03',
      '5.30',
      '0.84',
      '3.72',
      '3.09',
      '0.91',
      '29.23',
      '49.87',
    ]);
    expect(trace.proposal?.baseline).toBe('straight');
    const ours = await saved(calls(app).peaks(lab.analyst, order, { ...trace.proposal, version: 0 }));
    expect(ours).toMatchObject({ baseline: 'straight', limits_by: 'person', version: 1 });
    const theirs = await saved(calls(app).peaks(lab.analyst, order, { ...trace.instrument, version: 1 }));
    expect(theirs.peaks).toEqual(trace.peaks);
  });

  it('a file of an unknown format is refused with a message, and the draft stays as it is', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, trace } = await uploaded(lab);
    const cut = await lab.chromatogram(lab.analyst, order, AGILENT.slice(0, 15_000), 'cut.cdf');
    expect(cut.body).toMatchObject({
      status: 422,
      code: 'chromatogram_unreadable',
      detail:
        'The netCDF file is cut short: ordinate_values should reach byte 20980, the file ends at byte 15000.',
    });
    expect(traceOf((await must(lab.detail(lab.analyst, order))).draft)).toEqual(trace);
  });

  it('staff can download an instrument file byte for byte, and the download is logged', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order } = await uploaded(lab, AGILENT, 'run.cdf');
    const { answer, bytes } = await calls(app).bytes(lab.reviewer, order, 'raw');
    expect(Buffer.from(bytes).equals(Buffer.from(AGILENT))).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain('filename="run.cdf"');
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'request.chromatogram_downloaded' AND actor_id = $1",
      [lab.reviewer.id],
    );
    expect(rows).toEqual([
      { detail: { revision: 1, sha256: createHash('sha256').update(AGILENT).digest('hex') } },
    ]);
    for (const step of ['raw', 'points']) {
      expect((await calls(app).bytes(lab.customer, order, step)).answer.status).toBe(404);
      expect((await calls(app).bytes(lab.analyst, order, `${step}?revision=2`)).answer.status).toBe(404);
    }
  });
});

describe('the limits of peaks that a person sets give the published values', () => {
  it('limits are stored with person and time, and the values are computed from every point', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, trace, asked } = await uploaded(lab);
    const [first, ...others] = asked.limits;
    const moved = { start_min: (first?.start_min ?? 0) - 0.05, end_min: first?.end_min ?? 0 };
    const after = await saved(calls(app).peaks(lab.admin, order, { ...asked, limits: [moved, ...others] }));
    expect(after).toMatchObject({
      version: 1,
      limits_by: 'person',
      changed_by: expect.any(String),
      changed_at: expect.any(String),
      method: {
        name: 'straight baselines between the limits, trapezoid areas, limits set by the analyst',
        version: '5',
      },
    });
    expect(after.peaks[0]?.start_min).toBeCloseTo(moved.start_min, 4);
    expect(after.peaks[0]?.area).not.toBe(trace.peaks[0]?.area);
    const total = after.peaks.reduce((sum, peak) => sum + peak.area_percent, 0);
    expect(total).toBeCloseTo(100, 2);
    expect(after.purity_percent).toBe(after.peaks[after.main_peak ?? -1]?.area_percent);

    const { rows } = await app.platform.db.pool.query<{ actor_id: string; detail: { before: object } }>(
      "SELECT actor_id, detail FROM audit_entry WHERE action = 'result.peaks_set'",
    );
    expect(rows[0]?.actor_id).toBe(lab.admin.id);
    const { version, reason, ...limits } = asked;
    const before = { ...limits, purity_percent: trace.purity_percent };
    expect(rows[0]?.detail).toMatchObject({ revision: 1, version: version + 1, reason, before });

    // The automatic peaks can be restored, with the same areas.
    const back = await saved(calls(app).peaks(lab.analyst, order, { ...after.proposal, version: 1 }));
    expect(back.peaks).toEqual(trace.peaks);
    // The automatic peaks need no reason.
    expect([after.reason, back.reason]).toEqual([reason, null]);
    const silent = { ...asked, reason: '', baseline: 'rolling_ball', version: 2 };
    expect((await calls(app).peaks(lab.analyst, order, silent)).body.errors).toEqual([
      { path: 'reason', message: 'Say why these are not the proposed peaks. Everybody reads it.' },
    ]);
  });

  it('a person who sets peak limits is a contributor and cannot publish the result', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, asked } = await uploaded(lab);
    await must(calls(app).peaks(lab.reviewer, order, { ...asked, main_peak: 0 }));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    expect((await lab.publish(lab.reviewer, order)).body).toMatchObject({ status: 403, code: 'same_person' });
    await must(lab.publish(lab.admin, order));
  });

  it('peak limits based on an older draft are refused with a message', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, asked } = await uploaded(lab);
    const both = await Promise.all([
      calls(app).peaks(lab.analyst, order, { ...asked, main_peak: 0 }),
      calls(app).peaks(lab.admin, order, { ...asked, baseline: 'straight' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('stale_draft');
    await must(lab.chromatogram(lab.analyst, order));
    const late = await calls(app).peaks(lab.analyst, order, { ...asked, version: 1 });
    expect(late.body.code).toBe('stale_draft');
  });

  it('impossible peak limits are refused, and the message names the peak', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, asked } = await uploaded(lab);
    const ask = async (change: object) => {
      const { status, body } = await calls(app).peaks(lab.analyst, order, { ...asked, ...change });
      return [status, body.code, ...(body.errors ?? []).map(({ path, message }) => `${path}: ${message}`)];
    };
    const peak = (start_min: number, end_min: number) => ({ start_min, end_min });
    const refused = (...errors: string[]) => [422, 'invalid_fields', ...errors];
    expect(await ask({ limits: [] })).toEqual(refused('limits: Keep at least one peak.'));
    expect(await ask({ limits: [peak(5, 5)], main_peak: 0 })).toEqual(
      refused('limits.0: Peak 1 ends before it starts.'),
    );
    expect(await ask({ limits: [peak(5, 6), peak(5.5, 7)], main_peak: 0 })).toEqual(
      refused('limits.1: Peak 2 overlaps the peak before it.'),
    );
    expect(await ask({ limits: [peak(19, 21)], main_peak: 0 })).toEqual(
      refused('limits.0: Peak 1 lies outside the trace, which runs from 0.000 to 20.000 min.'),
    );
    expect(await ask({ limits: [peak(8, 9)], main_peak: 1 })).toEqual(
      refused('main_peak: The main peak is none of the peaks.'),
    );
    expect(await ask({ baseline: 'instrument' })).toEqual(
      refused('baseline: The file holds no baselines of the instrument.'),
    );
    const many = Array.from({ length: 101 }, (_, index) => peak(5 + index / 100, 5 + (index + 1) / 100));
    expect(await ask({ limits: many })).toEqual(refused('limits: At most 100 peaks can be integrated.'));
    expect((await ask({ limits: [peak(Number.NaN, 6)] }))[0]).toBe(422);
    expect((await must(lab.detail(lab.analyst, order))).draft?.chromatogram?.version).toBe(0);
  });

  it('only a person who may work on an open draft can set peak limits', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const bare = await lab.received();
    const some = { limits: [{ start_min: 1, end_min: 2 }], main_peak: 0, baseline: 'straight', version: 0 };
    expect((await calls(app).peaks(lab.analyst, bare, some)).body.code).toBe('wrong_state');
    const { order, asked } = await uploaded(lab);
    expect((await calls(app).peaks(lab.customer, order, asked)).status).toBe(404);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    expect((await calls(app).peaks(lab.analyst, order, asked)).body.code).toBe('wrong_state');
    const own = await lab.ordered({ by: lab.analyst });
    expect((await calls(app).peaks(lab.analyst, own, some)).body.code).toBe('own_order');
  });

  it('peak limits of a person are published, and a correction begins with them', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order, asked } = await uploaded(lab, TRACE_CSV.replace('(mAU)', '(mV)'));
    const one = { ...asked, limits: asked.limits.slice(-1), main_peak: 0, baseline: 'straight' };
    const set = await saved(calls(app).peaks(lab.analyst, order, one));
    expect(set.purity_percent).toBe(100);
    expect(set.unexplained).toContain('area_lost');
    const said = await saved(
      lab.explain(lab.analyst, order, { reason: 'One peak is ours.', version: set.version }),
    );
    await must(lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value: 100 }] }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const read = await app.request<{ data: { result: { chromatogram: LabChromatogram } } }>(
      `/api/tests/${order.id}`,
    );
    expect(read.body.data.result.chromatogram).toMatchObject({
      peaks: set.peaks,
      method: set.method,
      signal_unit: 'mV',
    });
    expect(read.body.data.result.chromatogram).not.toHaveProperty('proposal');
    const { draft } = await must(lab.amend(lab.analyst, order));
    const { changed_by: _, ...inherited } = traceOf(draft);
    expect(said).toMatchObject(inherited);
    // A correction that changes its own chromatogram leaves the published one unchanged.
    await must(calls(app).peaks(lab.analyst, order, { ...asked, version: inherited.version }));
    const first = (await must(lab.detail(lab.analyst, order))).revisions.find(
      ({ revision }) => revision === 1,
    );
    expect(first?.chromatogram?.peaks).toEqual(set.peaks);
  });

  it('the server computes the same areas as the browser, for any limits and any baseline', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { order } = await uploaded(lab);
    const { bytes } = await calls(app).bytes(lab.analyst, order, 'points');
    const [minutes = [], signal_mau = [], times = [], mau = []] = unpackSeries(bytes);
    expect(minutes).toHaveLength(3000);
    let version = 0;
    const edges = fc
      .uniqueArray(fc.integer({ min: 250, max: 1990 }), { minLength: 2, maxLength: 8 })
      .map((places) => places.toSorted((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(edges, async (places) => {
        const limits = places.slice(1).map((end, index) => ({
          start_min: (places[index] ?? 0) / 100,
          end_min: end / 100,
        }));
        const shown = measurePeaks({ minutes, signal_mau }, { minutes: times, mau }, limits);
        const answer = await calls(app).peaks(lab.analyst, order, {
          limits,
          main_peak: null,
          baseline: 'rolling_ball',
          version,
          reason: 'Tried once more.',
        });
        if (shown.some(({ area }) => area <= 0)) {
          expect(answer.body.code).toBe('invalid_fields');
        } else {
          expect(traceOf((await must(Promise.resolve(answer))).draft).peaks).toEqual(shown);
          version += 1;
        }
      }),
      { numRuns: cases(25) },
    );
  });
});

describe('a chromatogram with more points than its picture is stored completely', () => {
  it('the laboratory gets a reduced curve for the picture, and all points from their own route', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const csv = traceAsCsv(syntheticTrace({ seed: 'whole', points: 20_000 }));
    const { order, trace, asked } = await uploaded(lab, csv);
    expect(trace.points).toBe(20_000);
    expect(trace.minutes.length).toBeLessThanOrEqual(1500);
    const { bytes } = await calls(app).bytes(lab.analyst, order, 'points');
    expect(unpackSeries(bytes)[0]).toHaveLength(20_000);
    expect((await saved(calls(app).peaks(lab.analyst, order, asked))).peaks).toEqual(trace.peaks);
  });
});
