import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { HistoryPage, PastDraft, PastTrace } from '@vialproof/contract/history';
import type { LabRequest } from '@vialproof/contract/lab';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { importsOf, runOf } from '../../testing/imports.ts';
import { laboratory, must, PURITY, traceOf } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const readMoment = (app: TestApp, { token }: Person, id: string, at: string) =>
  app.request<{ data: PastDraft | null }>(`/api/lab/requests/${id}/history?${new URLSearchParams({ at })}`, {
    token,
  });
const readHistory = (app: TestApp, { token }: Person, id: string, query = '') =>
  app.request<HistoryPage>(`/api/lab/requests/${id}/audit${query}`, { token });

/** What the history must show later about this draft. */
function shownOf({ draft }: LabRequest): PastDraft | null {
  if (!draft) return null;
  const { revision, title, summary, measurements, record, chromatogram } = draft;
  return {
    revision,
    words: { title, summary, measurements, ...(record && { record }) },
    trace: chromatogram && traceShown(chromatogram),
  };
}
const traceShown = (trace: LabChromatogram): PastTrace => ({
  version: trace.version,
  file_name: trace.file_name,
  sha256: trace.sha256,
  wavelength_nm: trace.wavelength_nm,
  signal_unit: trace.signal_unit ?? 'mAU',
  peaks: trace.peaks,
  main_peak: trace.main_peak,
  purity_percent: trace.purity_percent,
  baseline: trace.baseline,
  limits_by: trace.limits_by,
  reason: trace.reason,
  subtracted_blank: trace.blank?.subtracted ? trace.blank.sha256 : null,
});

