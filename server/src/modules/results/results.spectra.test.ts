import type { ProblemBody } from '@vialproof/contract/errors';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Spectrum } from '@vialproof/contract/spectra';
import type { PublicTest } from '@vialproof/contract/tests';
import { valueNotes } from '@vialproof/science/measurement/measurement-words';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { changeTemplate, findTemplate } from '../../testing/templates.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';

const CSV = 'm/z,intensity\n200.5,50\n710.7766,1000\n1420.5459,250\n1500,3\n';
const IDENTITY = {
  ...PURITY,
  analyte: 'Identity',
  value: 1419.5,
  unit: 'Da',
  limit: '',
  verdict: null,
  mass: { formula: 'C62H98N16O22', basis: 'average' as const, ion: null },
  rule: { kind: 'within' as const, of: 'mass' as const, target: 0, tolerance: 0.5 },
};

function upload(app: TestApp, person: Person, order: Ordered, content = CSV) {
  const form = new FormData();
  form.set('file', new Blob([content]), 'spectrum.csv');
  return app.request<{ data: Spectrum } & Partial<ProblemBody>>(`/api/lab/requests/${order.id}/spectra`, {
    method: 'POST',
    body: form,
    token: person.token,
  });
}

describe('the mass spectrum of a line is shown beside its ions, and copied to certificate and correction', () => {
  it('a mass spectrum is shown beside the ions of its line, and copied to certificate and correction', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const { status, body } = await upload(app, lab.analyst, order);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ format: 'csv', from_mz: 200.5, to_mz: 1500 });
    expect((await upload(app, lab.analyst, order)).body.data.id).toBe(body.data.id);

    const line = { ...IDENTITY, spectrum_id: body.data.id };
    const saved = await must(lab.save(lab.analyst, order, { measurements: [line] }));
    const shown = saved.draft?.measurements[0];
    // The spectrum does not change the verdict.
    expect(shown).toMatchObject({ verdict: 'pass', spectrum: body.data });
    expect(shown?.spectrum?.ions.map(({ charge, found }) => [charge, found?.mz ?? null])).toEqual([
      [1, 1420.5459],
      [2, 710.7766],
      [3, null],
      [4, null],
      [5, null],
      [6, null],
      [7, null],
    ]);
    const steps = saved.steps.map(({ what }) => what);
    expect(steps).toContain('result.spectrum_put');

    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const page = await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`);
    expect(page.body.data.result?.measurements[0]?.spectrum).toEqual(shown?.spectrum);
    expect((await app.raw(`/api/tests/${order.id}/certificate`)).status).toBe(200);

    const amended = await app.request<{ data: LabRequest }>(`/api/lab/requests/${order.id}/amend`, {
      json: { reason: 'A digit was wrong.' },
      token: lab.analyst.token,
    });
    expect(amended.body.data.draft?.measurements[0]?.spectrum).toEqual(shown?.spectrum);
  });

  it('a mass spectrum is refused if its file is invalid or belongs to another sample', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const [order, other] = [await lab.received(), await lab.received()];
    const unreadable = await upload(app, lab.analyst, order, 'Dear colleague');
    expect(unreadable).toMatchObject({ status: 422, body: { code: 'spectrum_unreadable' } });
    expect((await upload(app, lab.customer, order)).status).toBe(404);

    const { id } = (await upload(app, lab.analyst, order)).body.data;
    const elsewhere = await upload(app, lab.analyst, other);
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'trace_used_elsewhere' } });

    const foreign = await lab.save(lab.analyst, other, { measurements: [{ ...IDENTITY, spectrum_id: id }] });
    expect(foreign).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    const { mass: _, rule: __, ...plain } = IDENTITY;
    const unfit = await lab.save(lab.analyst, order, { measurements: [{ ...plain, spectrum_id: id }] });
    expect(unfit.body).toMatchObject({ errors: [{ path: 'measurements.0.spectrum_id' }] });
  });

  it('a mass spectrum cannot be uploaded during the review', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order, { measurements: [IDENTITY] }));
    // The second person has changed no line.
    const { id } = (await upload(app, lab.admin, order)).body.data;
    const line = { ...IDENTITY, spectrum_id: id };
    await must(lab.save(lab.analyst, order, { measurements: [line], version: 1 }));
    const gone = await must(lab.save(lab.analyst, order, { measurements: [IDENTITY], version: 2 }));
    expect(gone.draft?.measurements[0]?.spectrum).toBeUndefined();
    await must(lab.submit(lab.analyst, order));
    expect(await upload(app, lab.analyst, order, '1,2\n3,4\n')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
  });

  it('a method can require a mass spectrum; a line without one says that no spectrum is on file', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const ppm = { kind: 'within' as const, of: 'mass_ppm' as const, target: 0, tolerance: 50 };
    const typed = await must(lab.save(lab.analyst, order, { measurements: [{ ...IDENTITY, rule: ppm }] }));
    // 1419.5 differs from the formula's mass 1419.5380 by −27 ppm.
    expect(typed.draft?.measurements[0]).toMatchObject({ verdict: 'pass', limit: '1419.5380 ± 50 ppm' });
    const [line] = typed.draft?.measurements ?? [];
    expect(line && valueNotes(line).at(-1)).toBe('typed; no spectrum on file');

    const template = await findTemplate(app, lab.admin, 'BPC-157');
    await changeTemplate(app, lab, template, { requires: ['spectrum'] });
    const refused = await lab.submit(lab.analyst, order);
    expect(refused.body).toMatchObject({
      code: 'invalid_fields',
      errors: [
        { path: 'measurements.0.spectrum_id', message: 'The method asks for the mass spectrum of the line.' },
      ],
    });
    const { id } = (await upload(app, lab.analyst, order)).body.data;
    const version = typed.draft?.version ?? 0;
    const measurements = [{ ...IDENTITY, rule: ppm, spectrum_id: id }, PURITY];
    const saved = await must(lab.save(lab.analyst, order, { measurements, version }));
    expect(saved.draft?.measurements.map((each) => valueNotes(each).at(-1))).not.toContain(
      'typed; no spectrum on file',
    );
    await must(lab.submit(lab.analyst, order));
  });
});
