import { describe, expect, it } from 'vitest';
import { methodsAdmin, NEW_LINE } from '../../testing/methods-admin.ts';
import { asOwner } from '../../testing/test-database.ts';
import { addMissingMethods, checkMethods } from './methods.service.ts';

const withLine = (lines: object[], analyte: string) => [...lines, { ...NEW_LINE, analyte }];

describe('a draft of a template has no effect until a second person approves it', () => {
  it('a draft has no effect until another reviewer or an admin approves it', async () => {
    const methods = await methodsAdmin();
    const { admin, reviewer, analyst } = methods;
    const before = await methods.named('BPC-157');
    expect([before.approval, before.draft]).toEqual([null, null]);
    const drafted = await methods.draft(before, withLine(before.lines, 'Odour'));
    expect(drafted.body.data).toMatchObject({ version: 0, is_own: false, lines: before.lines });
    const { draft } = await methods.named('BPC-157');
    expect(draft).toMatchObject({
      version: 0,
      reason: 'Method was validated anew',
      by: { id: admin.id },
      lines: [...before.lines.map(({ analyte }) => ({ analyte })), { analyte: 'Odour' }],
    });
    // Results still use the present version, and neither author nor analyst may decide.
    const waiting = { id: before.id, draft };
    for (const [by, decision, status, code] of [
      [admin, 'approve', 403, 'same_person'],
      [admin, 'refuse', 403, 'same_person'],
      [analyst, 'approve', 403, 'forbidden'],
      [reviewer, 'withdraw', 403, 'forbidden'],
    ] as const) {
      const answer = await methods.decide(by, waiting, decision);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    const approved = await methods.decide(reviewer, waiting, 'approve');
    expect(approved.body.data).toMatchObject({ version: 1, is_own: true, delivered: false, draft: null });
    expect(approved.body.data.lines.at(-1)?.analyte).toBe('Odour');
    expect((await methods.named('BPC-157')).approval).toMatchObject({
      drafted_by: { id: admin.id },
      approved_by: { id: reviewer.id },
      reason: 'Method was validated anew',
    });
    expect((await methods.decide(reviewer, waiting, 'approve')).body.code).toBe('wrong_state');
    expect(await methods.history(reviewer, before.id)).toMatchObject([
      {
        what: 'approved',
        version: 1,
        drafted: { by: { id: admin.id }, reason: 'Method was validated anew' },
        decided: { by: { id: reviewer.id }, reason: null },
      },
    ]);
    const exported = await methods.app.request<{ method_drafts: object }>('/api/me/export', {
      token: reviewer.token,
    });
    expect(exported.body.method_drafts).toMatchObject({
      proposed: [],
      decided: [{ of: before.id, version: 0, state: 'approved' }],
    });
  });

  it('a reviewer can refuse a draft, and its author can withdraw it; the author’s next draft replaces it', async () => {
    const methods = await methodsAdmin();
    const { admin, reviewer, app } = methods;
    const other = await app.person('admin');
    const family = await methods.named('Peptides');
    expect(await methods.history(reviewer, family.id)).toMatchObject([
      { what: 'delivered', version: 1, drafted: null, decided: null },
    ]);
    const first = (await methods.draft(family, withLine(family.lines, 'First'))).body.data;
    // Only the author can propose another draft now.
    const taken = await methods.draft(family, withLine(family.lines, 'Other'), other);
    expect([taken.status, taken.body.code]).toEqual([409, 'wrong_state']);
    const second = (await methods.draft(family, withLine(family.lines, 'Second'))).body.data;
    expect((await methods.decide(reviewer, first, 'approve')).body.code).toBe('wrong_state');
    expect((await methods.decide(admin, second, 'withdraw')).body.data.draft).toBeNull();
    const third = (await methods.draft(family, withLine(family.lines, 'Other'), other)).body.data;
    const path = `/api/lab/methods/${family.id}/drafts/${third.draft?.id}/refuse`;
    for (const reason of ['', '.', 'nonsense', 'no no no'])
      expect((await app.request(path, { json: { reason }, token: admin.token })).status).toBe(422);
    const refused = await methods.decide(admin, third, 'refuse');
    expect(refused.body.data).toMatchObject({ version: 1, draft: null, lines: family.lines });
    expect(await methods.history(reviewer, family.id)).toMatchObject([
      { what: 'refused', decided: { by: { id: admin.id }, reason: 'Limit is not justified' } },
      { what: 'withdrawn', decided: { by: { id: admin.id }, reason: null } },
      { what: 'withdrawn', decided: { by: { id: admin.id }, reason: null } },
      { what: 'delivered', version: 1 },
    ]);
    const said = (await methods.audit(family.id)).map(({ action }) => action);
    expect(said).toEqual([
      'methods.drafted',
      'methods.drafted',
      'methods.draft_withdrawn',
      'methods.drafted',
      'methods.draft_refused',
    ]);
    const unsaid = await app.request(`/api/lab/methods/${family.id}/drafts`, {
      json: { version: 1, lines: withLine(family.lines, 'X'), reason: '.' },
      token: admin.token,
    });
    expect(unsaid.status).toBe(422);
  });

  it("a draft becomes invalid when its template or its family's template changes", async () => {
    const methods = await methodsAdmin();
    const { reviewer } = methods;
    const test = (await methods.named('BPC-157')) ?? undefined;
    const draft = (await methods.draft(test, withLine(test.lines, 'Odour'))).body.data;
    const family = await methods.named('Peptides');
    expect((await methods.save(family, withLine(family.lines, 'Colour'))).status).toBe(200);
    const late = await methods.decide(reviewer, draft, 'approve');
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect((await methods.decide(reviewer, draft, 'refuse')).status).toBe(200);
    // A new version of the software adds lines while a draft is open.
    const next = (await methods.draft(test, withLine(test.lines, 'Odour'))).body.data;
    await addMissingMethods(methods.app.modules.methods, [{ of: { slug: 'bpc-157' }, lines: [] }], []);
    expect(await methods.named('BPC-157')).toMatchObject({ version: 1, delivered: true, approval: null });
    expect((await methods.decide(reviewer, next, 'approve')).body.code).toBe('stale_version');
    expect((await methods.named('BPC-157')).version).toBe(1);
    const stale = await methods.draft(test, withLine(test.lines, 'Odour'));
    expect(stale.body.code).toBe('stale_version');
  });

  it('if several people decide about a draft at the same time, only one decision is accepted', async () => {
    const methods = await methodsAdmin();
    const { admin, reviewer, app } = methods;
    const others = [reviewer, await app.person('reviewer'), await app.person('admin')];
    for (const round of ['One', 'Two', 'Three']) {
      const before = await methods.named('TB-500');
      const lines = before.is_own ? before.lines : before.lines.map((line) => ({ ...line, id: null }));
      const waiting = (await methods.draft(before, withLine(lines, round))).body.data;
      const answers = await Promise.all([
        ...others.map((by) => methods.decide(by, waiting, 'approve')),
        ...others.map((by) => methods.decide(by, waiting, 'refuse')),
        methods.decide(admin, waiting, 'withdraw'),
        methods.decide(admin, waiting, 'approve'),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.at(-1)).toSatisfy((status: number) => status === 403 || status === 409);
      const isApproved = statuses.slice(0, others.length).includes(200);
      const after = await methods.named('TB-500');
      expect([after.version, after.draft]).toEqual([before.version + (isApproved ? 1 : 0), null]);
    }
  });

  it('the database refuses to change, delete or decide a draft a second time', async () => {
    const methods = await methodsAdmin();
    const { pool } = methods.app.platform.db;
    const family = await methods.named('Peptides');
    const { draft } = (await methods.draft(family, withLine(family.lines, 'Odour'))).body.data;
    const change = (set: string) =>
      pool.query(`UPDATE method_template_draft SET ${set} WHERE id = $1`, [draft?.id]);
    await expect(change("reason = 'Another reason'")).rejects.toThrow(/decided about once/);
    const by = `decided_by = '${methods.admin.id}', decided_at = now()`;
    await expect(change(`state = 'approved', ${by}, approved_version = 2`)).rejects.toThrow(/check/);
    await expect(asOwner(methods.app, 'DELETE FROM method_template_draft')).rejects.toThrow(/append/);
    expect(
      (await methods.decide(methods.reviewer, { ...family, draft: draft ?? null }, 'refuse')).status,
    ).toBe(200);
    await expect(change("state = 'open'")).rejects.toThrow(/decided about once/);
  });
});

it('the doctor command finds a version that differs from its approved draft', async () => {
  const methods = await methodsAdmin();
  const { app, admin } = methods;
  const { pool } = app.platform.db;
  const faults = async () => {
    const found: string[] = [];
    for await (const fault of checkMethods(app.modules.methods)) found.push(fault);
    return found;
  };
  const test = await methods.named('BPC-157');
  await methods.save(test, withLine(test.lines, 'Odour'));
  const lists = (name: string) =>
    pool.query('INSERT INTO method_authorisation (method, user_ids, by_id, at) VALUES ($1, $2, $3, now())', [
      name,
      [admin.id],
      admin.id,
    ]);
  await lists('ICP-MS');
  expect(await faults()).toEqual([]);
  await lists('ICP–MS');
  await asOwner(methods.app, 'ALTER TABLE method_template_version DISABLE TRIGGER ALL');
  await asOwner(methods.app, "UPDATE method_template_version SET lines = '[]' WHERE sku_id = $1", [test.id]);
  expect(await faults()).toEqual([
    'Version 1 of the template of BPC-157 is not what was approved.',
    '“ICP-MS” and “ICP–MS” are one method with two lists: only people on both may.',
  ]);
});
