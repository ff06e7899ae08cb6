import type { ProblemBody } from '@vialproof/contract/errors';
import type { LabMakerDetail } from '@vialproof/contract/makers';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';
import { namedSubjectOf } from './makers.service.ts';

type Answer = { data: LabMakerDetail } & Partial<ProblemBody>;
type Row = { id: string; version: number };

async function office() {
  const app = await testApp();
  const lab = await laboratory(app);
  const { token } = lab.admin;
  const { pool } = app.platform.db;
  const one = async (text: string, values: string[]): Promise<Row> => {
    const { rows } = await pool.query(text, values);
    if (!rows[0]) throw new Error('there is no such record');
    return rows[0];
  };
  const call = (method: string, path: string, json: object) =>
    app.request<Answer>(`/api/lab/${path}`, { method, token, json });
  const maker = (name: string) =>
    one(
      "SELECT id, version FROM named_record WHERE kind = 'maker' AND name = $1 ORDER BY merged_into NULLS FIRST",
      [name],
    );
  return {
    app,
    lab,
    call,
    maker,
    batch: (of: string, code: string) =>
      one(
        "SELECT b.id, b.version FROM named_record b JOIN named_record m ON m.id = b.maker_id WHERE b.kind = 'batch' AND m.name = $1 AND b.name = $2",
        [of, code],
      ),
    /** The batches of a maker, each with its spellings. */
    async codes(name: string) {
      const path = `/api/lab/makers/${(await maker(name)).id}`;
      const { batches } = (await app.request<Answer>(path, { token })).body.data;
      return Object.fromEntries(
        batches.map(({ code, spellings }) => [code, spellings.map(({ spelling }) => spelling)]),
      );
    },
    async merge(name: string, into: string) {
      const { id, version } = await maker(name);
      return call('POST', `makers/${id}/merge`, { into: (await maker(into)).id, version });
    },
    async unmerge(name: string, from: string) {
      const { id } = await maker(name);
      return call('POST', `makers/${id}/unmerge`, { version: (await maker(from)).version });
    },
    subject: ({ id }: { id: string }) => namedSubjectOf(app.modules.makers, app.platform.db.orm, id),
    async dossier(path: string) {
      const { status, body } = await app.request<{
        data: { subject: { name: string; spellings: string[] }; counts: { published: number } };
      }>(`/api/dossiers${path}`);
      return status === 200 ? body.data : undefined;
    },
  };
}

describe('makers that are split', () => {
  it('a maker that is split keeps the addresses of the batches of its tests', async () => {
    const { lab, call, maker, dossier, subject } = await office();
    await lab.published({ maker: 'Acme', batch: 'A B' });
    const acme = await maker('Acme');
    const order = await lab.received({ maker: 'Akme', batch: 'A/B' });
    for (const choice of [{ id: acme.id }, null]) {
      await call('PUT', `requests/${order.id}/subject`, { maker: choice, batch: null });
    }
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect((await subject(order)).batch?.slug).toBe('a-b-2');
    const { version } = await maker('Acme');
    expect((await call('POST', `makers/${acme.id}/split`, { spellings: ['akme'], version })).status).toBe(
      200,
    );
    expect((await subject(order)).batch).toMatchObject({ slug: 'a-b-2', maker_slug: 'akme' });
    expect(await dossier('/batches/akme/a-b-2')).toMatchObject({
      subject: { name: 'A/B' },
      counts: { published: 1 },
    });
  });

  it('a maker that is split keeps the codes of batches that were split from other batches', async () => {
    const { lab, call, codes, merge, unmerge, batch, subject, dossier } = await office();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L1' });
    const order = await lab.published({ maker: 'Bravo', batch: 'L2' });
    await merge('Bravo', 'Acme');
    const into = (await batch('Acme', 'L1')).id;
    const { id, version } = await batch('Bravo', 'L2');
    expect((await call('POST', `batches/${id}/merge`, { into, version })).status).toBe(200);
    const now = (await batch('Acme', 'L1')).version;
    expect((await call('POST', `batches/${into}/split`, { spellings: ['l2'], version: now })).status).toBe(
      200,
    );
    expect((await subject(order)).batch?.name).toBe('L2');
    expect((await unmerge('Bravo', 'Acme')).status).toBe(200);
    expect(await subject(order)).toMatchObject({ maker: { name: 'Bravo' }, batch: { maker_slug: 'bravo' } });
    expect((await dossier('/batches/bravo/l2'))?.counts.published).toBe(1);
    expect(await dossier('/batches/acme/l2')).toBeUndefined();
    expect(await codes('Bravo')).toEqual({ L1: ['L1'], L2: ['L2'] });
    expect(await codes('Acme')).toEqual({ L1: ['L1'] });
  });

  it('a split maker takes its batches from the tests for which staff chose both maker and batch', async () => {
    const { lab, call, maker, merge, unmerge, batch, subject } = await office();
    await lab.published({ maker: 'Acme', batch: 'A1' });
    await lab.published({ maker: 'Bravo', batch: 'B1' });
    await merge('Bravo', 'Acme');
    const order = await lab.received({ maker: 'Cee', batch: 'lot b one' });
    const choice = {
      maker: { id: (await maker('Acme')).id },
      batch: { id: (await batch('Bravo', 'B1')).id },
    };
    expect((await call('PUT', `requests/${order.id}/subject`, choice)).status).toBe(200);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect((await subject(order)).batch?.name).toBe('B1');
    expect((await unmerge('Bravo', 'Acme')).status).toBe(200);
    expect(await subject(order)).toMatchObject({
      maker: { name: 'Acme' },
      batch: { name: 'lot b one', maker_slug: 'acme' },
    });
  });

  it('a code that several merged makers wrote is listed once after a split', async () => {
    const { lab, merge, dossier } = await office();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L1' });
    await merge('Bravo', 'Acme');
    expect((await dossier('/batches/acme/l1'))?.subject.spellings).toEqual(['L1']);
  });
});

