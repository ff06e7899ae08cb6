import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { Verification } from '@vialproof/contract/verification';
import { isOfCertificate, readEntry } from '@vialproof/science/proof/log-entry';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { labApp, type Person, shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { isHere } from '../certificates/adapters/pades/other-programs.fixture.ts';

async function verified(app: TestApp, order: Ordered, revision?: number): Promise<Verification> {
  const query = new URLSearchParams({ taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey });
  if (revision !== undefined) query.set('revision', String(revision));
  const { status, body } = await app.request<{ data: unknown }>(`/api/tests/verify?${query}`);
  expect(status).toBe(200);
  return Verification.strict().parse(body.data);
}

const disclose = (app: TestApp, { id }: { id: string }, open: boolean, { token }: Person) =>
  app.request<MyTestDetail & Partial<ProblemBody>>(`/api/me/tests/${id}/disclosure`, {
    method: 'PUT',
    json: { open },
    token,
  });

/** Publishes two revisions with different purities. */
async function amended(app: TestApp, visibility: 'public' | 'private' = 'public') {
  const lab = await laboratory(app);
  const order = await lab.published({ visibility });
  app.clock.advance(60_000);
  const { draft } = await must(lab.amend(lab.analyst, order, 'The unit was wrong.'));
  const measurements = [{ ...PURITY, value: 98.4 }];
  await must(lab.save(lab.analyst, order, { measurements, version: draft?.version }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  return { lab, order };
}

/** A test with two revisions. */
const twice = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  return { app, ...(await amended(app)) };
});

const figures = ({ values }: Verification) => values?.map(({ value }) => value) ?? null;

describe('/verify shows the revision that the paper names', () => {
  it('for a replaced revision, the answer shows its values, the reason, the date and the current revision', async () => {
    const { app, order } = twice();
    // The paper is compared with the printed values, although the request has changed since.
    await app.platform.db.pool.query("UPDATE test_request SET manufacturer = 'Changed', batch_code = 'X-9'");
    const first = await verified(app, order, 1);
    expect(first.revision).toEqual({
      asked: 1,
      current: 2,
      state: 'superseded',
      reason: 'The unit was wrong.',
      issued_at: new Date(app.clock.now().getTime() - 60_000).toISOString(),
      ended_at: app.clock.now().toISOString(),
      c: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(figures(first)).toEqual(['99.1']);
    expect(first).toMatchObject({ manufacturer: 'Test Maker', batch_code: 'T-1', label_claim: null });
    const second = await verified(app, order, 2);
    expect(second.revision).toMatchObject({
      asked: 2,
      current: 2,
      state: 'current',
      reason: null,
      ended_at: null,
    });
    expect(figures(second)).toEqual(['98.4']);
    expect(second.revision?.c).not.toBe(first.revision?.c);
  });

  it('if a test has several revisions, the paper must name one of them', async () => {
    const { app, order } = twice();
    const answer = await verified(app, order);
    expect(answer).toMatchObject({ revision: null, values: null, manufacturer: null, batch_code: null });
    expect(answer.certificates.map(({ revision, state }) => [revision, state])).toEqual([
      [2, 'current'],
      [1, 'superseded'],
    ]);
    const empty = await app.request(
      `/api/tests/verify?taskNumber=${order.taskNumber}&uniqueKey=${order.uniqueKey}&revision=`,
    );
    expect(empty).toMatchObject({ status: 200, body: { data: { revision: null } } });
  });

  it('after a withdrawal no values are shown, not even those of earlier revisions', async () => {
    const app = await labApp();
    const { lab, order } = await amended(app);
    app.clock.advance(60_000);
    await must(lab.retract(lab.reviewer, order));
    expect(await verified(app, order, 2)).toMatchObject({
      revision: {
        state: 'retracted',
        current: null,
        reason: 'The vials were swapped.',
        ended_at: app.clock.now().toISOString(),
      },
      values: null,
      manufacturer: null,
    });
    expect(await verified(app, order, 1)).toMatchObject({ revision: { state: 'superseded' }, values: null });
  });
});

describe('the QR code on a certificate contains its revision and its hash', () => {
  it('the QR code contains the revision and the hash (commitment) in the public log', async () => {
    const { app, order } = twice();
    const { rows } = await app.platform.db.pool.query<{ body: string }>(
      'SELECT body FROM log_entry ORDER BY idx',
    );
    const issued = rows.flatMap(({ body }) => {
      const entry = readEntry(body);
      return entry && entry !== 'newer' && isOfCertificate(entry) && entry.type === 'issued' ? [entry] : [];
    });
    expect(issued.map(({ revision }) => revision)).toEqual([1, 2]);
    for (const { revision, commitment } of issued) {
      expect((await verified(app, order, revision)).revision?.c).toBe(commitment.slice(0, 16));
    }
  });

  it.skipIf(!isHere('zbarimg') || !isHere('pdftoppm'))(
    'programs can read the QR code in the issued file at 100 dpi (needs zbarimg and pdftoppm)',
    async () => {
      const { app, order } = twice();
      const { revision } = await verified(app, order, 2);
      const folder = await scratchDirectory('code');
      const pdf = await app.raw(`/api/tests/${order.id}/certificate`);
      const path = join(folder, 'coa.pdf');
      writeFileSync(path, new Uint8Array(await pdf.arrayBuffer()));
      execFileSync('pdftoppm', ['-r', '100', '-l', '1', '-png', '-singlefile', path, join(folder, 'page')]);
      const read = execFileSync('zbarimg', ['-q', '--raw', join(folder, 'page.png')], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const key = order.uniqueKey;
      expect(read.trim()).toBe(
        `${app.platform.publicUrl()}/verify#task=${order.taskNumber}&key=${key}&revision=2&c=${revision?.c}`,
      );
    },
  );
});

describe('an owner shows the values of a private test', () => {
  it('people with number and key see the values of a private test while its owner allows it', async () => {
    const app = await labApp();
    const { lab, order } = await amended(app, 'private');
    const closed = await verified(app, order, 1);
    expect(closed).toMatchObject({ verdict: 'private', values: null, manufacturer: null, batch_code: null });
    expect(JSON.stringify(closed)).not.toMatch(/Purity|99\.1|98\.4|Test Maker|T-1/);

    const opened = await disclose(app, order, true, lab.customer);
    const since = app.clock.now().toISOString();
    expect(opened.body.request).toMatchObject({ disclosure: { open: true, since } });
    app.clock.advance(1000);
    // A second call leaves everything unchanged.
    expect((await disclose(app, order, true, lab.customer)).body.request.disclosure.since).toBe(since);
    const shown = await verified(app, order, 1);
    expect(shown).toMatchObject({ verdict: 'private', manufacturer: 'Test Maker', batch_code: 'T-1' });
    expect(shown).not.toHaveProperty('request_id');
    expect(figures(shown)).toEqual(['99.1']);
    // The certificate itself stays private.
    expect((await app.raw(`/api/tests/${order.id}/certificate`)).status).toBe(404);
    const listed = await app.request<{ data: { result: unknown; batch_code: unknown } }>(
      `/api/tests/${order.id}`,
    );
    expect(listed.body.data).toMatchObject({ result: null, batch_code: null });

    const exported = await app.request<{ orders: { disclosure: unknown }[] }>('/api/me/export', {
      token: lab.customer.token,
    });
    expect(JSON.stringify(exported.body)).toContain('"disclosure":{"open":true');

    const shut = await disclose(app, order, false, lab.customer);
    expect(shut.body.request.disclosure).toEqual({ open: false, since: null });
    expect(shut.body.request.timeline.slice(-2).map(({ kind }) => kind)).toEqual([
      'values_opened',
      'values_closed',
    ]);
    expect((await verified(app, order, 1)).values).toBeNull();
    const { rows } = await app.platform.db.pool.query(
      "SELECT actor_id FROM audit_entry WHERE action IN ('request.values_opened', 'request.values_closed')",
    );
    expect(rows).toEqual([{ actor_id: lab.customer.id }, { actor_id: lab.customer.id }]);
  });

  it('only the owner can show the values of a private test, and only if it has a certificate', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const stranger = await app.person();
    for (const person of [stranger, lab.analyst, lab.reviewer, lab.admin]) {
      expect((await disclose(app, order, true, person)).status).toBe(404);
    }
    expect((await verified(app, order)).values).toBeNull();
    const open = await lab.published();
    const { ordered: draft } = await lab.drafted({ visibility: 'private' });
    for (const subject of [open, draft]) {
      expect(await disclose(app, subject, true, lab.customer)).toMatchObject({
        status: 409,
        body: { code: 'wrong_state' },
      });
    }
  });

  it("the organizer can show the values of a group's private test, and a member cannot", async () => {
    const { app, create, join: joinGroup, pay, detail, people } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2, is_public: false });
    for (const person of [one, two]) await joinGroup(id, person);
    for (const person of [one, two]) await pay(id, person);
    const request = { id: (await detail(id, one)).viewer?.request?.id ?? '' };
    expect(await disclose(app, request, true, one)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await disclose(app, request, true, organizer)).body.request.disclosure.open).toBe(true);
  });
});
