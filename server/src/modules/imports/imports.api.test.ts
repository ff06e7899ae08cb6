import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Injection } from '@vialproof/contract/injections';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesWithFiles } from '../../platform/files/stored-files.ts';
import { importsOf, runOf } from '../../testing/imports.ts';
import { laboratory, must, type Ordered, traceOf } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { changeTemplate, findTemplate } from '../../testing/templates.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

const VENDOR = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../../shared/data/vendor'),
  'chromatograms',
);

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const imports = importsOf(app);
  const made = await imports.key(lab.admin);
  const injections = async (order: Ordered) =>
    (
      await app.request<{ data: Injection[] }>(`/api/lab/requests/${order.id}/injections`, {
        token: lab.reviewer.token,
      })
    ).body.data;
  return { app, lab, imports, made, key: made.key, injections };
}

async function auditOf(app: TestApp, token: string, prefix: string) {
  const { body } = await app.request<{
    data: { action: string; actor: { name: string } | null; detail: Record<string, unknown> }[];
  }>(`/api/lab/audit?action=${prefix}`, { token });
  return body.data;
}

describe('the key that an admin makes for a program can only send chromatograms', () => {
  it('a laboratory key is shown only once, is stored as a hash, and does not work after it is revoked', async () => {
    const { app, lab, imports, made } = await desk();
    expect(made).toMatchObject({ name: 'HPLC 2', scope: 'imports', last_used_at: null, revoked_at: null });
    const listed = await app.request('/api/lab/keys', { token: lab.admin.token });
    expect(JSON.stringify(listed.body)).not.toContain(made.key);
    const { rows } = await app.platform.db.pool.query<{ row: string }>(
      'SELECT laboratory_key::text AS row FROM laboratory_key',
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(made.key);
    expect((await imports.send(made.key, runOf('nothing', 'a'))).status).toBe(201);
    const revoke = () =>
      app.request<{ data: { revoked_at: string; last_used_at: string } }>(`/api/lab/keys/${made.id}`, {
        method: 'DELETE',
        token: lab.admin.token,
      });
    const revoked = await revoke();
    expect(revoked.body.data).toMatchObject({
      last_used_at: app.clock.now().toISOString(),
      revoked_at: app.clock.now().toISOString(),
    });
    app.clock.advance(1_000);
    expect((await revoke()).body.data.revoked_at).toBe(revoked.body.data.revoked_at);
    expect((await imports.send(made.key, runOf('nothing', 'b'))).status).toBe(401);
    expect((await auditOf(app, lab.admin.token, 'lab_key')).map(({ action }) => action)).toEqual([
      'lab_key.revoked',
      'lab_key.made',
    ]);
  });

  it('a laboratory key works for one call only, and this call refuses a person’s token', async () => {
    const { app, lab, imports, key } = await desk();
    const calls = [
      ['GET', '/api/lab/imports'],
      ['GET', '/api/lab/requests'],
      ['GET', '/api/lab/keys'],
      ['POST', '/api/lab/keys'],
      ['GET', '/api/me/profile'],
      ['GET', '/api/skus/catalog'],
      ['POST', '/api/orders'],
    ] as const;
    for (const [method, path] of calls) {
      const { status } = await app.request(path, {
        method,
        token: key,
        ...(method === 'POST' ? { json: { name: 'k' } } : {}),
      });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
    for (const token of [undefined, 'wrong', `${key}x`, lab.admin.token, lab.analyst.token]) {
      expect((await imports.send(token, runOf('nothing', 'a'))).status).toBe(401);
    }
    // Nobody can sign in to the account of a key.
    const staff = await app.request('/api/lab/staff', { token: lab.admin.token });
    expect(JSON.stringify(staff.body)).not.toContain('HPLC 2');
  });
});

describe('a chromatogram that a program sends becomes an injection of its sample', () => {
  it('the chromatogram becomes an injection of the sample whose number or barcode the file contains', async () => {
    const { app, lab, imports, key, injections } = await desk();
    const order = await lab.received();
    const first = await imports.send(key, runOf(`T-${order.taskNumber} inj 1`, 'first'), 'first.txt');
    expect(first).toMatchObject({
      status: 201,
      body: { data: { state: 'assigned', request_id: order.id, task_number: order.taskNumber, why: null } },
    });
    const second = await imports.send(key, runOf('2nd', 'second', String(order.taskNumber)), 'second.txt');
    expect(second.body.data).toMatchObject({ state: 'assigned', request_id: order.id });
    expect((await injections(order)).map((each) => [each.file_name, each.used, each.uploaded_by])).toEqual([
      ['first.txt', true, 'HPLC 2'],
      ['second.txt', false, 'HPLC 2'],
    ]);
    // From now on the chromatogram is treated like an uploaded one.
    await must(lab.save(lab.analyst, order));
    expect((await lab.submit(lab.analyst, order)).body.detail).toBe('Say why second.txt is not used.');
    const [newest] = await auditOf(app, lab.admin.token, 'result.injection_added');
    expect(newest?.actor?.name ?? JSON.stringify(newest)).toContain('HPLC 2');
  });

  it('the peaks of the chromatogram are found by the method of its sample', async () => {
    const { app, lab, imports, key } = await desk();
    const template = await findTemplate(app, lab.admin, 'BPC-157');
    await changeTemplate(app, lab, template, { integration: { threshold_percent: 0.7 } });
    const [named, told] = [await lab.received(), await lab.received()];
    await imports.send(key, runOf(`${named.taskNumber}`, 'named'));
    const { id } = (await imports.send(key, runOf('vial', 'told'))).body.data;
    await imports.decide(lab.analyst, id, 'assign', {
      task_number: told.taskNumber,
      reason: 'Its place in the rack.',
    });
    for (const order of [named, told]) {
      const { draft } = await must(lab.detail(lab.analyst, order));
      expect(draft?.chromatogram?.reporting?.limit_percent).toBe(0.7);
    }
  });

  it('a chromatogram that is sent several times is stored once', async () => {
    const { app, lab, imports, key, injections } = await desk();
    const order = await lab.received();
    const file = runOf(`${order.taskNumber}`, 'once');
    const answers = await Promise.all([1, 2, 3].map(() => imports.send(key, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const other = await imports.key(lab.admin, 'HPLC 3');
    expect((await imports.send(other.key, file, 'another name.txt')).status).toBe(200);
    expect(await injections(order)).toHaveLength(1);
    // The same Idempotency-Key gets the same answer; another file with it is refused.
    const named = { 'idempotency-key': 'one' };
    const waits = runOf('nothing', 'named');
    const first = await imports.send(key, waits, 'a.txt', named);
    const again = await imports.send(key, waits, 'a.txt', named);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await imports.send(key, runOf('nothing', 'else'), 'a.txt', named)).body.code).toBe(
      'idempotency_mismatch',
    );
    const { rows } = await app.platform.db.pool.query('SELECT id FROM trace_import');
    expect(rows).toHaveLength(2);
  });

  it('a chromatogram that cannot be read or belongs to another sample is refused, and nothing is stored', async () => {
    const { app, lab, imports, key } = await desk();
    const [one, two] = [await lab.received(), await lab.received()];
    const unreadable = await imports.send(key, 'time,signal\n0,1\n0.1,two\n');
    expect(unreadable).toMatchObject({ status: 422, body: { code: 'chromatogram_unreadable' } });
    expect(unreadable.body.detail).toContain('ine 3');
    const file = runOf(`${two.taskNumber}`, 'elsewhere');
    await must(lab.chromatogram(lab.analyst, one, file, 'run.txt'));
    const elsewhere = await imports.send(key, file);
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'trace_used_elsewhere' } });
    expect(elsewhere.body.detail).toContain(String(one.taskNumber));
    const { rows } = await app.platform.db.pool.query('SELECT id FROM trace_import');
    expect(rows).toEqual([]);
  });

  it('a chromatogram waits if it names no sample, or a sample that can take no chromatogram', async () => {
    const { app, lab, imports, key } = await desk();
    const open = await lab.received();
    const expected = await lab.ordered();
    const inReview = await lab.inReview();
    const published = await lab.published();
    const cases = [
      ['blank', 'no_number'],
      [`${open.taskNumber} after ${expected.taskNumber}`, 'several_numbers'],
      ['99999', 'unknown_number'],
      [String(expected.taskNumber), 'takes_no_trace'],
      [String(inReview.taskNumber), 'takes_no_trace'],
      [String(published.taskNumber), 'takes_no_trace'],
    ] as const;
    for (const [name, code] of cases) {
      const { status, body } = await imports.send(key, runOf(name, name), `${code}.txt`);
      expect([name, status, body.data.state, body.data.why?.code]).toEqual([name, 201, 'waiting', code]);
      app.clock.advance(1_000);
    }
    const { body } = await imports.list(lab.analyst);
    expect(body.waiting).toBe(cases.length);
    expect(body.data.map(({ why }) => why?.code)).toEqual(cases.map(([, code]) => code));
    expect(body.data[0]).toMatchObject({
      sample_name: 'blank',
      instrument: 'HPLC 2',
      received_from: 'HPLC 2',
    });
    // The commands for backup, check and cleaning know the files of this table.
    expect(await tablesWithFiles(app.platform.db.pool)).toContain('trace_import');
    await expect(app.platform.db.pool.query("UPDATE trace_import SET file_name = 'x'")).rejects.toThrow();
  });

  it('a chromatogram is not assigned to a sample if its name has no task number or two', async () => {
    const { app, lab, imports, key } = await desk();
    const [one, two] = [await lab.received(), await lab.received()];
    const words = fc.stringMatching(/^[A-Za-z _.#-]{0,12}$/);
    const number = fc.constantFrom(one.taskNumber, two.taskNumber).map(String);
    const none = fc.tuple(words, fc.integer({ min: 0, max: 9_999 }), words).map((parts) => parts.join(' '));
    const glued = fc
      .tuple(number, fc.integer({ min: 0, max: 9 }), fc.boolean())
      .map(([digits, more, isBefore]) => (isBefore ? `${more + 1}${digits}` : `${digits}${more}`));
    const both = fc
      .tuple(words, fc.shuffledSubarray([one.taskNumber, two.taskNumber], { minLength: 2 }), words)
      .map(([before, [first, second], after]) => `${before} ${first}${after}_${second}`);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(none, glued, both), fc.boolean(), async (name, isId) => {
        run += 1;
        const file = isId ? runOf('x', `p${run}`, name) : runOf(name, `p${run}`);
        const { status, body } = await imports.send(key, file);
        expect([status, body.data.state, body.data.request_id]).toEqual([201, 'waiting', null]);
      }),
      { numRuns: cases(40) },
    );
    const { rows } = await app.platform.db.pool.query('SELECT id FROM injection');
    expect(rows).toEqual([]);
  });

  it.skipIf(!existsSync(VENDOR))(
    'chromatograms in the formats of instruments can be sent by a program (needs VENDOR_DATA)',
    async () => {
      const { app, imports, key, lab } = await desk();
      for (const name of ['multichannel_chrom.txt', 'chromeleon_comma.txt', 'waters.arw']) {
        const { status, body } = await imports.send(
          key,
          new Uint8Array(readFileSync(join(VENDOR, name))),
          name,
        );
        expect([name, status, body.data.state]).toEqual([name, 201, 'waiting']);
        app.clock.advance(1_000);
      }
      const { body } = await imports.list(lab.analyst);
      expect(body.data[0]).toMatchObject({ sample_name: 'STD 1 100', injected_at: '2023-08-02T17:08:21' });
    },
  );
});

