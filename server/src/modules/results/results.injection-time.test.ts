import type { CertificateFile } from '@vialproof/contract/certificate-file';
import type { Injection } from '@vialproof/contract/injections';
import type { SaveTemplate, Template } from '@vialproof/contract/methods';
import type { Result } from '@vialproof/contract/results';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { type LabAnswer, laboratory, must, type Ordered } from '../../testing/lab.ts';
import { changeTemplate, findTemplate } from '../../testing/templates.ts';
import { labApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const DAY_MS = 86_400_000;
/** The time as an instrument without a time zone writes it. */
const local = (at: Date) => at.toISOString().slice(0, 19);

async function bench() {
  const app = await labApp();
  const lab = await laboratory(app);
  const { token } = lab.analyst;
  const at = (order: Ordered, rest: string) => `/api/lab/requests/${order.id}/${rest}`;
  async function setMethod(change: Partial<SaveTemplate>): Promise<Template> {
    const template = await findTemplate(app, lab.admin, 'BPC-157');
    return (await changeTemplate(app, lab, template, change)).body.data;
  }
  const all = async (order: Ordered) =>
    (await app.request<{ data: Injection[] }>(at(order, 'injections'), { token })).body.data;
  async function injection(order: Ordered): Promise<Injection> {
    const found = (await all(order)).find(({ used }) => used);
    if (!found) throw new Error('there is no injection');
    return found;
  }
  return {
    app,
    lab,
    setMethod,
    all,
    injection,
    /** A received sample with a chromatogram that has these header lines. */
    async traced(...heading: string[]): Promise<Ordered> {
      const order = await lab.received();
      await must(lab.save(lab.analyst, order));
      const csv = traceAsCsv(syntheticTrace({ seed: order.id, solvent: 'dip' }));
      await must(
        lab.chromatogram(
          lab.analyst,
          order,
          [...heading, csv].join('\n').replaceAll('TASK', `${order.taskNumber}`),
        ),
      );
      return order;
    },
    typeTime: async (order: Ordered, json: object, by = lab.analyst): Promise<LabAnswer> =>
      app.request(at(order, `injections/${(await injection(order)).id}/time`), {
        method: 'PUT',
        json,
        token: by.token,
      }),
    allow: async (order: Ordered, what: string) =>
      app.request<{ code?: string }>(at(order, 'allow'), {
        json: { what, injection_id: (await injection(order)).id, reason: 'The clock was wrong.' },
        token: lab.reviewer.token,
      }),
    complaints: async (order: Ordered) =>
      ((await lab.submit(lab.analyst, order)).body.errors ?? []).map(({ message }) => message),
    async published(order: Ordered): Promise<Result['chromatogram']> {
      await must(lab.submit(lab.analyst, order));
      await must(lab.publish(lab.reviewer, order));
      const { body } = await app.request<{ data: { result: Result } }>(`/api/tests/${order.id}`);
      return body.data.result.chromatogram;
    },
    async resultJson({ id }: Ordered): Promise<Pick<CertificateFile, 'chromatogram'>> {
      const { rows } = await app.platform.db.pool.query<{ result_json: string }>(
        'SELECT result_json FROM certificate WHERE request_id = $1',
        [id],
      );
      return JSON.parse(rows[0]?.result_json ?? '');
    },
  };
}

describe('if the file contains sample and time of the injection, nobody types them', () => {
  it('if the file has sample and time, nobody types them, and result and certificate show them', async () => {
    const { app, setMethod, traced, injection, published, resultJson } = await bench();
    await setMethod({ integration: { from_min: 2.4, to_min: 20 }, requires: ['injection_time'] });
    const time = local(app.clock.now());
    const order = await traced('# Sample name: VP-TASK', `# Injection date: ${time.replace('T', ' ')}`);
    expect(await injection(order)).toMatchObject({
      time_source: 'file',
      injected_at: time,
      doubts: [],
      wants_time: false,
    });
    const said = {
      sample_name: `VP-${order.taskNumber}`,
      injected_at: time,
      injection_time: { source: 'file' },
    };
    // Nothing was doubtful, so no reason was needed.
    expect(await published(order)).toMatchObject(said);
    expect((await resultJson(order)).chromatogram).toMatchObject(said);
  });

  it('a file without sample and time causes a warning, but needs no reason', async () => {
    const { traced, injection, published } = await bench();
    const order = await traced();
    expect(await injection(order)).toMatchObject({
      time_source: 'not_recorded',
      injected_at: null,
      doubts: [],
      wants_time: false,
      warnings: [{ code: 'injection_time', text: 'The file names no time of injection.' }],
    });
    expect(await published(order)).toMatchObject({
      sample_name: null,
      injected_at: null,
      injection_time: { source: 'not_recorded' },
    });
  });
});

describe('a time of injection that a person typed is printed as typed', () => {
  it('a typed time is printed as typed, and the audit log records it', async () => {
    const { app, lab, traced, typeTime, injection, published } = await bench();
    const order = await traced('# Sample name: TASK');
    const injected_at = local(app.clock.now()).slice(0, 16);
    await must(typeTime(order, { injected_at }));
    expect(await injection(order)).toMatchObject({
      injected_at: null,
      time_source: 'typed',
      typed_time: { injected_at, reason: '', by: expect.any(String), at: app.clock.now().toISOString() },
    });
    const { rows } = await app.platform.db.pool.query(
      `SELECT actor_id, detail FROM audit_entry WHERE action = 'result.injection_timed'`,
    );
    expect(rows).toMatchObject([
      { actor_id: lab.analyst.id, detail: { injected_at: { from: null, to: injected_at } } },
    ]);
    expect(await published(order)).toMatchObject({ injected_at, injection_time: { source: 'typed' } });
    await expect(asOwner(app, 'DELETE FROM injection_time')).rejects.toThrow(/append-only/);
  });

  it('a typed time is refused if the file has a time, if it is invalid, and during the review', async () => {
    const { app, lab, traced, typeTime } = await bench();
    const time = local(app.clock.now());
    const dated = await traced('# Sample name: TASK', `# Injection date: ${time}`);
    const refused = await typeTime(dated, { injected_at: time });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'wrong_state',
      'The file says itself when it was injected.',
    ]);
    const order = await traced();
    for (const injected_at of ['yesterday', '2026-02-30T10:00', '2026-11-24', '12:00'])
      expect((await typeTime(order, { injected_at })).status, injected_at).toBe(422);
    expect((await typeTime(order, { injected_at: time, reason: 'Both are known.' })).status).toBe(422);
    await must(lab.submit(lab.analyst, order));
    expect((await typeTime(order, { injected_at: time })).body.code).toBe('wrong_state');
  });

  it('a typed time before the receipt or in the future raises a doubt, which a reviewer can allow', async () => {
    const { app, traced, typeTime, injection, allow } = await bench();
    const order = await traced('# Sample name: TASK');
    const days = (n: number) => local(new Date(app.clock.now().getTime() + n * DAY_MS));
    await must(typeTime(order, { injected_at: days(3) }));
    expect((await injection(order)).doubts).toEqual(['in_future']);
    await must(typeTime(order, { injected_at: days(-900) }));
    expect((await injection(order)).doubts).toEqual(['before_receipt']);
    expect((await allow(order, 'before_receipt')).status).toBe(200);
    expect((await injection(order)).doubts).toEqual([]);
    app.clock.advance(60_000);
    await must(typeTime(order, { injected_at: days(-2000) }));
    expect((await injection(order)).doubts).toEqual(['before_receipt']);
    expect((await allow(order, 'before_receipt')).status).toBe(200);
    expect(await injection(order)).toMatchObject({ doubts: [], allowed: [{}, {}] });
    await must(typeTime(order, { injected_at: null }));
    expect(await injection(order)).toMatchObject({ time_source: 'not_recorded', typed_time: null });
  });

  it('a second person must allow a typed time', async () => {
    const { lab, traced, typeTime, injection, allow } = await bench();
    const order = await traced('# Sample name: TASK');
    await must(typeTime(order, { injected_at: '2018-07-17T05:48' }, lab.reviewer));
    const refused = await allow(order, 'before_receipt');
    expect([refused.status, refused.body.code]).toEqual([403, 'same_person']);
    await must(typeTime(order, { injected_at: '2018-07-17T05:48' }));
    expect((await allow(order, 'before_receipt')).status).toBe(200);
    expect((await injection(order)).doubts).toEqual([]);
  });

  it('if the method requires the injection time, a person must type it or give a reason', async () => {
    const { app, setMethod, traced, injection, typeTime, complaints, published } = await bench();
    expect((await setMethod({ requires: ['injection_time'] })).requires).toEqual(['injection_time']);
    const order = await traced();
    expect((await injection(order)).wants_time).toBe(true);
    expect(await complaints(order)).toEqual([
      'Type when trace.csv was injected, or say why nobody knows it.',
    ]);
    const reason = 'The export has no heading.';
    await must(typeTime(order, { injected_at: null, reason }));
    expect((await injection(order)).wants_time).toBe(false);
    expect(await published(order)).toMatchObject({
      injected_at: null,
      injection_time: { source: 'not_recorded', reason },
    });
    const other = await traced();
    await must(typeTime(other, { injected_at: local(app.clock.now()) }));
    expect(await complaints(other)).toEqual([]);
  });

  it('a time or a reason must be typed if the time in the file cannot be read', async () => {
    const { traced, injection, complaints, typeTime, published } = await bench();
    const order = await traced('# Sample name: TASK', '# Injection date: 31.04.2026 10:00');
    expect(await injection(order)).toMatchObject({ time_source: 'unreadable', wants_time: true });
    expect(await complaints(order)).toEqual([
      'Type when trace.csv was injected, or say why nobody knows it.',
    ]);
    const reason = 'The clock had no battery.';
    await must(typeTime(order, { injected_at: null, reason }));
    expect(await published(order)).toMatchObject({ injection_time: { source: 'unreadable', reason } });
  });
});

