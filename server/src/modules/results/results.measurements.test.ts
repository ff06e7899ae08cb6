import type { Masses } from '@vialproof/contract/methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import type { PublicTest, TestsPage } from '@vialproof/contract/tests';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';
import { findPublishedResult } from './results.service.ts';

const RULE = { kind: 'at_least', of: 'value', limit: 98 };
const ruled = { ...PURITY, value: '', limit: '', verdict: null, replicates: ['99.10', '99.20'], rule: RULE };

describe('a new draft contains the lines of the template', () => {
  it("a new draft contains the template's lines and the formula of the compound", async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received({ compound: 'bpc 157' });
    const { proposal } = await must(lab.detail(lab.analyst, order));
    expect(proposal?.compound).toEqual({ name: 'BPC-157', formula: 'C62H98N16O22' });
    expect(proposal?.lines.map(({ analyte }) => analyte)).toContain('Endotoxin');
    await must(lab.save(lab.analyst, order));
    expect((await must(lab.submit(lab.analyst, order))).proposal).toBeNull();
  });
});

describe('the server judges a measurement by its rule', () => {
  it('the server computes a measurement with a rule, publishes it and prints it', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const identity = {
      ...PURITY,
      analyte: 'Identity',
      value: 1419.5,
      unit: 'Da',
      limit: '',
      verdict: null,
      mass: { formula: 'C62H98N16O22', basis: 'average', ion: null },
      rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
    };
    const saved = await must(
      lab.save(lab.analyst, order, {
        // Computed values from a client are ignored.
        measurements: [{ ...ruled, computed: { verdict: 'fail', mean: 3 } }, identity],
      }),
    );
    expect(saved.draft?.measurements[0]).toMatchObject({
      value: 99.15,
      limit: '≥ 98',
      verdict: 'pass',
      computed: { n: 2, rsd_percent: expect.closeTo(0.0713, 3), verdict: 'pass' },
    });
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await findPublishedResult(app.modules.results, order.id);
    expect(result?.metrics).toEqual({ Purity: '99.15 % area', Identity: '1419.5 Da' });
    expect(result?.measurements[1]).toMatchObject({
      limit: '1419.54 ± 0.5',
      computed: { mass: { theoretical: expect.closeTo(1419.538, 3) } },
    });
    expect((await app.raw(`/api/tests/${order.id}/certificate`)).status).toBe(200);
    // The list of tests does not say how a verdict was found. The page of the test does.
    const list = await app.request<TestsPage>('/api/tests');
    const listed = list.body.data.find(({ request_id }) => request_id === order.id)?.result?.measurements[0];
    expect(Object.keys(listed ?? {})).toEqual(['analyte', 'method', 'value', 'unit', 'limit', 'verdict']);
    const page = await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`);
    expect(page.body.data.result?.measurements).toEqual(result?.measurements);
  });

  it('the server stores the values that the entry screen computes from the same numbers', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const identity: MeasurementInput = {
      ...PURITY,
      unit: 'Da',
      value: '',
      limit: '',
      verdict: null,
      rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
    };
    const mass = (formula: string, ion: { mz: number; charge: number } | null = null) => ({
      mass: { formula, basis: 'average' as const, ion },
    });
    const lines: MeasurementInput[] = [
      { ...identity, replicates: ['1419.50', '1419.60'], ...mass('C62H98N16O22') },
      { ...identity, ...mass('C62H98N16O22', { mz: 710.7766, charge: 2 }) },
      { ...identity, ...mass('C10H11N2+', { mz: 159.2077, charge: 1 }) },
      { ...identity, value: 1500, ...mass('C62H98N16O22') },
    ];
    const shown = await Promise.all(
      lines.map(async (line) => {
        const asked = `/api/lab/masses?formula=${encodeURIComponent(line.mass?.formula ?? '')}`;
        const { body } = await app.request<{ data: Masses }>(asked, { token: lab.analyst.token });
        return completeLine(line, body.data);
      }),
    );
    const saved = await must(lab.save(lab.analyst, order, { measurements: lines }));
    expect(saved.draft?.measurements).toEqual(JSON.parse(JSON.stringify(shown)));
    expect(saved.draft?.measurements.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'fail']);
  });

  it('a measurement may lack its value in a draft, but not when the draft is submitted', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    const later = { ...PURITY, analyte: 'Sterility', value: '', verdict: null };
    await must(lab.save(lab.analyst, order, { measurements: [PURITY, later] }));
    const { status, body } = await lab.submit(lab.analyst, order);
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: 'measurements.1.value', message: 'Enter a value.' }]);
  });

  it('impossible values are refused, each with a message and the name of its field', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    const bad: [unknown, string][] = [
      [{ ...ruled, replicates: ['1', 'x'] }, 'measurements.0.replicates.1'],
      [{ ...ruled, replicates: ['NaN'] }, 'measurements.0.replicates.0'],
      [{ ...ruled, replicates: ['1e400'] }, 'measurements.0.replicates.0'],
      [{ ...ruled, replicates: Array.from({ length: 1000 }, () => '1') }, 'measurements.0.replicates'],
      [{ ...ruled, lod: -1 }, 'measurements.0.lod'],
      [{ ...ruled, claim: 0 }, 'measurements.0.claim'],
      [{ ...ruled, rule: { kind: 'between', of: 'value', min: 2, max: 1 } }, 'measurements.0.rule.max'],
      [
        { ...ruled, rule: { kind: 'within', of: 'value', target: 1, tolerance: -1 } },
        'measurements.0.rule.tolerance',
      ],
      [{ ...ruled, rule: { kind: 'about', of: 'value' } }, 'measurements.0.rule.kind'],
      [{ ...ruled, qualifier: 'maybe', replicates: undefined }, 'measurements.0.qualifier'],
      [{ ...ruled, override: { verdict: 'fail', reason: ' ' } }, 'measurements.0.override.reason'],
      [
        { ...ruled, override: { verdict: 'pass', reason: 'For the test alone.' } },
        'measurements.0.override.verdict',
      ],
      [{ ...ruled, verdict: 'fail' }, 'measurements.0.verdict'],
      [
        { ...PURITY, unit: 'Da', mass: { formula: 'C999999H', basis: 'average', ion: null } },
        'measurements.0.mass.formula',
      ],
    ];
    for (const [measurement, path] of bad) {
      const { status, body } = await lab.save(lab.analyst, order, { measurements: [measurement] });
      expect([path, status, body.errors?.[0]?.path]).toEqual([path, 422, path]);
    }
    const many = await lab.save(lab.analyst, order, {
      measurements: Array.from({ length: 61 }, () => PURITY),
    });
    expect(many.body.errors).toEqual([{ path: 'measurements', message: 'At most 60 measurements.' }]);
    expect((await must(lab.detail(lab.analyst, order))).draft).toBeNull();
  });

  it('a number that JSON parses as infinite is refused', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const text = JSON.stringify({
      title: 't',
      summary: '',
      version: 0,
      measurements: [{ ...PURITY, value: 12345 }],
    });
    for (const [number, status] of [
      ['1e400', 422],
      ['NaN', 400],
      ['Infinity', 400],
    ] as const) {
      const answer = await app.request(`/api/lab/requests/${order.id}/result`, {
        method: 'PUT',
        body: text.replace('12345', number),
        headers: { 'content-type': 'application/json' },
        token: lab.analyst.token,
      });
      expect([number, answer.status]).toEqual([number, status]);
    }
  });

  it('security 1.2.1: HTML in a reason is shown as plain text', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const reason = '<img src=x onerror=alert(1)> #panic()';
    const overridden = { ...ruled, override: { verdict: 'fail', reason } };
    await must(lab.save(lab.analyst, order, { measurements: [overridden] }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await findPublishedResult(app.modules.results, order.id);
    expect(result?.measurements[0]).toMatchObject({
      verdict: 'fail',
      override: { reason },
      computed: { verdict: 'pass' },
    });
    expect((await app.raw(`/api/tests/${order.id}/certificate`)).status).toBe(200);
  });
});
