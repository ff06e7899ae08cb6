import type { Requirable } from '@vialproof/contract/bench-record';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { changeTemplate, findTemplate } from '../../testing/templates.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { findPublishedResult } from './results.service.ts';

/** Makes the method require these records. */
async function require(app: TestApp, people: { admin: Person; reviewer: Person }, requires: Requirable[]) {
  return changeTemplate(app, people, await findTemplate(app, people.admin, 'BPC-157'), { requires });
}

describe('an analyst keeps a record of the work at the bench', () => {
  it('the bench record is stored as typed, and is removed if the client sends it empty', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    const record = { appearance: 'White cake', container: 'Vial, 3 mL', sampling: '' };
    const first = await must(lab.save(lab.analyst, order, { record }));
    const written = { appearance: 'White cake', container: 'Vial, 3 mL' };
    expect(first.draft?.record).toEqual(written);
    const second = await must(lab.save(lab.analyst, order, { version: 1, title: 'Other' }));
    expect(second.draft?.record).toEqual(written);
    const emptied = { version: 2, record: { ...written, container: '' } };
    const third = await must(lab.save(lab.analyst, order, emptied));
    expect(third.draft?.record).toEqual({ appearance: 'White cake' });
    const stale = await lab.save(lab.analyst, order, { version: 2, record: {} });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_draft']);
  });

  it('the bench record is published with the result, and copied to its correction', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const record = { deviations: 'Injected twice the volume.' };
    const measured_on = app.clock.now().toISOString().slice(0, 10);
    const measurements = [{ ...PURITY, measured_on, method_details: { document: 'SOP-12', version: '3' } }];
    await must(lab.save(lab.analyst, order, { record, measurements }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const result = await findPublishedResult(app.modules.results, order.id);
    expect(result).toMatchObject({
      record,
      measurements: [{ measured_on, method_details: { version: '3' } }],
    });
    const amended = await must(lab.amend(lab.analyst, order, 'A unit was wrong.'));
    expect(amended.draft?.record).toEqual(record);
  });

  it('a day in the bench record that is before the receipt or in the future is refused', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    for (const measured_on of ['2001-01-01', '2999-12-31']) {
      const { status, body } = await lab.save(lab.analyst, order, {
        measurements: [{ ...PURITY, measured_on }],
      });
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'measurements.0.measured_on']);
    }
  });

  it('a result needs a bench record if its method requires one', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const saved = await require(app, lab, ['appearance', 'measured_on', 'appearance']);
    expect(saved.body.data.requires).toEqual(['measured_on', 'appearance']);
    const order = await lab.received();
    const { proposal } = await must(lab.detail(lab.analyst, order));
    expect(proposal?.requires).toEqual(['measured_on', 'appearance']);
    await must(lab.save(lab.analyst, order));
    const refused = await lab.submit(lab.analyst, order);
    expect([refused.status, refused.body.errors?.map(({ path }) => path)]).toEqual([
      422,
      ['measurements.0.measured_on', 'record.appearance'],
    ]);
    const measured_on = app.clock.now().toISOString().slice(0, 10);
    const complete = {
      version: 1,
      measurements: [{ ...PURITY, measured_on }],
      record: { appearance: 'White cake' },
    };
    await must(lab.save(lab.analyst, order, complete));
    await must(lab.submit(lab.analyst, order));
  });
});
