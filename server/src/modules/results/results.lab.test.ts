import type { Result } from '@vialproof/contract/results';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { labApp, testApp } from '../../testing/test-app.ts';
import { findPublishedResult, findResultTitles, retractionOf } from './results.service.ts';

describe('a result can be made, published, returned, refused and corrected', () => {
  it('a result goes from the receipt of the sample to a public certificate', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const waiting = await lab.queue(lab.analyst, '?status=awaiting_sample');
    expect(waiting.body.data.map(({ task_number }) => task_number)).toEqual([order.taskNumber]);

    const arrived = await must(lab.detail(lab.analyst, { id: String(order.taskNumber) }));
    expect(arrived.may).toMatchObject({ intake: true, edit: false, review: false });
    const received = await must(lab.intake(lab.analyst, order));
    expect(received.request).toMatchObject({ status: 'received', sample_condition: 'Sealed and intact' });

    const saved = await must(lab.save(lab.analyst, order));
    expect(saved.draft).toMatchObject({ state: 'draft', version: 1, revision: 1, title: 'BPC-157 5 mg' });
    const traced = await must(lab.chromatogram(lab.analyst, order));
    expect(traced.draft?.chromatogram?.minutes.length).toBeLessThanOrEqual(1500);
    expect(traced.draft?.chromatogram?.wavelength_nm).toBe(214);
    expect(traced.draft?.chromatogram?.purity_percent).toBeCloseTo(99.1, 0);
    const attached = await must(lab.attach(lab.analyst, order, '%PDF-1.7 report', 'Report 1.pdf'));
    expect(attached.draft?.attachments[0]).toMatchObject({ file_name: 'Report 1.pdf', size_bytes: 15 });
    expect(attached.draft?.contributors).toEqual([{ id: lab.analyst.id, display_name: expect.any(String) }]);

    expect((await must(lab.submit(lab.analyst, order))).draft?.state).toBe('in_review');
    const inReview = await lab.queue(lab.reviewer, '?status=in_review');
    expect(inReview.body.data[0]).toMatchObject({ id: order.id, revision_state: 'in_review' });
    const published = await must(lab.publish(lab.reviewer, order));
    expect(published.request.status).toBe('complete');
    expect(published.draft).toBeNull();
    expect(published.revisions[0]).toMatchObject({
      state: 'published',
      published_by: { id: lab.reviewer.id },
    });

    const mine = await app.request<{ result: Pick<Result, 'metrics' | 'attachments' | 'files'> }>(
      `/api/me/tests/${order.id}`,
      { token: order.owner.token },
    );
    expect(mine.body.result.metrics).toEqual({ Purity: '99.1 % area' });
    const [file = ''] = mine.body.result.attachments;
    const files = [{ url: file, name: 'Report 1.pdf', content_type: 'application/pdf', bytes: 15 }];
    expect(mine.body.result.files).toEqual(files);
    const shown = await app.request<{ data: { result: Pick<Result, 'attachments' | 'files'> } }>(
      `/api/tests/${order.id}`,
    );
    expect(shown.body.data.result).toMatchObject({ attachments: [file], files });
    const stranger = await app.request(file);
    expect(stranger.status).toBe(200);
    expect(stranger.headers.get('content-disposition')).toBe(
      `attachment; filename="Report 1.pdf"; filename*=UTF-8''Report%201.pdf`,
    );
    const known = { 'if-none-match': stranger.headers.get('etag') ?? '' };
    expect((await app.raw(file, { headers: known })).status).toBe(304);
    const certificate = await app.raw(`/api/tests/${order.id}/certificate`);
    expect(certificate.status).toBe(200);
    expect((await certificate.text()).startsWith('%PDF-')).toBe(true);
  });

  it('refusing a sample needs a reason, and its replacement can be received', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const refused = await must(
      lab.intake(lab.analyst, order, { accepted: false, condition: 'Vial broken', note: 'Nothing left' }),
    );
    expect(refused.request.status).toBe('awaiting_sample');
    expect(refused.request.timeline.at(-1)).toMatchObject({
      kind: 'sample_refused',
      note: 'Vial broken. Nothing left',
    });
    expect((await must(lab.intake(lab.analyst, order))).request.status).toBe('received');
    expect((await lab.intake(lab.analyst, order)).body.code).toBe('wrong_state');
  });

  it('a draft can be returned with a comment, submitted again, and published', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.inReview();
    expect((await lab.save(lab.analyst, order, { version: 1 })).body.code).toBe('wrong_state');
    const returned = await must(lab.sendBack(lab.reviewer, order, 'Which column?'));
    expect(returned.draft).toMatchObject({ state: 'draft', return_comment: 'Which column?' });
    expect((await lab.sendBack(lab.reviewer, order)).body.code).toBe('wrong_state');
    await must(lab.save(lab.analyst, order, { version: 1, summary: 'C18 column.' }));
    await must(lab.submit(lab.analyst, order));
    expect((await must(lab.publish(lab.reviewer, order))).revisions[0]?.summary).toBe('C18 column.');
  });

  it('the old result is valid until its correction is published, and the history shows both', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const result = () => findPublishedResult(app.modules.results, order.id);
    const amended = await must(lab.amend(lab.analyst, order, 'The unit was wrong.'));
    expect(amended.draft).toMatchObject({ revision: 2, version: 0, title: 'BPC-157 5 mg' });
    expect((await lab.amend(lab.analyst, order)).body.code).toBe('wrong_state');
    expect((await result())?.revision).toBe(1);
    await must(lab.save(lab.analyst, order, { title: 'BPC-157 5 mg, amended' }));
    await must(lab.submit(lab.analyst, order));
    expect((await result())?.title).toBe('BPC-157 5 mg');
    await must(lab.publish(lab.reviewer, order));
    expect(await result()).toMatchObject({
      revision: 2,
      title: 'BPC-157 5 mg, amended',
      history: [
        { revision: 1, state: 'superseded', reason: 'The unit was wrong.' },
        { revision: 2, state: 'published', reason: null },
      ],
    });
  });

  it('a correction copies chromatogram, files and contributors of the first result', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    await must(lab.save(lab.admin, order));
    await must(lab.chromatogram(lab.admin, order));
    await must(lab.attach(lab.admin, order, 'a,b\n', 'a.csv'));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const amended = await must(lab.amend(lab.analyst, order));
    expect(amended.draft?.chromatogram).not.toBeNull();
    expect(amended.draft?.attachments).toHaveLength(1);
    await must(lab.submit(lab.analyst, order));
    expect((await lab.publish(lab.admin, order)).body.code).toBe('same_person');
    await must(lab.publish(lab.reviewer, order));
  });

  it('after a withdrawal the page shows the reason, until the next revision is published', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const retracted = await must(lab.retract(lab.reviewer, order, 'The vials were swapped.'));
    expect(retracted.request.status).toBe('received');
    expect(retracted.revisions[0]).toMatchObject({
      state: 'retracted',
      retract_reason: 'The vials were swapped.',
    });
    expect((await lab.retract(lab.reviewer, order)).body.code).toBe('wrong_state');
    expect(await findPublishedResult(app.modules.results, order.id)).toBeUndefined();
    expect(await retractionOf(app.modules.results, order.id)).toMatchObject({
      reason: 'The vials were swapped.',
    });

    expect((await must(lab.save(lab.analyst, order))).draft?.revision).toBe(2);
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect(await retractionOf(app.modules.results, order.id)).toBeNull();
    expect(await findResultTitles(app.modules.results, [order.id])).toEqual(
      new Map([[order.id, 'BPC-157 5 mg']]),
    );
  });
});

