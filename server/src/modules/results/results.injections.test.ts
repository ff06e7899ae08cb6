import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AuditPage } from '@vialproof/contract/audit';
import type { Injection } from '@vialproof/contract/injections';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, traceOf } from '../../testing/lab.ts';
import { labApp, type Person } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const AGILENT = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url))),
);

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const at = ({ id }: { id: string }) => `/api/lab/requests/${id}`;
  return {
    app,
    lab,
    async injections(order: Ordered, person: Person = lab.analyst) {
      const { body } = await app.request<{ data: Injection[] }>(`${at(order)}/injections`, {
        token: person.token,
      });
      return body.data;
    },
    choose: (order: Ordered, injection: Injection | undefined, json: unknown, person: Person = lab.analyst) =>
      app.request<{ code?: string }>(`${at(order)}/injections/${injection?.id}`, {
        method: 'PUT',
        json,
        token: person.token,
      }),
    allow: (order: Ordered, json: unknown, person: Person) =>
      app.request<{ code?: string }>(`${at(order)}/allow`, { json, token: person.token }),
  };
}

describe('each injection of a sample is listed and needs a reason if it is not reported', () => {
  it('all injections are listed, and each unreported one needs a reason before submission', async () => {
    const { lab, injections, choose } = await desk();
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    for (const seed of ['one', 'two', 'three']) {
      await must(lab.chromatogram(lab.analyst, order, traceOf(seed), `${seed}.csv`));
    }
    const [one, two, three] = await injections(order);
    expect([one, two, three].map((each) => [each?.file_name, each?.used, each?.reason])).toEqual([
      ['one.csv', false, null],
      ['two.csv', false, null],
      ['three.csv', true, null],
    ]);
    const refused = await lab.submit(lab.analyst, order);
    expect(refused.body.errors).toEqual([
      { path: `injections.${one?.id}`, message: 'Say why one.csv is not used.' },
      { path: `injections.${two?.id}`, message: 'Say why two.csv is not used.' },
    ]);
    expect((await choose(order, one, { used: false })).status).toBe(422);
    expect((await choose(order, one, { used: false, reason: 'Air in the loop.' })).status).toBe(200);
    // The third injection is not used any more, so it needs a reason.
    expect((await choose(order, two, { used: true })).status).toBe(200);
    expect((await must(lab.detail(lab.analyst, order))).draft?.chromatogram?.file_name).toBe('two.csv');
    expect((await lab.submit(lab.analyst, order)).body.detail).toBe('Say why three.csv is not used.');
    await choose(order, three, { used: false, reason: 'A second run to look at the tail.' });
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    // A correction starts with the published reasons.
    await must(lab.amend(lab.analyst, order));
    expect((await injections(order, lab.reviewer)).map(({ used, reason }) => [used, reason])).toEqual([
      [false, 'Air in the loop.'],
      [true, null],
      [false, 'A second run to look at the tail.'],
    ]);
  });

  it('injections stay when the chromatogram is removed from the draft', async () => {
    const { lab, injections, choose } = await desk();
    const order = await lab.received();
    await must(lab.chromatogram(lab.analyst, order));
    const [only] = await injections(order);
    await choose(order, only, { used: false, reason: 'Wrong column.' });
    expect((await must(lab.detail(lab.analyst, order))).draft?.chromatogram).toBeNull();
    expect(await injections(order)).toMatchObject([{ used: false, reason: 'Wrong column.' }]);
    expect((await choose(order, { ...only, id: order.id } as Injection, { used: true })).status).toBe(404);
  });

  it('an injection belongs to one sample: the same file or signal is refused for another sample', async () => {
    const { lab } = await desk();
    const [one, other] = [await lab.received(), await lab.received()];
    await must(lab.chromatogram(lab.analyst, one, traceOf('shared')));
    const copies = {
      'the same file': traceOf('shared'),
      'with another heading': traceOf('shared').replace('# HPLC-UV', '# Exported again, HPLC-UV'),
    };
    for (const [what, bytes] of Object.entries(copies)) {
      const { status, body } = await lab.chromatogram(lab.analyst, other, bytes);
      expect([status, body.code], what).toEqual([409, 'trace_used_elsewhere']);
      expect(body.detail).toBe(
        `This trace is stored under task ${one.taskNumber}, so it cannot be one of task ${other.taskNumber}.`,
      );
    }
    expect((await must(lab.detail(lab.analyst, other))).draft).toBeNull();
    // Only one of two uploads of the same file succeeds.
    const [third, fourth] = [await lab.received(), await lab.received()];
    const answers = await Promise.all(
      [third, fourth].map((order) => lab.chromatogram(lab.analyst, order, traceOf('race'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('an injection from before the receipt blocks the result until another reviewer allows it', async () => {
    const { lab, injections, allow } = await desk();
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    await must(lab.chromatogram(lab.analyst, order, AGILENT, 'old.cdf'));
    const [old] = await injections(order);
    expect(old).toMatchObject({
      sample_name: 'MW-2-6-6 IC 90',
      injected_at: '2018-10-30T17:43:05+00:00',
      operator: 'SYSTEM',
      method: 'POS 3 IC 90-10 31 MIN.M',
      doubts: ['before_receipt', 'unnamed_sample'],
    });
    const path = `injections.${old?.id}`;
    expect((await lab.submit(lab.analyst, order)).body.errors).toEqual(
      expect.arrayContaining([
        {
          path,
          message: 'old.cdf was injected before the sample was received. A reviewer has to allow it.',
        },
        {
          path,
          message: 'old.cdf names a sample without the number of this task. A reviewer has to allow it.',
        },
      ]),
    );
    const word = {
      what: 'before_receipt',
      injection_id: old?.id,
      reason: 'The clock of the instrument is wrong.',
    };
    expect((await allow(order, word, lab.analyst)).status).toBe(403);
    expect((await allow(order, { ...word, what: 'other_sample' }, lab.reviewer)).body.code).toBe(
      'wrong_state',
    );
    expect((await allow(order, word, lab.reviewer)).status).toBe(200);
    const [allowed] = await injections(order);
    expect(allowed).toMatchObject({
      doubts: ['unnamed_sample'],
      allowed: [{ what: 'before_receipt', reason: word.reason }],
    });
    const name = { ...word, what: 'unnamed_sample', reason: 'The name is of the synthesis.' };
    expect((await allow(order, name, lab.reviewer)).status).toBe(200);
    expect((await injections(order))[0]?.doubts).toEqual([]);
  });

  it('nobody can allow an own upload, and customers cannot list the injections', async () => {
    const { app, lab, injections, allow } = await desk();
    const order = await lab.received();
    await must(lab.chromatogram(lab.reviewer, order, AGILENT, 'old.cdf'));
    const [old] = await injections(order);
    const word = { what: 'before_receipt', injection_id: old?.id, reason: 'I say that it is so.' };
    expect((await allow(order, word, lab.reviewer)).body.code).toBe('same_person');
    const path = `/api/lab/requests/${order.id}/injections`;
    expect((await app.request(path, { token: lab.customer.token })).status).toBe(404);
  });
});

describe('the audit log records changes of a result', () => {
  it('the audit log contains old and new values, and the uploaded file', async () => {
    const { app, lab } = await desk();
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    await must(lab.save(lab.analyst, order, { summary: 'Other words.', version: 1 }));
    await must(lab.chromatogram(lab.analyst, order, traceOf('audit'), 'audit.csv'));
    const { body } = await app.request<AuditPage>(`/api/lab/audit?subject=${order.taskNumber}`, {
      token: lab.admin.token,
    });
    const detailOf = (action: string) => body.data.find((entry) => entry.action === action)?.detail;
    expect(detailOf('result.saved')).toMatchObject({
      version: 2,
      changes: [{ path: 'summary', from: 'Identity confirmed.', to: 'Other words.' }],
    });
    expect(detailOf('result.chromatogram_put')).toMatchObject({
      file_name: 'audit.csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      before: null,
    });
    const { rows } = await app.platform.db.pool.query(
      `SELECT s.version, s.summary FROM draft_save s JOIN result_revision v ON v.id = s.revision_id
       WHERE v.request_id = $1 ORDER BY s.version`,
      [order.id],
    );
    expect(rows).toEqual([
      { version: 0, summary: '' },
      { version: 1, summary: 'Identity confirmed.' },
      { version: 2, summary: 'Other words.' },
    ]);
    for (const statement of [
      "UPDATE draft_save SET title = ''",
      'DELETE FROM injection',
      'DELETE FROM draft_save',
    ]) {
      await expect(asOwner(app, statement), statement).rejects.toThrow(/append-only/);
    }
  });
});