describe('a date with two meanings stays open until a person or the method decides it', () => {
  it('both possible dates are checked, and a person can type only one of them', async () => {
    const { traced, injection, typeTime } = await bench();
    const order = await traced('# Sample name: TASK', '# Injection date: 12/06/2018 11:49:36 PM');
    const both = ['2018-06-12T23:49:36', '2018-12-06T23:49:36'];
    expect(await injection(order)).toMatchObject({
      time_source: 'two_readings',
      readings: both,
      doubts: ['before_receipt'],
      wants_time: false,
    });
    const refused = await typeTime(order, { injected_at: '2026-11-26T10:00' });
    expect(refused.body.errors).toEqual([
      {
        path: 'injected_at',
        message: 'The file says 2018-06-12 23:49 or 2018-12-06 23:49; type one of them.',
      },
    ]);
    await must(typeTime(order, { injected_at: '2018-06-12T23:49' }));
    expect(await injection(order)).toMatchObject({ time_source: 'typed', doubts: ['before_receipt'] });
  });

  it('the method decides whether day or month comes first, and changes of this are audited', async () => {
    const { app, setMethod, traced, injection } = await bench();
    const order = await traced('# Sample name: TASK', '# Injection date: 12/06/2018 11:49:36 PM');
    const changed = await setMethod({ date_order: 'month_first' });
    expect(changed.date_order).toBe('month_first');
    const monthFirst = { time_source: 'file', injected_at: '2018-12-06T23:49:36', readings: [] };
    expect(await injection(order)).toMatchObject(monthFirst);
    // A part of the method that the call leaves out stays unchanged.
    expect((await setMethod({ requires: ['appearance'] })).date_order).toBe('month_first');
    await setMethod({ date_order: 'day_first' });
    expect(await injection(order)).toMatchObject({ ...monthFirst, injected_at: '2018-06-12T23:49:36' });
    await setMethod({ date_order: null });
    expect(await injection(order)).toMatchObject({ time_source: 'two_readings' });
    const { rows: versions } = await app.platform.db.pool.query(
      `SELECT v.date_order FROM method_template_version v JOIN method_template t ON t.id = template_id
       WHERE t.sku_id = $1 ORDER BY v.version`,
      [changed.id],
    );
    expect(versions.map(({ date_order }) => date_order)).toEqual([
      'month_first',
      'month_first',
      'day_first',
      null,
    ]);
    const { rows } = await app.platform.db.pool.query(
      `SELECT detail->'date_order' AS change FROM audit_entry WHERE action = 'methods.changed' ORDER BY id`,
    );
    expect(rows.map(({ change }) => change)).toEqual([
      { from: null, to: 'month_first' },
      null,
      { from: 'month_first', to: 'day_first' },
      { from: 'day_first', to: null },
    ]);
  });
});