describe('the server refuses invalid work on a draft', () => {
  it('a save based on an old version of the draft is refused with 409 stale_draft', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    expect((await lab.save(lab.analyst, order, { version: 3 })).body.code).toBe('stale_draft');
    await must(lab.save(lab.analyst, order));
    expect((await lab.save(lab.reviewer, order)).body.code).toBe('stale_draft');
    const both = await Promise.all([
      lab.save(lab.analyst, order, { version: 1, title: 'One' }),
      lab.save(lab.reviewer, order, { version: 1, title: 'Other' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await must(lab.detail(lab.analyst, order))).draft?.version).toBe(2);
  });

  it('a person whose save was refused is not a contributor', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.inReview();
    expect((await lab.save(lab.reviewer, order, { version: 7 })).status).toBe(409);
    await must(lab.publish(lab.reviewer, order));
  });

  it('a draft is refused before the sample has arrived, and a second draft beside a published result', async () => {
    const lab = await laboratory(await labApp());
    const early = await lab.ordered();
    for (const answer of [lab.save(lab.analyst, early), lab.chromatogram(lab.analyst, early)]) {
      expect((await answer).body).toMatchObject({ status: 409, code: 'wrong_state' });
    }
    for (const step of [lab.submit, lab.publish, lab.amend, lab.retract]) {
      expect((await step(lab.reviewer, early)).body.code).toBe('wrong_state');
    }
    const done = await lab.published();
    expect((await lab.save(lab.analyst, done)).body.code).toBe('wrong_state');
    expect((await lab.publish(lab.reviewer, done)).body.code).toBe('wrong_state');
  });

  it('a draft without a title or a measurement cannot be submitted', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    await must(lab.save(lab.analyst, order, { title: ' ', measurements: [] }));
    const answer = await lab.submit(lab.analyst, order);
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map(({ path }) => path)).toEqual(['title', 'measurements']);
  });

  it('invalid fields are refused, and each is named', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    const measurements = [{ ...PURITY, analyte: '', verdict: 'maybe' }];
    const answer = await lab.save(lab.analyst, order, { measurements });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map(({ path }) => path)).toEqual([
      'measurements.0.analyte',
      'measurements.0.verdict',
    ]);
    expect((await lab.amend(lab.analyst, order, '  ')).status).toBe(422);
    expect((await lab.intake(lab.analyst, order, { condition: '' })).status).toBe(422);
  });

  it('an unknown number, an unknown id and any other text are answered 404', async () => {
    const lab = await laboratory(await labApp());
    for (const id of ['99999', '999999999999999999', crypto.randomUUID(), 'x', '%00']) {
      expect((await lab.detail(lab.analyst, { id })).status, id).toBe(404);
    }
  });

  it('security 29 (15.3.3): read-only fields in a request body are ignored', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    const saved = await must(
      lab.save(lab.analyst, order, {
        state: 'published',
        revision: 9,
        published_by: lab.reviewer.id,
        contributors: [],
        status: 'complete',
      }),
    );
    expect(saved.draft).toMatchObject({ state: 'draft', revision: 1, published_by: null });
    expect(saved.draft?.contributors).toHaveLength(1);
    expect(saved.request.status).toBe('received');
  });
});

