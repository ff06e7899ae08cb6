import type { LabSubject } from '@vialproof/contract/makers';
import { describe, expect, it } from 'vitest';
import { must } from '../../testing/lab.ts';
import { makersOffice } from '../../testing/makers-office.ts';

describe('a maker that is split after a merge gets its batches and addresses back', () => {
  it("the split maker keeps the addresses of its tests' batches", async () => {
    const { lab, call, maker, dossier, subject } = await makersOffice();
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

  it('the split maker keeps the codes of batches that were split from other batches', async () => {
    const { lab, call, codes, merge, unmerge, batch, subject, dossier } = await makersOffice();
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

  it('the split maker takes the batches of tests for which staff chose both maker and batch', async () => {
    const { lab, call, maker, merge, unmerge, batch, subject } = await makersOffice();
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

  it('the split maker takes no batch of a test for which staff chose a batch of the other maker', async () => {
    const { lab, call, codes, maker, merge, unmerge, batch, subject, dossier } = await makersOffice();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L2' });
    await merge('Bravo', 'Acme');
    const order = await lab.received({ maker: 'Acme', batch: 'L2' });
    const choice = { maker: { id: (await maker('Acme')).id }, batch: { id: (await batch('Acme', 'L1')).id } };
    expect((await call('PUT', `requests/${order.id}/subject`, choice)).status).toBe(200);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect((await unmerge('Bravo', 'Acme')).status).toBe(200);
    expect((await subject(order)).batch).toMatchObject({ name: 'L1', maker_slug: 'acme' });
    expect(await codes('Acme')).toEqual({ L1: ['L1'] });
    expect(await dossier('/batches/acme/l2')).toBeUndefined();
  });

  it('a batch code that several merged makers used is listed once after the split', async () => {
    const { lab, merge, dossier } = await makersOffice();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L1' });
    await merge('Bravo', 'Acme');
    expect((await dossier('/batches/acme/l1'))?.subject.spellings).toEqual(['L1']);
  });
});

describe('if admins merge two makers, the answers and addresses of both remain', () => {
  it('a merge that would hide an answer or a confirmation is refused; the other direction is accepted', async () => {
    const { lab, call, maker, merge, dossier } = await makersOffice();
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

  it('if both makers have a batch with the same code, the batch with an answer is kept', async () => {
    const { app, lab, call, merge, batch } = await makersOffice();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L1' });
    const { id, version } = await batch('Bravo', 'L1');
    await call('PUT', `batches/${id}`, { version, answer: 'Ours.' });
    expect((await merge('Bravo', 'Acme')).status).toBe(200);
    const { body } = await app.request('/api/dossiers/batches/acme/l1');
    expect(JSON.stringify(body)).toContain('Ours.');
  });
});

describe('a maker that is renamed after a merge has a new address', () => {
  it('a maker that is renamed after a merge gets the address of its new name; a batch keeps its address', async () => {
    const { app, lab, call, maker, merge, batch, subject } = await makersOffice();
    const order = await lab.published({ maker: 'Acme', batch: 'L1' });
    app.clock.advance(60_000);
    await lab.published({ maker: 'Bravo', batch: 'L2' });
    await merge('Bravo', 'Acme');
    const into = await batch('Acme', 'L1');
    const { id, version } = await batch('Bravo', 'L2');
    expect((await call('POST', `batches/${id}/merge`, { into: into.id, version })).status).toBe(200);
    const code = { code: 'L2', version: into.version + 1 };
    expect((await call('PUT', `batches/${into.id}`, code)).status).toBe(200);
    const acme = await maker('Acme');
    const name = { name: 'Bravo', version: acme.version };
    expect((await call('PUT', `makers/${acme.id}`, name)).status).toBe(200);
    expect(await subject(order)).toMatchObject({
      maker: { name: 'Bravo', slug: 'bravo' },
      batch: { name: 'L2', maker_slug: 'acme', slug: 'l1' },
    });
  });
});

describe('a spelling stays where it belongs when a merge is undone', () => {
  it('a spelling that only private tests use stays at the maker to which staff last gave it', async () => {
    const { lab, choose, maker, merge, unmerge, app } = await makersOffice();
    for (const name of ['Acme', 'Bravo', 'Cee']) await lab.published({ maker: name, batch: 'L1' });
    const order = await lab.received({ maker: 'Akme', visibility: 'private' });
    const other = await lab.received({ maker: 'Akme', visibility: 'private' });
    const leads = async () => {
      const path = `/api/lab/requests/${other.id}/subject`;
      const { body } = await app.request<{ data: LabSubject }>(path, { token: lab.admin.token });
      return body.data.maker?.name;
    };
    expect((await choose(order, { id: (await maker('Acme')).id })).status).toBe(200);
    await merge('Acme', 'Bravo');
    expect((await choose(order, { id: (await maker('Cee')).id })).status).toBe(200);
    expect(await leads()).toBe('Cee');
    await merge('Cee', 'Bravo');
    expect((await unmerge('Acme', 'Bravo')).status).toBe(200);
    expect(await leads()).toBe('Bravo');
    expect((await unmerge('Cee', 'Bravo')).status).toBe(200);
    expect(await leads()).toBe('Cee');
  });

  it('a spelling stays at the maker whose name it became with the first public test', async () => {
    const { lab, call, choose, maker, merge, unmerge, dossier } = await makersOffice();
    for (const name of ['Acme', 'Bravo']) await lab.published({ maker: name, batch: 'L1' });
    const order = await lab.received({ maker: 'Cee', visibility: 'private' });
    expect((await choose(order, { name: 'Cee' })).status).toBe(200);
    expect((await choose(order, { id: (await maker('Acme')).id })).status).toBe(200);
    await merge('Acme', 'Bravo');
    const shown = await lab.received({ maker: 'Ceee', batch: 'L2' });
    expect((await choose(shown, { id: (await maker('Cee')).id })).status).toBe(200);
    await must(lab.save(lab.analyst, shown));
    await must(lab.submit(lab.analyst, shown));
    await must(lab.publish(lab.reviewer, shown));
    expect((await dossier('/makers/cee'))?.subject.name).toBe('Cee');
    const { id, version } = await maker('Bravo');
    await call('PUT', `makers/${id}`, { version, confirmed: true });
    expect((await merge('Cee', 'Bravo')).status).toBe(200);
    expect((await unmerge('Acme', 'Bravo')).status).toBe(200);
    expect((await dossier('/makers/cee'))?.subject.name).toBe('Bravo');
    expect((await unmerge('Cee', 'Bravo')).status).toBe(200);
    expect((await dossier('/makers/cee'))?.subject.name).toBe('Cee');
  });
});

describe('undoing a merge can be refused', () => {
  it('a merge cannot be undone while another maker has the name', async () => {
    const { lab, call, maker, merge, unmerge, subject } = await makersOffice();
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
      detail: 'Another maker has this name by now. Merge that one back first.',
    });
    const back = { into: id, version: split.body.data.version };
    expect((await call('POST', `makers/${split.body.data.id}/merge`, back)).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect((await maker('Bravo')).id).toBe(bravo.id);
    expect((await subject(order)).maker?.name).toBe('Acme');
    // All spellings of this maker were split off, so it has no name.
    const again = await call('POST', `makers/${split.body.data.id}/unmerge`, {
      version: (await maker('Acme')).version,
    });
    expect(again.body.code).toBe('wrong_state');
    expect((await unmerge('Acme', 'Bravo')).body.code).toBe('wrong_state');
  });

  it('a merge cannot be undone while another maker has the name as a spelling', async () => {
    const { lab, call, maker, merge, unmerge, dossier } = await makersOffice();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L2' });
    await merge('Bravo', 'Acme');
    const { id, version } = await maker('Acme');
    const split = (await call('POST', `makers/${id}/split`, { spellings: ['bravo'], version })).body.data;
    const renamed = await call('PUT', `makers/${split.id}`, { name: 'Bravo Works', version: split.version });
    expect(renamed.status).toBe(200);
    expect((await unmerge('Bravo', 'Acme')).body).toMatchObject({
      code: 'wrong_state',
      detail: 'Another maker has this name by now. Merge that one back first.',
    });
    const back = { into: id, version: renamed.body.data.version };
    expect((await call('POST', `makers/${split.id}/merge`, back)).status).toBe(200);
    expect((await unmerge('Bravo', 'Acme')).status).toBe(200);
    expect((await dossier('/makers/bravo'))?.subject.name).toBe('Bravo');
    expect((await unmerge('Bravo Works', 'Acme')).status).toBe(200);
    expect((await dossier('/makers/bravo-works'))?.subject.name).toBe('Bravo Works');
  });

  it('a merge cannot be undone while the remaining maker has the name', async () => {
    const { lab, call, maker, merge, unmerge, dossier } = await makersOffice();
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'Bravo', batch: 'L2' });
    const { id: mergedId } = await maker('Bravo');
    await merge('Bravo', 'Acme');
    const { id, version } = await maker('Acme');
    expect((await call('PUT', `makers/${id}`, { name: 'Bravo', version })).status).toBe(200);
    const undo = { version: version + 1 };
    expect((await call('POST', `makers/${mergedId}/unmerge`, undo)).body).toMatchObject({
      code: 'wrong_state',
      detail: 'Another maker has this name by now. Rename that one first.',
    });
    expect((await call('PUT', `makers/${id}`, { name: 'Acme', version: version + 1 })).status).toBe(200);
    expect((await unmerge('Bravo', 'Acme')).status).toBe(200);
    expect((await dossier('/makers/bravo'))?.subject.name).toBe('Bravo');
  });

  it.each([
    ['Acme', 'Bravo'],
    ['Bravo', 'Acme'],
  ])(
    'a merge cannot be undone while a code that %s used earlier than %s belongs to another batch',
    async (older, younger) => {
      const { app, lab, call, batch, merge, maker, unmerge, subject, dossier } = await makersOffice();
      const first = await lab.published({ maker: older, batch: 'L1' });
      app.clock.advance(60_000);
      const second = await lab.published({ maker: younger, batch: 'L1' });
      const order = younger === 'Bravo' ? second : first;
      await merge('Bravo', 'Acme');
      const one = await batch('Acme', 'L1');
      await call('PUT', `batches/${one.id}`, { code: 'L2', version: one.version });
      const { version } = await batch('Acme', 'L2');
      expect((await call('POST', `batches/${one.id}/split`, { spellings: ['l1'], version })).status).toBe(
        200,
      );
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
    },
  );
});
