import type { ProblemBody } from '@vialproof/contract/errors';
import type { LabMakerDetail, LabMakers } from '@vialproof/contract/makers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { namedSubjectOf } from './makers.service.ts';

type Answer = { data: LabMakerDetail } & Partial<ProblemBody>;

/** The calls of an admin, and the tables from which public answers are made. */
async function office(app: TestApp) {
  const lab = await laboratory(app);
  const { token } = lab.admin;
  const call = (method: string, path: string, json?: object) =>
    app.request<Answer>(`/api/lab/${path}`, { method, token, ...(json ? { json } : {}) });
  return {
    lab,
    call,
    detail: async (id: string) => (await call('GET', `makers/${id}`)).body.data,
    list: async (query = '') => (await app.request<LabMakers>(`/api/lab/makers${query}`, { token })).body,
    subject: (id: string) => namedSubjectOf(app.modules.makers, app.platform.db.orm, id),
    /** All rows of these tables as text. */
    async rows(...tables: string[]) {
      const { pool } = app.platform.db;
      const texts = tables.map(async (table) => {
        const { rows } = await pool.query(
          `SELECT (to_jsonb(t) - 'version')::text AS row FROM ${table} t ORDER BY 1`,
        );
        return rows.map(({ row }) => row);
      });
      return Promise.all(texts);
    },
  };
}

const makerOf = (subject: { maker: { id: string } | null }) => subject.maker?.id ?? 'none';