describe('the queue lists open work by its due day', () => {
  it('the queue is sorted by due day, and its search finds number, compound, maker, batch and test', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const first = await lab.ordered({ compound: 'Alpha' });
    app.clock.advance(60_000);
    const second = await lab.received({ compound: 'Beta 100%' });
    app.clock.advance(60_000);
    const done = await lab.published({ compound: 'Gamma' });
    await lab.drafted();
    const numbers = async (query: string) =>
      (await lab.queue(lab.analyst, query)).body.data.map(({ task_number }) => task_number);

    expect(await numbers('')).toEqual([second.taskNumber, first.taskNumber]);
    expect(await numbers('?status=complete')).toEqual([done.taskNumber]);
    expect(await numbers(`?q=${done.taskNumber}`)).toEqual([done.taskNumber]);
    expect(await numbers('?q=alpha')).toEqual([first.taskNumber]);
    expect(await numbers('?q=0%25')).toEqual([second.taskNumber]);
    expect(await numbers('?q=test%20maker')).toHaveLength(3);
    expect(await numbers('?q=bpc&status=received')).toEqual([second.taskNumber]);
    expect(await numbers("?q=';DROP")).toEqual([]);
    expect((await lab.queue(lab.analyst, '?page=2')).body).toEqual({
      data: [],
      pagination: { page: 2, limit: 25, total: 2 },
      counts: { todo: 2, overdue: 0, awaiting_sample: 1, received: 1, in_review: 0, mine: 0, nobodys: 2 },
    });
    expect((await lab.queue(lab.analyst, '?status=lost')).status).toBe(422);
  });
});