describe('a merge', () => {
  it('a merge that would hide an answer or a confirmation is refused, and works in the other direction', async () => {
    const { lab, call, maker, merge, dossier } = await office();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L2' });
    const { id, version } = await maker('Bravo');
    await call('PUT', `makers/${id}`, { version, confirmed: true });
    expect((await merge('Bravo', 'Acme')).body.code).toBe('wrong_state');
    await call('PUT', `makers/${id}`, { version: version + 1, confirmed: false, answer: 'Ours.' });
    expect((await merge('Bravo', 'Acme')).body.code).toBe('wrong_state');
    expect((await merge('Acme', 'Bravo')).status).toBe(200);
    expect((await dossier('/makers/acme'))?.subject.name).toBe('Bravo');
  });

  it('of two batches with the same code a merge keeps the one with an answer', async () => {
    const { app, lab, call, merge, batch } = await office();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L1' });
    const { id, version } = await batch('Bravo', 'L1');
    await call('PUT', `batches/${id}`, { version, answer: 'Ours.' });
    expect((await merge('Bravo', 'Acme')).status).toBe(200);
    const { body } = await app.request('/api/dossiers/batches/acme/l1');
    expect(JSON.stringify(body)).toContain('Ours.');
  });
});

describe('undoing a merge is refused', () => {
  it('undoing a merge is refused while another maker has the name, until that maker is merged back', async () => {
    const { lab, call, maker, merge, unmerge, subject } = await office();
    const order = await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L2' });
    const bravo = await maker('Bravo');
    await merge('Bravo', 'Acme');
    const { id, version } = await maker('Acme');
    const split = await call('POST', `makers/${id}/split`, { spellings: ['bravo'], version });
    expect(split.status).toBe(200);
    const undo = async () =>
      call('POST', `makers/${bravo.id}/unmerge`, { version: (await maker('Acme')).version });
    expect((await undo()).body).toMatchObject({
      code: 'wrong_state',
      detail: 'Another maker has this name by now. Rename that one or merge it back first.',
    });
    const back = { into: id, version: split.body.data.version };
    expect((await call('POST', `makers/${split.body.data.id}/merge`, back)).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect((await maker('Bravo')).id).toBe(bravo.id);
    expect((await subject(order)).maker?.name).toBe('Acme');
    // No name of its own is left to the maker that the split made.
    const again = await call('POST', `makers/${split.body.data.id}/unmerge`, {
      version: (await maker('Acme')).version,
    });
    expect(again.body.code).toBe('wrong_state');
    expect((await unmerge('Acme', 'Bravo')).body.code).toBe('wrong_state');
  });

  it('undoing a merge is refused while a code that both makers wrote belongs to another batch, until that batch is merged back', async () => {
    const { lab, call, batch, merge, maker, unmerge, subject, dossier } = await office();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    const order = await lab.published({ maker: 'Bravo', batch: 'L1' });
    await merge('Bravo', 'Acme');
    const one = await batch('Acme', 'L1');
    await call('PUT', `batches/${one.id}`, { code: 'L2', version: one.version });
    const { version } = await batch('Acme', 'L2');
    expect((await call('POST', `batches/${one.id}/split`, { spellings: ['l1'], version })).status).toBe(200);
    expect((await unmerge('Bravo', 'Acme')).body).toMatchObject({
      code: 'wrong_state',
      detail: 'The code L1 was given to another batch since. Merge that one back first.',
    });
    expect((await subject(order)).maker?.name).toBe('Acme');
    const made = await batch('Acme', 'L1');
    const back = { into: one.id, version: made.version };
    expect((await call('POST', `batches/${made.id}/merge`, back)).status).toBe(200);
    expect((await unmerge('Bravo', 'Acme')).status).toBe(200);
    expect(await subject(order)).toMatchObject({ maker: { name: 'Bravo' }, batch: { name: 'L1' } });
    expect((await dossier('/batches/bravo/l1'))?.counts.published).toBe(1);
    expect((await dossier('/batches/acme/l1'))?.subject.name).toBe('L2');
    expect((await maker('Acme')).id).toBeDefined();
  });
});
