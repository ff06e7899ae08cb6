import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY, TRACE_CSV } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';
import { findPublishedResult } from './results.service.ts';

const REASON = 'The trace is of the second injection.';

describe('an analyst can submit only the draft that the screen shows', () => {
  it('a submission is refused if the draft or the chromatogram is not the one that the person saw', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    const seen = { version: 1, chromatogram_version: null };
    await must(lab.save(lab.admin, order, { version: 1, summary: 'Another.' }));
    expect((await lab.submit(lab.analyst, order, seen)).body.code).toBe('stale_draft');
    await must(lab.chromatogram(lab.admin, order));
    const unseenTrace = await lab.submit(lab.analyst, order, { ...seen, version: 2 });
    expect(unseenTrace.body).toMatchObject({
      status: 409,
      code: 'stale_draft',
      detail: expect.stringMatching(/^The chromatogram was changed since/),
    });
    const { draft } = await must(lab.detail(lab.analyst, order));
    expect(draft?.state).toBe('draft');
    const now = { version: draft?.version, chromatogram_version: draft?.chromatogram?.version };
    expect((await must(lab.submit(lab.analyst, order, now))).draft?.state).toBe('in_review');
  });

  it('a submission needs the purity of the chromatogram, or a public reason for another purity', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const save = (version: number, change: object) =>
      must(lab.save(lab.analyst, order, { version, measurements: [{ ...PURITY, ...change }] }));
    const { draft } = await must(lab.chromatogram(lab.analyst, order, TRACE_CSV));
    expect(draft?.chromatogram?.purity_percent?.toFixed(2)).toBe('99.11');

    await save(0, { value: 99.4 });
    const refused = await lab.submit(lab.analyst, order);
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'measurements.0.value', message: expect.stringMatching(/trace has 99\.11 % area/) }],
    });
    await save(1, { value: 99.11, trace_override: { reason: REASON } });
    expect((await lab.submit(lab.analyst, order)).body.errors).toEqual([
      {
        path: 'measurements.0.trace_override',
        message: 'The value is that of the trace: take the reason back.',
      },
    ]);
    await save(2, { value: 99.4, trace_override: { reason: REASON } });
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await findPublishedResult(app.modules.results, order.id);
    expect(result?.measurements[0]?.trace_override).toEqual({ reason: REASON });
  });
});