describe('a person can assign or dismiss a chromatogram that waits', () => {
  it('a person assigns a waiting chromatogram with a reason, and the rules of an upload apply', async () => {
    const { lab, imports, key, injections } = await desk();
    const [order, other] = [await lab.received(), await lab.received()];
    const sent = await imports.send(key, runOf(`${order.taskNumber}/${other.taskNumber}`, 'w'), 'w.txt');
    const { id } = sent.body.data;
    const reason = 'The vial stood in place 4.';
    const task = { task_number: order.taskNumber, reason };
    expect((await imports.decide(lab.customer, id, 'assign', task)).status).toBe(404);
    expect((await imports.decide(lab.analyst, id, 'assign', { task_number: order.taskNumber })).status).toBe(
      422,
    );
    expect((await imports.decide(lab.analyst, id, 'assign', { reason })).status).toBe(422);
    const unknown = await imports.decide(lab.analyst, id, 'assign', { ...task, task_number: 99_999 });
    expect(unknown).toMatchObject({ status: 422, body: { detail: 'There is no task 99999.' } });
    const assigned = await imports.decide(lab.analyst, id, 'assign', task);
    expect(assigned.body.data).toMatchObject({
      state: 'assigned',
      task_number: order.taskNumber,
      decided: { reason },
      why: { code: 'several_numbers' },
    });
    const [injection] = await injections(order);
    expect(injection).toMatchObject({ used: true, doubts: ['other_sample'], uploaded_by: 'Test analyst 2' });
    expect((await imports.decide(lab.reviewer, id, 'assign', task)).body.code).toBe('wrong_state');
    expect(
      (await imports.send(key, runOf(`${order.taskNumber}/${other.taskNumber}`, 'w'))).body.data,
    ).toMatchObject({ id, request_id: order.id });
    expect((await imports.list(lab.admin, 'assigned')).body.data.map((each) => each.id)).toEqual([id]);
  });

  it('a person can dismiss a waiting chromatogram once, with a reason, and its file is kept', async () => {
    const { app, lab, imports, key } = await desk();
    const file = runOf('wash', 'wash');
    const { id, sha256 } = (await imports.send(key, file)).body.data;
    expect((await imports.decide(lab.analyst, id, 'dismiss', { reason: ' ' })).status).toBe(422);
    const reason = 'A run of the column’s wash.';
    const answers = await Promise.all(
      [lab.analyst, lab.reviewer].map((person) => imports.decide(person, id, 'dismiss', { reason })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await imports.list(lab.analyst)).body).toMatchObject({ data: [], waiting: 0 });
    const [dismissed] = (await imports.list(lab.analyst, 'dismissed')).body.data;
    expect(dismissed).toMatchObject({ id, state: 'dismissed', request_id: null, decided: { reason } });
    await expect(app.platform.db.pool.query('DELETE FROM import_decision')).rejects.toThrow();
    expect(new TextDecoder().decode(await app.platform.files.get(`raw/${sha256}`))).toBe(file);
  });

  it('a waiting chromatogram cannot be assigned to a sample if another sample has the same chromatogram', async () => {
    const { lab, imports, key } = await desk();
    const [order, other] = [await lab.received(), await lab.received()];
    await must(lab.chromatogram(lab.analyst, other, traceOf('same')));
    const { id } = (await imports.send(key, traceOf('same'), 'same.csv')).body.data;
    const answer = await imports.decide(lab.analyst, id, 'assign', {
      request_id: order.id,
      reason: 'It looks just so.',
    });
    expect(answer.body.code).toBe('trace_used_elsewhere');
    expect((await imports.list(lab.analyst)).body.waiting).toBe(1);
  });
});