describe('the sample name in a file raises a doubt', () => {
  it('a reported run whose sample is called blank or standard raises a doubt', async () => {
    const { app, traced, injection } = await bench();
    const time = `# Injection date: ${local(app.clock.now())}`;
    for (const name of ['Blank', 'Standard 2'])
      expect((await injection(await traced(`# Sample name: ${name}`, time))).doubts, name).toEqual([
        'unnamed_sample',
      ]);
    // The name 'trace.csv' has no task number.
    expect(await injection(await traced(time))).toMatchObject({ file_name: 'trace.csv', doubts: [] });
  });

  it('a run that is used as a blank raises no doubt by its sample name', async () => {
    const { app, lab, traced, all } = await bench();
    const heading = `# Sample name: Blank\n# Injection date: ${local(app.clock.now())}\n`;
    const blank = `${heading}${traceAsCsv(syntheticTrace({ seed: 'solvent', purity_percent: 0, solvent: 'dip' }))}`;
    const order = await traced('# Sample name: TASK');
    // The same file may also be stored as an injection of the sample.
    const trace = (await all(order))[0]?.sha256;
    await must(lab.chromatogram(lab.analyst, order, blank, 'blank.csv'));
    const [sample, solvent] = await all(order);
    expect([sample?.sha256, solvent?.doubts]).toEqual([trace, ['unnamed_sample']]);
    const path = `/api/lab/requests/${order.id}/injections/${sample?.id}`;
    await app.request(path, { method: 'PUT', json: { used: true }, token: lab.analyst.token });
    await must(lab.blank(lab.analyst, order, blank));
    expect((await all(order)).map(({ used, doubts }) => [used, doubts])).toEqual([
      [true, []],
      [false, []],
    ]);
  });
});
