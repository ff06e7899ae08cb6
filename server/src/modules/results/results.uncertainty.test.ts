import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { changeTemplate, findTemplate, type Two } from '../../testing/templates.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { findPublishedResult } from './results.service.ts';

const RULE = { kind: 'at_least', of: 'value', limit: 98 };
const line = (value: number | string, change = {}) => ({
  analyte: 'Assay by weight',
  method: 'HPLC-UV',
  value,
  unit: '%',
  limit: '',
  verdict: null,
  rule: RULE,
  ...change,
});
const U = { basis: 'budget', U: 0.4 };

/** Adds a line to the template of BPC-157, with a zone of doubt (guard band) or without a rule. */
async function putLine(app: TestApp, lab: Two, change: object): Promise<void> {
  const template = await findTemplate(app, lab.admin, 'BPC-157');
  const kept = template.lines.filter(({ analyte }) => analyte !== 'Assay by weight');
  const known = template.lines.find(({ analyte }) => analyte === 'Assay by weight');
  const { value: _, verdict: __, ...fields } = line('');
  const own = {
    ...fields,
    lod: null,
    loq: null,
    replicates: 1,
    kind: 'plain',
    opens: 'always',
    retired: false,
  };
  const lines = [...kept, { ...own, id: known?.id ?? null, ...change }];
  const { status } = await changeTemplate(app, lab, template, { lines });
  expect(status).toBe(200);
}

describe('a result keeps the decision rule that was agreed with the order', () => {
  it('a result uses the decision rule that was agreed with the order, whatever the client sends', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const before = await lab.received();
    app.clock.advance(60_000);
    await putLine(app, lab, { decision_rule: 'guard_band', uncertainty: U });
    app.clock.advance(60_000);
    const banded = await lab.received();
    app.clock.advance(60_000);
    await putLine(app, lab, {});

    const proposed = async (order: { id: string }) =>
      (await must(lab.detail(lab.analyst, order))).proposal?.lines.find(
        ({ analyte }) => analyte === 'Assay by weight',
      );
    expect(await proposed(before)).not.toHaveProperty('decision_rule');
    expect(await proposed(banded)).toMatchObject({ decision_rule: 'guard_band' });

    const sent = [line(98.2, { uncertainty: U, decision_rule: 'guard_band' })];
    const simple = await must(lab.save(lab.analyst, before, { measurements: sent }));
    expect(simple.draft?.measurements[0]).not.toHaveProperty('decision_rule');
    expect(simple.draft?.measurements[0]).toMatchObject({ verdict: 'pass', decision: 'pass' });

    const measurements = [line(98.2, { uncertainty: U, analyte: 'ASSAY by weight' })];
    const kept = await must(lab.save(lab.analyst, banded, { measurements }));
    expect(kept.draft?.measurements[0]).toMatchObject({
      decision_rule: 'guard_band',
      verdict: 'pass',
      decision: 'conditional_pass',
      p_conform: expect.closeTo(0.8413447, 7),
      uncertainty: { basis: 'budget', U: 0.4, k: 2, level: 95 },
    });
    await must(lab.submit(lab.analyst, banded));
    await must(lab.publish(lab.reviewer, banded));
    const result = await findPublishedResult(app.modules.results, banded.id);
    expect(result?.measurements).toEqual(kept.draft?.measurements);
    expect(result?.decision_notes?.join(' ')).toMatch(/guard band.*ILAC-G8:09\/2019.*k = 2/);
    expect(result?.metrics).toEqual({ 'ASSAY by weight': '98.2 %' });
  });

  it("a renamed line keeps its decision rule, and a line with a false origin does not get another line's rule", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    await putLine(app, lab, { decision_rule: 'guard_band', uncertainty: U });
    app.clock.advance(60_000);
    const order = await lab.received();
    const { proposal } = await must(lab.detail(lab.analyst, order));
    const id = proposal?.lines.find(({ analyte }) => analyte === 'Assay by weight')?.id;
    const other = proposal?.lines.find(({ decision_rule: rule }) => rule === undefined)?.id;
    expect([typeof id, typeof other]).toEqual(['string', 'string']);
    const renamed = { analyte: 'Content', method: 'By weight', uncertainty: U, template_line_id: id };
    const saved = await must(lab.save(lab.analyst, order, { measurements: [line(98.2, renamed)] }));
    expect(saved.draft?.measurements[0]).toMatchObject({
      template_line_id: id,
      decision_rule: 'guard_band',
      decision: 'conditional_pass',
    });
    // One line of the result is sent without the id of its template line, and one with a false id.
    const { template_line_id: _, ...forgotten } = { ...renamed, method: 'HPLC-UV' };
    const typed = [line(98.2, forgotten), line(98.2, { uncertainty: U, template_line_id: other })];
    for (const [place, each] of typed.entries()) {
      const { draft } = await must(
        lab.save(lab.analyst, order, { version: place + 1, measurements: [each] }),
      );
      expect([place, draft?.measurements[0]?.decision_rule]).toEqual([place, 'guard_band']);
    }
  });

  it('a line whose rule has a guard band needs an uncertainty before submission', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    await putLine(app, lab, { decision_rule: 'guard_band', uncertainty: U });
    app.clock.advance(60_000);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order, { measurements: [line(98.2)] }));
    const refused = await lab.submit(lab.analyst, order);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'measurements.0.uncertainty']);
    await must(lab.save(lab.analyst, order, { version: 1, measurements: [line(98.2, { uncertainty: U })] }));
    await must(lab.submit(lab.analyst, order));
  });

  it('an uncertainty must be above zero', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    for (const width of [0, -0.4]) {
      const uncertainty = { basis: 'budget', U: width };
      const { status, body } = await lab.save(lab.analyst, order, {
        measurements: [line(98.2, { uncertainty })],
      });
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'measurements.0.uncertainty.U']);
    }
  });

  it('every version of a template is stored, and the database refuses to change a stored version', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    await putLine(app, lab, { decision_rule: 'guard_band', uncertainty: U });
    const { pool } = app.platform.db;
    const { rows } = await pool.query<{ own: number; kept: number }>(
      `SELECT (SELECT count(*)::int FROM method_template) own,
        (SELECT count(*)::int FROM method_template_version v JOIN method_template t ON t.id = v.template_id
          AND t.version = v.version AND t.lines = v.lines) kept`,
    );
    expect(rows[0]?.kept).toBe(rows[0]?.own);
    await expect(asOwner(app, 'DELETE FROM method_template_version')).rejects.toThrow(/append/i);
  });
});
