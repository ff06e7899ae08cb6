import type { Compound } from '@vialproof/contract/methods';
import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../database/seed/catalog.ts';
import { methodsAdmin, NEW_LINE } from '../../testing/methods-admin.ts';
import { proposeLines } from './methods.service.ts';

describe('every test has a template with the measurements of its results', () => {
  it('every test on the price list has a template, its own or that of its family', async () => {
    const methods = await methodsAdmin();
    const all = await methods.all();
    for (const { name } of CATALOG) {
      const template = all.find((each) => each.of === 'test' && each.name === name);
      expect([name, template?.lines.some(({ opens }) => opens === 'always')]).toEqual([name, true]);
    }
    const bpc = await methods.named('BPC-157');
    expect(bpc).toMatchObject({ is_own: false, version: 0, family: 'Peptides' });
    expect(bpc.lines.filter(({ opens }) => opens === 'always').map(({ analyte }) => analyte)).toEqual([
      'Identity',
      'Purity',
      'Assay',
    ]);
    expect((await methods.named('Somatropin amount, purity and dimer')).is_own).toBe(true);
  });

  it('a new test uses the template of its family until an admin changes it', async () => {
    const methods = await methodsAdmin();
    const sku = await methods.app.request<{ data: { id: string } }>('/api/lab/skus', {
      json: {
        slug: 'epitalon',
        name: 'Epitalon',
        description: 'Purity.',
        family: 'Peptides',
        sample_requirement: '1 vial',
        tat_text: '5 days',
        base_price_cents: 20_000,
        includes_sterility: true,
      },
      token: methods.admin.token,
    });
    const { id } = sku.body.data;
    const family = await methods.named('Peptides');
    const before = await methods.named('Epitalon');
    expect(before).toMatchObject({ id, is_own: false, lines: family.lines });
    const opened = await proposeLines(methods.app.modules.methods, {
      skuId: id,
      createdAt: methods.app.platform.clock.now(),
      compoundName: null,
    });
    expect(opened.lines.find(({ analyte }) => analyte === 'Sterility')?.opens).toBe('always');

    const saved = await methods.save(before, [...before.lines, NEW_LINE]);
    expect(saved.body.data).toMatchObject({ is_own: true, version: 1 });
    expect(saved.body.data.lines.at(-1)).toMatchObject({ analyte: 'Appearance', id: expect.any(String) });
    expect((await methods.named('Peptides')).lines).toEqual(family.lines);
    const familySaved = await methods.save(family, [...family.lines, { ...NEW_LINE, analyte: 'Odour' }]);
    expect(familySaved.status).toBe(200);
    expect((await methods.named('Epitalon')).lines).toEqual(saved.body.data.lines);
    expect((await methods.named('BPC-157')).lines.at(-1)?.analyte).toBe('Odour');
  });

  it('if two people edit a template at the same time, the second gets a message', async () => {
    const methods = await methodsAdmin();
    const template = await methods.named('BPC-157');
    expect((await methods.save(template, [...template.lines, NEW_LINE])).status).toBe(200);
    const late = await methods.save(template, template.lines);
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    const now = await methods.named('BPC-157');
    const [first, ...others] = now.lines;
    await methods.save(now, [{ ...first, retired: true }, ...others]);
    const [, , drafted, changed] = await methods.audit(template.id);
    const why = { reason: 'Method was validated anew', retired: ['Identity, LC-MS'] };
    expect(drafted).toEqual({
      action: 'methods.drafted',
      detail: { name: 'BPC-157', version: 1, replaces_own_draft: false, ...why },
    });
    expect(changed).toEqual({
      action: 'methods.changed',
      detail: { name: 'BPC-157', version: 2, drafted_by: methods.admin.id, ...why },
    });
    const same = await methods.named('BPC-157');
    const nothing = await methods.draft(same, same.lines);
    expect([nothing.status, nothing.body.errors?.[0]?.path]).toEqual([422, 'lines']);
    expect((await methods.named('BPC-157')).version).toBe(2);
    expect(await methods.audit(template.id)).toHaveLength(4);
  });

  it('when two people create a template at the same time, it is created once', async () => {
    const methods = await methodsAdmin();
    const template = await methods.named('TB-500');
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((analyte) => methods.save(template, [...template.lines, { ...NEW_LINE, analyte }])),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await methods.named('TB-500')).lines).toHaveLength(template.lines.length + 1);
  });

  it('a template with impossible values is refused, and the refusal names the wrong field', async () => {
    const methods = await methodsAdmin();
    const template = await methods.named('BPC-157');
    const own = (await methods.save(template, [...template.lines, NEW_LINE])).body.data;
    const bad: [object[], string][] = [
      [own.lines.slice(1), 'lines'],
      [[...own.lines, { ...NEW_LINE, analyte: '' }], `lines.${own.lines.length}.analyte`],
      [[...own.lines, NEW_LINE], `lines.${own.lines.length}.analyte`],
      [[...own.lines, { ...NEW_LINE, analyte: 'X', lod: -1 }], `lines.${own.lines.length}.lod`],
      [
        [...own.lines, { ...NEW_LINE, analyte: 'X', replicates: 1000 }],
        `lines.${own.lines.length}.replicates`,
      ],
      [
        [...own.lines, { ...NEW_LINE, analyte: 'X', rule: { kind: 'between', of: 'value', min: 2, max: 1 } }],
        `lines.${own.lines.length}.rule.max`,
      ],
      [Array.from({ length: 61 }, (_, n) => ({ ...NEW_LINE, analyte: `X${n}` })), 'lines'],
    ];
    for (const [lines, path] of bad) {
      const { status, body } = await methods.save(own, lines);
      expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
      expect(body.errors?.[0]?.message).toMatch(/^[A-Z“].*[.]$/);
    }
    expect((await methods.save({ id: 'nothing', version: 0 }, [])).status).toBe(404);
    expect((await methods.save({ ...own, id: crypto.randomUUID() }, [])).status).toBe(404);
    expect((await methods.save(own, own.lines, methods.analyst)).status).toBe(403);
  });
});

