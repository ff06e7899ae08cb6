import { createHash } from 'node:crypto';
import type { AuditPage } from '@vialproof/contract/audit';
import type { Injection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Result } from '@vialproof/contract/results';
import { unpackSeries } from '@vialproof/contract/series';
import { gaussian, sampled, step } from '@vialproof/science/chromatography/known-traces.fixture';
import { traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { labApp, type Person } from '../../testing/test-app.ts';

const gradient = (at: number) => 40 * step(at, 10, 0.2);
const sample = (at: number) =>
  784 * gaussian(at, 8, 0.06) + 8 * gaussian(at, 10.2, 0.06) + 8 * gaussian(at, 11.5, 0.06);
const run = (seed: string) => traceAsCsv(sampled((at) => gradient(at) + sample(at), { noise: 0.02, seed }));
const BLANK = traceAsCsv(sampled(gradient, { noise: 0.02, seed: 'blank' }));
const BLANK_SHA256 = createHash('sha256').update(BLANK).digest('hex');

const chromatogramOf = ({ draft }: LabRequest) => {
  if (!draft?.chromatogram) throw new Error('the draft has no chromatogram');
  return draft.chromatogram;
};

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  let runs = 0;
  const at = ({ id }: { id: string }) => `/api/lab/requests/${id}`;
  const bytes = async (order: Ordered, what: string, person: Person = lab.analyst) => {
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await app.raw(`${at(order)}/chromatogram/${what}`, { headers });
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  return {
    app,
    lab,
    bytes,
    /** A received sample with its own chromatogram. */
    async withRun() {
      const order = await lab.received();
      const trace = chromatogramOf(await must(lab.chromatogram(lab.analyst, order, run(`run ${runs++}`))));
      return { order, trace };
    },
    injections: async (order: Ordered) =>
      (await app.request<{ data: Injection[] }>(`${at(order)}/injections`, { token: lab.analyst.token })).body
        .data,
  };
}

describe('a blank changes nothing until the analyst subtracts it', () => {
  it('a blank is stored beside the chromatogram, and changes nothing until the analyst subtracts it', async () => {
    const { app, lab, withRun, injections, bytes } = await desk();
    const { order, trace } = await withRun();
    const put = chromatogramOf(await must(lab.blank(lab.analyst, order, BLANK)));
    const { version, blank, ...same } = put;
    expect(trace).toMatchObject(same);
    expect(version).toBe(trace.version + 1);
    expect(blank).toEqual({
      file_name: 'blank.csv',
      sha256: BLANK_SHA256,
      size_bytes: BLANK.length,
      subtracted: false,
      changed_by: null,
      changed_at: null,
    });
    expect((await injections(order)).map(({ file_name }) => file_name)).toEqual(['trace.csv']);
    expect(Buffer.from((await bytes(order, 'blank')).bytes).toString()).toBe(BLANK);
    expect((await bytes(order, 'blank', lab.customer)).status).toBe(404);
    const [, , , , , , times, heights] = unpackSeries((await bytes(order, 'points')).bytes);
    expect([times?.length, heights?.length]).toEqual([4001, 4001]);
    // The blank of another sample may be the same file.
    const other = await withRun();
    await must(lab.blank(lab.admin, other.order, BLANK, 'again.csv'));
    const { rows } = await app.platform.db.pool.query('SELECT file_key FROM blank');
    expect(rows).toEqual([{ file_key: `raw/${BLANK_SHA256}` }]);
    await expect(app.platform.db.pool.query('DELETE FROM blank')).rejects.toThrow();
  });

  it('the analyst can subtract a blank, and can restore the chromatogram', async () => {
    const { lab, app, withRun, bytes } = await desk();
    const { order, trace } = await withRun();
    expect(trace.unexplained).not.toEqual([]);
    await must(lab.blank(lab.analyst, order, BLANK));
    const before = unpackSeries((await bytes(order, 'points')).bytes)[1];
    const asked = { subtracted: true, version: 1 };
    const off = chromatogramOf(await must(lab.subtract(lab.admin, order, asked)));
    expect(off).toMatchObject({
      version: 2,
      limits_by: 'proposal',
      unexplained: [],
      blank: { subtracted: true, changed_by: expect.any(String), changed_at: expect.any(String) },
      blank_subtracted: { sha256: BLANK_SHA256 },
      sha256: trace.sha256,
    });
    expect(Math.abs((off.purity_percent ?? 0) - 98)).toBeLessThan(0.05);
    expect(off.signal_mau).not.toEqual(trace.signal_mau);
    const after = unpackSeries((await bytes(order, 'points')).bytes)[1];
    expect(Math.max(...(after?.slice(-400) ?? []))).toBeLessThan(1);
    expect(Math.min(...(before?.slice(-400) ?? []))).toBeGreaterThan(39);
    // Peaks that a person set are also used for the difference.
    const [first, ...others] = off.peaks.map(({ start_min, end_min }) => ({ start_min, end_min }));
    const moved = await app.request<{ data: LabRequest }>(
      `/api/lab/requests/${order.id}/chromatogram/peaks`,
      {
        method: 'PUT',
        token: lab.analyst.token,
        json: {
          limits: [{ start_min: (first?.start_min ?? 0) - 0.05, end_min: first?.end_min }, ...others],
          main_peak: 0,
          baseline: 'straight',
          version: 2,
          reason: 'A longer front.',
        },
      },
    );
    expect(Math.abs((chromatogramOf(moved.body.data).purity_percent ?? 0) - 98)).toBeLessThan(0.05);
    expect((await lab.subtract(lab.analyst, order, asked)).body.code).toBe('stale_draft');
    expect((await lab.blank(lab.analyst, order, BLANK)).body.code).toBe('wrong_state');
    const back = chromatogramOf(
      await must(lab.subtract(lab.analyst, order, { subtracted: false, version: 3 })),
    );
    const { version, blank, ...same } = back;
    expect(trace).toMatchObject(same);
    expect([version, blank?.subtracted]).toEqual([4, false]);
    expect(unpackSeries((await bytes(order, 'points')).bytes)[1]).toEqual(before);
    const audit = await app.request<AuditPage>(`/api/lab/audit?task=${order.taskNumber}`, {
      token: lab.admin.token,
    });
    const details = audit.body.data.filter(({ action }) => action === 'result.blank_switched');
    expect(details.map(({ detail }) => detail)).toMatchObject([
      {
        blank: { sha256: BLANK_SHA256 },
        before: { subtracted: true },
        after: { subtracted: false, purity_percent: trace.purity_percent },
      },
      {
        before: { subtracted: false, purity_percent: trace.purity_percent },
        after: { subtracted: true, purity_percent: off.purity_percent, main_peak: off.main_peak },
      },
    ]);
  });

  it('a blank is published with the result, and copied to its correction', async () => {
    const { lab, app, withRun } = await desk();
    const { order } = await withRun();
    await must(lab.blank(lab.analyst, order, BLANK));
    const { purity_percent: purity } = chromatogramOf(
      await must(lab.subtract(lab.analyst, order, { subtracted: true, version: 1 })),
    );
    await must(
      lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value: Number(purity?.toFixed(2)) }] }),
    );
    await must(lab.submit(lab.analyst, order));
    expect((await lab.subtract(lab.admin, order, { subtracted: false, version: 2 })).body.code).toBe(
      'wrong_state',
    );
    await must(lab.publish(lab.reviewer, order));
    const page = async () =>
      (await app.request<{ data: { result: Result } }>(`/api/tests/${order.id}`)).body.data.result
        .chromatogram;
    const published = await page();
    expect(published).toMatchObject({ blank_subtracted: { sha256: BLANK_SHA256 }, purity_percent: purity });
    const amended = chromatogramOf(await must(lab.amend(lab.analyst, order)));
    expect(amended).toMatchObject({ version: 2, blank: { subtracted: true } });
    await must(lab.subtract(lab.analyst, order, { subtracted: false, version: 2 }));
    expect(await page()).toEqual(published);
  });

  it('a blank is refused if its signal or its times do not fit the chromatogram', async () => {
    const { app, lab, withRun } = await desk();
    const empty = await lab.received();
    expect((await lab.blank(lab.analyst, empty, BLANK)).body.code).toBe('wrong_state');
    const { order, trace } = await withRun();
    expect((await lab.subtract(lab.analyst, order, { subtracted: true, version: 0 })).body.code).toBe(
      'wrong_state',
    );
    const refusalOf = async (bytes: string) => (await lab.blank(lab.analyst, order, bytes)).body;
    expect((await refusalOf(run('run 0'))).errors).toEqual([
      { path: 'file', message: 'This is the file of the trace itself, not a blank.' },
    ]);
    expect((await refusalOf(BLANK.replace('mAU', 'mV'))).detail).toMatch(
      /^The blank counts mV and the trace mAU/,
    );
    expect((await refusalOf(BLANK.replace('214 nm', '280 nm'))).detail).toMatch(
      /at 280 nm and the trace at 214 nm/,
    );
    expect((await refusalOf('no blank')).code).toBe('chromatogram_unreadable');
    const { minutes, signal_mau } = sampled(gradient, { noise: 0.02, seed: 'late' });
    await must(
      lab.blank(lab.analyst, order, traceAsCsv({ minutes: minutes.map((at) => at + 30), signal_mau })),
    );
    const late = await lab.subtract(lab.analyst, order, { subtracted: true, version: 1 });
    expect(late.body).toMatchObject({
      code: 'chromatogram_unreadable',
      detail: expect.stringMatching(/no time in common/),
    });
    expect(chromatogramOf(await must(lab.detail(lab.analyst, order))).peaks).toEqual(trace.peaks);
    // A blank that is too short causes a warning.
    await must(
      lab.blank(lab.analyst, order, traceAsCsv(sampled(gradient, { run: 15, noise: 0.02, seed: 'short' }))),
    );
    const short = chromatogramOf(
      await must(lab.subtract(lab.analyst, order, { subtracted: true, version: 2 })),
    );
    expect(short.unexplained).toContain('blank_short');
    const asked = { ...short.proposal, version: 3 };
    const peaks = `/api/lab/requests/${order.id}/chromatogram/peaks`;
    const set = await app.request<{ data: LabRequest }>(peaks, {
      method: 'PUT',
      token: lab.analyst.token,
      json: asked,
    });
    expect(chromatogramOf(set.body.data).unexplained).toContain('blank_short');
  });
});
