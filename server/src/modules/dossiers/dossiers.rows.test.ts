import { Dossier } from '@vialproof/contract/dossiers';
import type { Measurement } from '@vialproof/contract/results';
import type { PublicTest, TestsPage } from '@vialproof/contract/tests';
import { toHundredth } from '@vialproof/science/measurement/label-deviation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { cases } from '../../testing/property-runs.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';

const PATHS = ['/makers/test-maker', '/compounds/bpc-157', '/batches/test-maker/t-1'];
const NOTHING = { purity: null, label_percent: null, verdict: null };

async function dossierAt(app: TestApp, path: string) {
  const { body } = await app.request<{ data: unknown }>(`/api/dossiers${path}`);
  return Dossier.parse(body.data);
}

/** What the pages of its compound, maker and batch say about this test. */
const rowsOf = async (app: TestApp, { id }: Ordered) => {
  const all = await Promise.all(PATHS.map((path) => dossierAt(app, path)));
  return all.map(({ tests }) => tests.find(({ request_id }) => request_id === id));
};

const laboratoryOf = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  return { app, lab: await laboratory(app) };
});

const verdict = fc.constantFrom('pass' as const, 'fail' as const, null);
const line = fc.record<Measurement>({
  analyte: fc.constantFrom('Purity', 'Purity (HPLC)', 'Purity-corrected amount', 'Amount per vial', 'Lead'),
  method: fc.constantFrom('RP-HPLC-UV 214 nm', 'LC-MS'),
  value: fc.oneof(fc.double({ min: 0.1, max: 100, noNaN: true }).map(toHundredth), fc.constant('< LOQ')),
  unit: fc.constantFrom('% area', '% w/w', 'mg', ''),
  limit: fc.constantFrom('', 'at least 98'),
  verdict,
});

describe('the page of a maker has rows for its tests', () => {
  it('purity, amount against label and verdict of a row are those of the public result', async () => {
    const { app, lab } = laboratoryOf();
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('5 mg', 'ten'),
        async (measurements, dosage) => {
          const order = await lab.received({ dosage });
          await must(lab.save(lab.analyst, order, { measurements }));
          await must(lab.submit(lab.analyst, order));
          await must(lab.publish(lab.reviewer, order));
          const { body } = await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`);
          const listed = await app.request<TestsPage>(`/api/tests?search=${order.taskNumber}`);
          const { result, label_deviation_percent: off } = body.data;
          const outside = result?.measurements.filter((each) => each.verdict === 'fail');
          for (const row of await rowsOf(app, order)) {
            expect(row).toMatchObject({
              purity: result?.purity,
              label_percent: off === undefined ? null : toHundredth(100 + off),
              verdict: {
                is: listed.body.facets.verdict[0]?.value,
                judged: result?.overall.judged,
                not_judged: result?.overall.not_judged,
                outside: outside?.map(({ analyte }) => analyte),
              },
            });
          }
        },
      ),
      { numRuns: cases(12) },
    );
  });

  it('a row has no numbers before the publication and after a withdrawal, and new numbers after a correction', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}]);
    const order = await lab.inReview();
    expect(await rowsOf(app, order)).toMatchObject(Array(3).fill({ state: 'pending', ...NOTHING }));
    await must(lab.publish(lab.reviewer, order));
    const purity = { value: String(PURITY.value) };
    expect(await rowsOf(app, order)).toMatchObject(Array(3).fill({ purity, verdict: { is: 'pass' } }));
    const draft = await must(lab.amend(lab.analyst, order));
    const version = draft.draft?.version ?? 0;
    const measurements = [{ ...PURITY, value: 91, verdict: 'fail' as const }];
    await must(lab.save(lab.analyst, order, { measurements, version }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const outside = { purity: { value: '91' }, verdict: { is: 'fail', outside: ['Purity'] } };
    expect(await rowsOf(app, order)).toMatchObject(Array(3).fill(outside));
    await must(lab.retract(lab.reviewer, order));
    expect(await rowsOf(app, order)).toMatchObject(Array(3).fill({ state: 'pending', ...NOTHING }));
  });

  it('private tests and tests that became private have no row, whatever their results are', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}]);
    const hidden = await lab.published({ visibility: 'private' });
    const withheld = await lab.received();
    const { status } = await app.request(`/api/me/tests/${withheld.id}/visibility`, {
      method: 'PUT',
      json: { visibility: 'private' },
      token: withheld.owner.token,
    });
    expect(status).toBe(200);
    await must(lab.save(lab.analyst, withheld));
    await must(lab.submit(lab.analyst, withheld));
    await must(lab.publish(lab.reviewer, withheld));
    for (const order of [hidden, withheld])
      expect(await rowsOf(app, order)).toEqual([undefined, undefined, undefined]);
    for (const path of PATHS) expect((await dossierAt(app, path)).tests).toHaveLength(1);
  });

  it('lines whose methods are spelled differently have one section, and other lines have their own', async () => {
    const app = await testApp();
    const by = (analyte: string, method: string): Measurement => ({ ...PURITY, analyte, method });
    await layPublished(app, [
      { measurements: [by('Purity', 'RP-HPLC-UV 214 nm'), by('Lead', 'ICP-MS')] },
      { measurements: [by('Purity', 'rp hplc-uv 214nm.'), by('Purity', 'LC-MS')] },
    ]);
    const { lines } = await dossierAt(app, '/makers/test-maker');
    const sections = new Map(lines.map(({ analyte, method, section }) => [`${analyte} ${method}`, section]));
    expect(sections.get('Purity RP-HPLC-UV 214 nm')).toBe(sections.get('Purity rp hplc-uv 214nm.'));
    expect(new Set(sections.values()).size).toBe(lines.length - 1);
  });
});