describe('the server computes the masses of a formula for staff', () => {
  it('the laboratory sends a formula and gets its masses', async () => {
    const methods = await methodsAdmin();
    const bpc = await methods.masses({ formula: 'C62H98N16O22', observed: '710.36' });
    expect(bpc.body.data).toMatchObject({
      formula: 'C62H98N16O22',
      average: expect.closeTo(1419.54, 2),
      monoisotopic: expect.closeTo(1418.7042, 3),
      best: { charge: 2, basis: 'monoisotopic', error_da: expect.closeTo(0.0012, 3) },
    });
    expect((await methods.masses({ formula: 'C62H98N16O22' })).body.data.best).toBeNull();
  });

  it('an invalid formula or number is refused with a message at its field', async () => {
    const methods = await methodsAdmin();
    for (const formula of ['', 'C999999H', '<script>', 'NaCl.H2O', 'A'.repeat(500)]) {
      const { status, body } = await methods.masses({ formula });
      expect([formula, status, body.errors?.[0]?.path]).toEqual([formula, 422, 'formula']);
    }
    for (const observed of ['NaN', 'Infinity', '1e400', '-5', 'x', '0']) {
      const { status, body } = await methods.masses({ formula: 'C6H6', observed });
      expect([observed, status, body.errors?.[0]?.path]).toEqual([observed, 422, 'observed']);
    }
  });

  it('staff get the masses of all known compounds', async () => {
    const methods = await methodsAdmin();
    const { body } = await methods.app.request<{ data: Compound[] }>('/api/lab/compounds', {
      token: methods.analyst.token,
    });
    expect(body.data).toHaveLength(23);
    expect(body.data.find(({ name }) => name === 'Semaglutide')).toMatchObject({
      average: expect.closeTo(4113.58, 2),
    });
  });
});