describe('admins can merge, split, rename and confirm makers', () => {
  it('admins can merge makers with their batches and undo this in any order, and then all rows are as before', async () => {
    const app = await testApp();
    const { lab, call, detail, rows, subject } = await office(app);
    const orders = [
      await lab.published({ maker: 'Acme', batch: 'L1' }),
      await lab.published({ maker: 'ACME Ltd', batch: 'l1' }),
      await lab.published({ maker: 'Zenith', batch: 'L 1' }),
      await lab.published({ maker: 'Zenith', batch: 'L1' }),
    ];
    const before = await rows('named_record', 'record_alias');
    const subjects = () => Promise.all(orders.map(({ id }) => subject(id)));
    const first = await subjects();
    const ids = [...new Set(first.map(makerOf))];
    expect(ids).toHaveLength(3);
    const versionOf = async (id: string) => (await detail(id)).version;

    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(ids, { minLength: 3 }),
        fc.boolean(),
        async ([one = '', other = '', third = ''], isOuterFirst) => {
          const merge = async (id: string, into: string) =>
            call('POST', `makers/${id}/merge`, { into, version: await versionOf(id) });
          const unmerge = async (id: string) =>
            call('POST', `makers/${id}/unmerge`, { version: await versionOf(id) });
          expect((await merge(one, other)).status).toBe(200);
          expect((await merge(other, third)).status).toBe(200);
          const merged = await subjects();
          expect(new Set(merged.map(makerOf))).toEqual(new Set([third]));
          // The batches L1 of all three makers are now one, and so are the batches L 1.
          expect(new Set(merged.map(({ batch }) => batch?.id)).size).toBe(2);
          // The addresses of the batches stay the same.
          expect(merged.map(({ batch }) => batch?.slug)).toEqual(first.map(({ batch }) => batch?.slug));
          for (const id of isOuterFirst ? [other, one] : [one, other]) {
            expect((await unmerge(id)).status).toBe(200);
          }
          expect(await rows('named_record', 'record_alias')).toEqual(before);
          expect(await subjects()).toEqual(first);
        },
      ),
      { numRuns: cases(5) },
    );
  });

  it('an admin can move spellings of a maker to a new maker, and undo this by a merge', async () => {
    const app = await testApp();
    const { lab, call, detail, subject } = await office(app);
    const orders = [
      await lab.published({ maker: 'Acme', batch: 'L1' }),
      await lab.published({ maker: 'Acme Ltd', batch: 'L1' }),
    ];
    const [acme = '', limited = ''] = await Promise.all(
      orders.map(async ({ id }) => makerOf(await subject(id))),
    );
    await call('POST', `makers/${limited}/merge`, { into: acme, version: 1 });
    const now = () => Promise.all(orders.map(({ id }) => subject(id)));
    const merged = await now();
    const split = await call('POST', `makers/${acme}/split`, { spellings: ['acme ltd'], version: 2 });
    expect(split.body.data).toMatchObject({ name: 'Acme Ltd', slug: 'acme-ltd', confirmed: false });
    const parted = await now();
    expect(parted[0]?.maker?.name).toBe('Acme');
    expect(parted[1]?.maker?.name).toBe('Acme Ltd');
    expect(parted[1]?.batch?.id).not.toBe(parted[0]?.batch?.id);
    const newId = split.body.data.id;
    expect((await detail(newId)).batches).toHaveLength(1);
    await call('POST', `makers/${newId}/merge`, { into: acme, version: split.body.data.version });
    const back = await now();
    expect(back.map(makerOf)).toEqual(merged.map(makerOf));
    expect(back[1]?.batch?.id).toBe(back[0]?.batch?.id);

    for (const spellings of [['acme'], ['nobody'], ['acme ltd', 'nobody']]) {
      const version = (await detail(acme)).version;
      const refused = await call('POST', `makers/${acme}/split`, { spellings, version });
      expect(refused.body.code).toBe('invalid_fields');
    }
  });

  it('an admin can rename and confirm a maker and write its answer; the old name and address still work', async () => {
    const app = await testApp();
    const { lab, call, list, subject } = await office(app);
    const order = await lab.published({ maker: 'acme' });
    const other = await lab.published({ maker: 'Zenith' });
    const id = makerOf(await subject(order.id));
    const change = {
      name: 'Acme Laboratories',
      confirmed: true,
      answer: '  We tested <b>it</b>. ',
      version: 1,
    };
    const { body } = await call('PUT', `makers/${id}`, change);
    expect(body.data).toMatchObject({
      name: 'Acme Laboratories',
      confirmed: true,
      answer: 'We tested <b>it</b>.',
      slug: 'acme-laboratories',
      version: 2,
      spellings: [
        { folded: 'acme', slug: 'acme', is_name: false },
        { folded: 'acme laboratories', is_name: true },
      ],
    });
    expect((await subject(order.id)).maker).toMatchObject({ name: 'Acme Laboratories', confirmed: true });
    expect((await call('PUT', `makers/${id}`, { name: 'ZENITH', version: 2 })).body).toMatchObject({
      code: 'invalid_fields',
      errors: [{ path: 'name' }],
    });
    expect((await list('?q=ACME')).data.map(({ name }) => name)).toEqual(['Acme Laboratories']);
    expect((await list('?state=unconfirmed')).data.map((row) => row.id)).toEqual([
      makerOf(await subject(other.id)),
    ]);
    expect((await call('PUT', `makers/${id}`, { answer: '', version: 2 })).body.data.answer).toBeNull();
    const { rows } = await app.platform.db.pool.query(
      `SELECT action, actor_id FROM audit_entry WHERE subject_id = $1 ORDER BY id`,
      [id],
    );
    expect(rows).toEqual(Array(2).fill({ action: 'maker.changed', actor_id: lab.admin.id }));
  });

  it('if two admins change a maker at the same time, only one change succeeds', async () => {
    const app = await testApp();
    const { lab, call, subject } = await office(app);
    const [acme = '', zenith = ''] = [
      makerOf(await subject((await lab.published({ maker: 'Acme' })).id)),
      makerOf(await subject((await lab.published({ maker: 'Zenith' })).id)),
    ];
    const answers = await Promise.all([
      call('POST', `makers/${acme}/merge`, { into: zenith, version: 1 }),
      call('POST', `makers/${zenith}/merge`, { into: acme, version: 1 }),
      call('PUT', `makers/${acme}`, { name: 'Acme 2', version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await call('POST', `makers/${acme}/merge`, { into: acme, version: 9 })).status).toBe(409);
    expect((await call('GET', 'makers/null')).status).toBe(404);
  });

  it('batches can be renamed, merged, unmerged and split like makers', async () => {
    const app = await testApp();
    const { lab, call, detail, rows, subject } = await office(app);
    const orders = [
      await lab.published({ maker: 'Acme', batch: 'A/1 💊' }),
      await lab.published({ maker: 'Acme', batch: 'A-1' }),
    ];
    const id = makerOf(await subject(orders[0]?.id ?? ''));
    const before = await rows('named_record', 'record_alias');
    const [one, other] = (await detail(id)).batches;
    if (!one || !other) throw new Error('there are two batches');
    const merged = await call('POST', `batches/${one.id}/merge`, { into: other.id, version: 1 });
    expect(merged.body.data.batches).toMatchObject([{ id: other.id, merged: [{ id: one.id }], version: 2 }]);
    await call('POST', `batches/${one.id}/unmerge`, { version: 2 });
    expect(await rows('named_record', 'record_alias')).toEqual(before);
    const named = await call('PUT', `batches/${other.id}`, { code: 'A-01', answer: 'Ours.', version: 3 });
    const now = named.body.data.batches.find((batch) => batch.id === other.id);
    expect(now).toMatchObject({ code: 'A-01', answer: 'Ours.', version: 4 });
    const former = now?.spellings.find(({ is_name }) => !is_name)?.folded ?? '';
    const split = await call('POST', `batches/${other.id}/split`, { spellings: [former], version: 4 });
    expect(split.body.data.batches).toHaveLength(3);
    const taken = await call('PUT', `batches/${other.id}`, { code: one.code, version: 5 });
    expect(taken.body).toMatchObject({ code: 'invalid_fields', errors: [{ path: 'code' }] });
  });
});