describe('reviewers can read every former state of a sample', () => {
  it('reviewers and admins can read the history of a sample, but not of their own order', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const own = await lab.received({ by: lab.reviewer });
    for (const read of [
      readHistory,
      (...[of, who, id]: Parameters<typeof readHistory>) =>
        readMoment(of, who, id, app.clock.now().toISOString()),
    ]) {
      const codes = [];
      for (const who of [lab.customer, lab.analyst, lab.reviewer, lab.admin]) {
        codes.push((await read(app, who, order.id)).status);
      }
      expect(codes).toEqual([404, 403, 200, 200]);
      expect((await read(app, lab.reviewer, own.id)).status).toBe(403);
    }
  });

  it('the history keeps a reason that was later replaced', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const { draft } = await must(lab.chromatogram(lab.analyst, order));
    const at = `/api/lab/requests/${order.id}/injections`;
    const { token } = lab.analyst;
    const runs = await app.request<{ data: { id: string; sha256: string }[] }>(at, { token });
    const run = runs.body.data.find(({ sha256 }) => sha256 === draft?.chromatogram?.sha256);
    for (const reason of ['Air in the loop.', 'The wrong vial.']) {
      const said = await app.request(`${at}/${run?.id}`, {
        method: 'PUT',
        token,
        json: { used: false, reason },
      });
      expect(said.status).toBe(200);
    }
    const { data } = (await readHistory(app, lab.reviewer, order.id)).body;
    expect(data.slice(0, 2).map(({ detail }) => detail.reason)).toEqual([
      { from: 'Air in the loop.', to: 'The wrong vial.' },
      'Air in the loop.',
    ]);
  });

  it('the history lists old and new values, newest first, without mere views', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const first = await must(lab.save(lab.analyst, order, { title: 'Before' }));
    await must(lab.save(lab.analyst, order, { title: 'After', version: first.draft?.version }));
    await must(lab.chromatogram(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.detail(lab.reviewer, order));
    await must(lab.publish(lab.reviewer, order));
    const { data, next } = (await readHistory(app, lab.reviewer, order.id)).body;
    const trace = { version: 0, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(data.slice(0, 5).map(({ action }) => action)).toEqual([
      'result.published',
      'request.completed',
      'result.submitted',
      'result.chromatogram_put',
      'result.saved',
    ]);
    expect(data.find(({ action }) => action === 'result.published')?.detail).toEqual({
      revision: 1,
      signed: expect.any(String),
      version: 2,
      chromatogram: trace,
    });
    expect(data[4]?.detail.changes).toEqual([{ path: 'title', from: 'Before', to: 'After' }]);
    expect(data[4]?.actor?.role).toBe('analyst');
    expect(data.map(({ action }) => action)).not.toContain('request.viewed');
    expect(JSON.stringify(data)).not.toContain('@');
    expect(next).toBeNull();

    const page = (await readHistory(app, lab.reviewer, order.id, '?limit=2')).body;
    const rest = (await readHistory(app, lab.reviewer, order.id, `?before=${page.next}`)).body;
    expect([...page.data, ...rest.data]).toEqual(data);
  });

  it('the history shows the draft as the API returned it at each moment', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('save' as const), title: fc.string({ maxLength: 20 }) }),
      fc.record({ kind: fc.constant('upload' as const), seed: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ kind: fc.constant('peaks' as const), cut: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('amend' as const) }),
    );
    let amended = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const order = await lab.received();
        const then: [at: string, shown: PastDraft | null][] = [];
        for (const done of steps) {
          app.clock.advance(1_000);
          const now = await must(lab.detail(lab.analyst, order));
          const version = now.draft?.version ?? 0;
          const trace = now.draft?.chromatogram;
          if (done.kind === 'save') {
            const measurements = [{ ...PURITY, analyte: 'Water', value: done.title.length, unit: '%' }];
            await must(lab.save(lab.analyst, order, { title: done.title, measurements, version }));
          }
          if (done.kind === 'upload')
            await must(lab.chromatogram(lab.analyst, order, traceOf(`${order.id} ${done.seed}`)));
          if (done.kind === 'peaks' && trace) {
            const proposed = trace.proposal?.limits ?? [];
            const limits = proposed.map(({ start_min, end_min }, place) => ({
              start_min:
                place === trace.proposal?.main_peak
                  ? start_min + (end_min - start_min) * (done.cut / 100)
                  : start_min,
              end_min,
            }));
            const body = { limits, main_peak: trace.proposal?.main_peak, baseline: trace.proposal?.baseline };
            const moved = await lab.peaks(lab.analyst, order, {
              ...body,
              reason: 'For the test alone.',
              version: trace.version,
            });
            // A moved start can leave a small peak without area. A refused change changes nothing.
            expect([200, 422]).toContain(moved.status);
          }
          if (done.kind === 'amend' && now.draft) {
            // A refused submission changes nothing.
            if ((await lab.submit(lab.analyst, order)).status === 200) {
              await must(lab.publish(lab.reviewer, order));
              await must(lab.amend(lab.analyst, order));
              amended += 1;
            }
          }
          then.push([app.clock.now().toISOString(), shownOf(await must(lab.detail(lab.analyst, order)))]);
        }
        for (const [at, shown] of then) {
          const { status, body } = await readMoment(app, lab.reviewer, order.id, at);
          expect([at, status, body.data]).toEqual([at, 200, shown]);
        }
      }),
      {
        numRuns: 1 + cases(12),
        examples: [[[{ kind: 'save', title: 'Before' }, { kind: 'amend' }]]],
        // A search for a smaller example would outlive the sign-ins, and report their end.
        endOnFailure: true,
      },
    );
    expect(amended).toBeGreaterThan(0);
  }, 600_000);

  it('the history shows the result at the time of the entry', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const start = app.clock.now().getTime();
    let reading = 0;
    vi.spyOn(app.platform.clock, 'now').mockImplementation(() => {
      reading += 1;
      return new Date(start + reading);
    });
    const record = { appearance: 'White cake' };
    await must(lab.save(lab.analyst, order, { title: 'One', record }));
    const after = await must(lab.chromatogram(lab.analyst, order));
    const { data } = (await readHistory(app, lab.reviewer, order.id)).body;
    const shownAt = async (action: string) => {
      const { at = '' } = data.find((entry) => entry.action === action) ?? {};
      return (await readMoment(app, lab.reviewer, order.id, at)).body.data;
    };
    expect(await shownAt('result.chromatogram_put')).toEqual(shownOf(after));
    expect(await shownAt('result.saved')).toMatchObject({ words: { title: 'One', record }, trace: null });
    expect(await shownAt('result.begun')).toMatchObject({ words: { title: '', record: {} }, trace: null });
  });

  it('the history shows a chromatogram that a program sent', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const imports = importsOf(app);
    const { key } = await imports.key(lab.admin);
    const order = await lab.received();
    await imports.send(key, runOf(`${order.taskNumber}`, 'one'));
    const after = await must(lab.detail(lab.analyst, order));
    expect(after.draft?.chromatogram).not.toBeNull();
    const { body } = await readMoment(app, lab.reviewer, order.id, app.clock.now().toISOString());
    expect(body.data).toEqual(shownOf(after));
  });

  it('the database refuses to change or delete a stored state of a chromatogram', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order));
    for (const statement of [
      'UPDATE chromatogram_state SET state = NULL',
      'DELETE FROM chromatogram_state',
    ]) {
      await expect(asOwner(app, statement), statement).rejects.toThrow('append-only');
    }
  });
});
