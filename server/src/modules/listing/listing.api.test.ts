import type { ProblemBody } from '@vialproof/contract/errors';
import { PublicTest, TestsPage } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { laboratory, must } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { publicRows } from '../../testing/public-rows.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

/** A page of the public list. Its form is checked against the contract. */
async function list(app: TestApp, query = ''): Promise<z.infer<typeof TestsPage>> {
  const { status, body } = await app.request(`/api/tests${query}`);
  expect(status).toBe(200);
  return TestsPage.parse(body);
}

async function read(app: TestApp, id: string): Promise<PublicTest> {
  const { status, body } = await app.request<{ data: unknown }>(`/api/tests/${id}`);
  expect(status).toBe(200);
  return PublicTest.parse(body.data);
}

const tasks = (page: z.infer<typeof TestsPage>) => page.data.map((test) => test.task_number);

describe('the public list shows exactly the public tests, newest results first', () => {
  it('the public list shows a public test after it is paid, and its result after the publication', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await lab.drafted();
    expect(await list(app)).toEqual({
      data: [],
      pagination: { page: 1, limit: 9, total: 0, total_relation: 'exact' },
      facets: { compound: [], maker: [], verdict: [], year: [], tested: [] },
      suggestions: [],
      corrections: [],
    });

    const order = await lab.received();
    const [waiting] = (await list(app)).data;
    expect(waiting).toMatchObject({
      task_number: order.taskNumber,
      status: 'received',
      result: null,
      published_at: null,
    });

    await must(lab.chromatogram(lab.analyst, order));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    expect((await list(app)).data[0]?.result).toBeNull();
    await must(lab.publish(lab.reviewer, order));

    const [listed] = (await list(app)).data;
    expect(listed).toMatchObject({
      request_id: order.id,
      status: 'complete',
      visibility: 'public',
      manufacturer: 'Test Maker',
      batch_code: 'T-1',
      compound_name: 'BPC-157',
      published_at: app.clock.now().toISOString(),
      result: { title: 'BPC-157 5 mg', metrics: { Purity: '99.1 % area' }, revision: 1 },
    });
    const test = await read(app, order.id);
    // In the list a test links to its compound and maker. Its own page also links to the batch.
    const batch = { name: 'T-1', path: '/batches/test-maker/t-1' };
    expect(test).toMatchObject({
      ...listed,
      dossiers: { ...listed?.dossiers, batch },
      received_at: app.clock.now().toISOString(),
      retracted: null,
    });
    expect(test.result?.chromatogram?.minutes.length).toBeGreaterThan(100);
    expect(test.result?.chromatogram?.minutes.length).toBeLessThanOrEqual(1500);
    expect(test.result?.history).toHaveLength(1);
  });

  it('the public list shows a correction, and removes a withdrawn result', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    app.clock.advance(60_000);
    await must(lab.amend(lab.analyst, order));
    await must(lab.save(lab.analyst, order, { title: 'Corrected title' }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect((await list(app, '?search=corrected')).data[0]?.result).toMatchObject({
      title: 'Corrected title',
      revision: 2,
    });
    expect((await list(app, '?search=5%20mg')).pagination.total).toBe(0);
    expect((await read(app, order.id)).result?.history).toMatchObject([
      { revision: 1, state: 'superseded', reason: 'A unit was wrong.' },
      { revision: 2, state: 'published', reason: null },
    ]);

    await must(lab.retract(lab.reviewer, order));
    expect((await list(app)).data[0]).toMatchObject({ status: 'received', result: null, published_at: null });
    expect(await read(app, order.id)).toMatchObject({
      result: null,
      retracted: { reason: 'The vials were swapped.', at: app.clock.now().toISOString() },
    });
  });

  it('the public list returns the newest public test with a chromatogram', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const newest = async () =>
      (await app.request<{ data: unknown }>('/api/tests/newest-trace')).body.data as PublicTest | null;
    await layPublished(app, [{}]);
    expect(await newest()).toBeNull();
    const published = async (options = {}) => {
      app.clock.advance(60_000);
      const order = await lab.received(options);
      await must(lab.chromatogram(lab.analyst, order));
      await must(lab.save(lab.analyst, order));
      await must(lab.submit(lab.analyst, order));
      await must(lab.publish(lab.reviewer, order));
      return order;
    };
    const traced = await published();
    await published({ visibility: 'private' });
    app.clock.advance(60_000);
    await layPublished(app, [{}]);
    expect(await newest()).toEqual(await read(app, traced.id));
    expect((await newest())?.result?.chromatogram?.minutes.length).toBeGreaterThan(100);
  });

  it('the public list no longer shows a cancelled order', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    expect(tasks(await list(app))).toEqual([order.taskNumber]);
    await app.request(`/api/orders/${order.id}/cancel`, {
      method: 'POST',
      json: {},
      token: order.owner.token,
    });
    expect(await list(app)).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await app.request(`/api/tests/${order.id}`)).status).toBe(404);
    expect(await publicRows(app.platform.db.pool)).toEqual([]);
  });

  it('the public list shows published tests first, the newest on top', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const [hidden, old] = await layPublished(app, [{ isPrivate: true }, {}]);
    const waiting = await lab.ordered();
    app.clock.advance(3 * 86_400_000);
    const [fresh] = await layPublished(app, [{}]);
    const order = [fresh, old, waiting, hidden].map((test) => test?.taskNumber);
    expect(tasks(await list(app))).toEqual(order);
    expect(tasks(await list(app, '?page=2&limit=2'))).toEqual(order.slice(2));
    expect(tasks(await list(app, '?onlyPublic=true'))).toEqual(order.slice(0, 3));
    expect(tasks(await list(app, '?onlyPublic=true&page=2&limit=2'))).toEqual([waiting.taskNumber]);
    expect(await list(app, '?onlySterility=true')).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await list(app, '?page=9')).toMatchObject({ data: [], pagination: { page: 9, total: 4 } });
  });

  it('the public list refuses an invalid page number, and an unknown id has no test', async () => {
    const app = await testApp();
    for (const query of [
      'page=0',
      'page=x',
      'limit=101',
      'limit=0',
      `search=${'a'.repeat(201)}`,
      'page=1.5',
    ]) {
      const { status, body } = await app.request<ProblemBody>(`/api/tests?${query}`);
      expect([query, status, body.code]).toEqual([query, 422, 'invalid_fields']);
    }
    for (const id of ['not-an-id', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE public_test; --"]) {
      const { status, body } = await app.request<ProblemBody>(`/api/tests/${encodeURIComponent(id)}`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('security 27: public answers contain no private data', () => {
  it('public answers about a private test contain only the kind of test, the task number and the status', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({
      visibility: 'private',
      compound: 'Hidden compound',
      notes: 'Hidden note',
    });
    const reduced = {
      request_id: order.id,
      task_number: order.taskNumber,
      sku_name: 'BPC-157',
      sku_description: expect.any(String),
      status: 'complete',
      visibility: 'private',
      manufacturer: null,
      batch_code: null,
      compound_name: null,
      published_at: null,
      result: null,
    };
    expect((await list(app)).data).toEqual([reduced]);
    expect(await read(app, order.id)).toEqual({
      ...reduced,
      certificates: [],
      raw_files: [],
      dosage_text: null,
      received_at: null,
      registration: null,
      retracted: null,
    });
    for (const term of ['hidden', 'test maker', 't-1', '5 mg', order.uniqueKey]) {
      expect([term, (await list(app, `?search=${encodeURIComponent(term)}`)).pagination.total]).toEqual([
        term,
        0,
      ]);
    }
    for (const term of ['bpc', String(order.taskNumber)]) {
      expect([term, (await list(app, `?search=${term}`)).pagination.total]).toEqual([term, 1]);
    }
    const { rows } = await app.platform.db.pool.query('SELECT codes, body, words FROM public_test');
    expect(JSON.stringify(rows)).not.toMatch(/hidden|test maker|t-1|5 mg/i);
  });

  it('public answers never contain the key, the e-mail address or the notes of a public test', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({ notes: 'Private note' });
    for (const path of ['/api/tests', `/api/tests/${order.id}`]) {
      const text = JSON.stringify((await app.request(path)).body);
      expect(text).not.toContain(order.uniqueKey);
      expect(text).not.toContain(order.uniqueKey.replaceAll('-', ''));
      expect(text).not.toContain('@');
      expect(text).not.toContain('Private note');
      expect(text).not.toContain(lab.customer.id);
    }
  });
});
